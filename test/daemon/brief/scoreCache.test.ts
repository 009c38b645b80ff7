// The score cache: its key, its entries good and bad, its pruning at each cap.
import * as fc from 'fast-check'
import {
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  cachedScore,
  cacheScore,
  type ModelFacts,
  pruneScores,
  scoreCacheKey,
} from '../../../daemon/brief/scoreCache.ts'
import { split } from '../../../protocol/envelope.ts'
import { CACHE_DAYS, CACHE_ENTRIES } from '../../../protocol/limits.ts'
import { cannedEnvelope } from '../cannedMail.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const { view } = split(cannedEnvelope(1))
const model: ModelFacts = { model: 'gpt-oss:20b', digest: 'a'.repeat(64), promptVersion: 1, think: 'low' }
const score = { by: 'model' as const, score: 7, reason: 'It is due.', topics: ['deadline'] }
const NOW = 1_796_016_300

describe('the key', () => {
  test('scoreCacheKey is the same for the same message and model', () => {
    expect(scoreCacheKey(view, model)).toBe(scoreCacheKey(structuredClone(view), { ...model }))
    expect(scoreCacheKey(view, model)).toMatch(/^[0-9a-f]{64}$/)
  })
  const other = (value: unknown): unknown =>
    typeof value === 'string'
      ? `${value}x`
      : typeof value === 'number'
        ? value + 1
        : typeof value === 'boolean'
          ? !value
          : { ...view.from, name: 'x' }
  test.each(Object.keys(view) as (keyof typeof view)[])(
    'scoreCacheKey changes with the field %s of what the model sees',
    field => {
      expect(scoreCacheKey({ ...view, [field]: other(view[field]) }, model)).not.toBe(
        scoreCacheKey(view, model),
      )
    },
  )
  test.each(Object.keys(model) as (keyof ModelFacts)[])(
    'scoreCacheKey changes with the %s of the model',
    field => {
      expect(scoreCacheKey(view, { ...model, [field]: other(model[field]) })).not.toBe(
        scoreCacheKey(view, model),
      )
    },
  )
  test('scoreCacheKey keeps fields apart whatever text they hold', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        fc.pre(a !== b)
        const one = scoreCacheKey({ ...view, subject: a, preview: b }, model)
        expect(scoreCacheKey({ ...view, subject: b, preview: a }, model)).not.toBe(one)
        expect(scoreCacheKey({ ...view, subject: a + b, preview: '' }, model) === one).toBe(b === '')
      }),
    )
  })
})

describe('entries', () => {
  test('cachedScore gives back what cacheScore kept, in a file for this user alone', () => {
    const folder = temporaryFolder()
    const key = scoreCacheKey(view, model)
    expect(cachedScore(folder, key)).toBeUndefined()
    expect(cacheScore(folder, key, score)).toMatchObject({ ok: true })
    expect(cachedScore(folder, key)).toEqual(score)
    expect(readdirSync(folder)).toEqual([`${key}.json`])
    expect(statSync(join(folder, `${key}.json`)).mode & 0o777).toBe(0o600)
  })
  test.each<[string, (path: string) => void]>([
    ['half a record', path => writeFileSync(path, '{"by":"model"')],
    ['a score over the scale', path => writeFileSync(path, JSON.stringify({ ...score, score: 11 }))],
    ['an unknown key', path => writeFileSync(path, JSON.stringify({ ...score, more: 1 }))],
    ['a score of the rules', path => writeFileSync(path, JSON.stringify({ ...score, by: 'rules' }))],
    ['a failure', path => writeFileSync(path, JSON.stringify({ by: 'none', why: 'timeout' }))],
    ['a symbolic link', path => symlinkSync('/etc/hostname', path)],
    ['a folder', path => mkdirSync(path)],
    ['nothing', path => writeFileSync(path, '')],
  ])('cachedScore removes %s and says so', (_, plant) => {
    const folder = temporaryFolder()
    const path = join(folder, `${'0'.repeat(64)}.json`)
    plant(path)
    expect(cachedScore(folder, '0'.repeat(64))).toBe('bad')
    expect(existsSync(path)).toBe(false)
    expect(cachedScore(folder, '0'.repeat(64))).toBeUndefined()
  })
  test('cacheScore replaces a link and leaves alone what it pointed to', () => {
    const folder = temporaryFolder()
    const outside = join(temporaryFolder(), 'outside')
    writeFileSync(outside, 'mine')
    const key = '1'.repeat(64)
    symlinkSync(outside, join(folder, `${key}.json`))
    cacheScore(folder, key, score)
    expect(cachedScore(folder, key)).toEqual(score)
    expect(statSync(outside).size).toBe(4)
  })
})

describe('pruning', () => {
  const entry = (folder: string, number: number, age: number) => {
    const path = join(folder, `${String(number).padStart(64, '0')}.json`)
    writeFileSync(path, JSON.stringify(score))
    utimesSync(path, NOW - age, NOW - age)
    return path
  }
  test('pruneScores keeps an entry of the last day of the cap and removes one a second older', () => {
    const folder = temporaryFolder()
    const kept = entry(folder, 1, CACHE_DAYS * 86_400)
    const gone = entry(folder, 2, CACHE_DAYS * 86_400 + 1)
    expect(pruneScores(folder, NOW)).toEqual({ ok: true, value: 1 })
    expect([existsSync(kept), existsSync(gone)]).toEqual([true, false])
  })
  test('pruneScores keeps as many entries as the cap and removes the oldest one past it', () => {
    const folder = temporaryFolder()
    for (let number = 0; number < CACHE_ENTRIES; number++)
      writeFileSync(join(folder, `${String(number).padStart(64, '0')}.json`), '')
    const now = Math.ceil(Date.now() / 1_000) + 1
    expect(pruneScores(folder, now)).toEqual({ ok: true, value: 0 })
    const oldest = join(folder, `${'f'.repeat(64)}.json`)
    writeFileSync(oldest, '')
    utimesSync(oldest, now - 1_000, now - 1_000)
    expect(pruneScores(folder, now)).toEqual({ ok: true, value: 1 })
    expect(existsSync(oldest)).toBe(false)
  })
  test('pruneScores sweeps old stumps and strangers and leaves young ones', () => {
    const folder = temporaryFolder()
    for (const name of ['.stump.tmp', 'stranger']) {
      writeFileSync(join(folder, name), '')
      utimesSync(join(folder, name), NOW - 3_600, NOW - 3_600)
      writeFileSync(join(folder, `${name}.young`), '')
      utimesSync(join(folder, `${name}.young`), NOW, NOW)
    }
    symlinkSync('/no/where', join(folder, 'link'))
    lutimesSync(join(folder, 'link'), NOW - 3_600, NOW - 3_600)
    pruneScores(folder, NOW)
    expect(readdirSync(folder).sort()).toEqual(['.stump.tmp.young', 'stranger.young'])
  })
  test('pruneScores removes nothing when the clock has jumped back', () => {
    const folder = temporaryFolder()
    entry(folder, 1, 0)
    expect(pruneScores(folder, NOW - 10 * 365 * 86_400)).toEqual({ ok: true, value: 0 })
  })
})
