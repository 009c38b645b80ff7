// Scores that a model gave before, one file a key. Written by twind after validation, validated again on every read, and
// put into no view: a model never sees one. Losing an entry costs a question to the model, so nothing is synced.
import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import type { Rankable } from '../../protocol/envelope.ts'
import { CACHE_DAYS, CACHE_ENTRIES, RECORD_BYTES, STALE_SECONDS } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import type { Result } from '../../protocol/refusal.ts'
import { Score } from '../../protocol/score.ts'
import { attempt } from '../attempt.ts'

/** A score that came from a model. */
export type ModelScore = Extract<Score, { by: 'model' }>
/** What the answer depends on besides the message. */
export interface ModelFacts {
  readonly model: string
  readonly digest: string
  readonly promptVersion: number
  readonly think: string
}

const NAME = /^[0-9a-f]{64}\.json$/
const DAY_SECONDS = 86_400

/**
 * The key of one message, or item: a hash of all that the model sees of it and of the model that sees it, whole, so that no field can be
 * forgotten. Fields in another order give another key, which costs one question.
 */
export function scoreCacheKey(view: Rankable, model: ModelFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([model, view]))
    .digest('hex')
}

/** The score under `key`; undefined where there is none, 'bad' where there was something else, which is then gone. */
export function cachedScore(folder: string, key: string): ModelScore | 'bad' | undefined {
  const path = join(folder, `${key}.json`)
  const read = readCapped(path, RECORD_BYTES)
  if (!read.ok && read.problem === 'absent') return undefined
  const parsed = read.ok ? parseJson(read.text) : undefined
  const score = parsed?.ok ? Score.safeParse(parsed.value) : undefined
  if (score?.success && score.data.by === 'model') return score.data
  attempt('disk', 'the score cache', () => rmSync(path, { recursive: true, force: true }))
  return 'bad'
}

/** Keeps `score` under `key`, aside and renamed. */
export function cacheScore(folder: string, key: string, score: ModelScore): Result<void> {
  const aside = join(folder, `.${key}.${randomBytes(8).toString('hex')}.tmp`)
  const kept = attempt('disk', 'the score cache', () => {
    writeFileSync(aside, encodeLine(score), { flag: 'wx', mode: 0o600 })
    renameSync(aside, join(folder, `${key}.json`))
  })
  if (!kept.ok) rmSync(aside, { force: true })
  return kept
}

/** Removes what is older than `CACHE_DAYS`, then the oldest beyond `CACHE_ENTRIES`; `now` in Unix seconds. */
export function pruneScores(folder: string, now: number): Result<number> {
  return attempt('disk', 'the score cache', () => {
    const entries = readdirSync(folder).map(name => ({ name, age: ageOf(join(folder, name), now) }))
    const valid = entries.filter(({ name, age }) => NAME.test(name) && age <= CACHE_DAYS * DAY_SECONDS)
    const kept = new Set(valid.sort((a, b) => a.age - b.age).slice(0, CACHE_ENTRIES))
    const gone = entries.filter(
      entry => !kept.has(entry) && (NAME.test(entry.name) || entry.age > STALE_SECONDS),
    )
    for (const { name } of gone) rmSync(join(folder, name), { recursive: true, force: true })
    return gone.length
  })
}

const ageOf = (path: string, now: number): number => now - lstatSync(path).mtimeMs / 1_000
