// Scores from the cache and from a rank that crashes, stops, lies or is slow.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseEngine, type Engine } from '../../../daemon/brief/engine.ts'
import { loadPipeline } from '../../../daemon/brief/pipeline.ts'
import { rankMessages } from '../../../daemon/brief/rankMessages.ts'
import { cacheScore, scoreCacheKey } from '../../../daemon/brief/scoreCache.ts'
import type { Site } from '../../../daemon/brief/stage.ts'
import { makeOutput, type Message, mint } from '../../../daemon/brief/view.ts'
import { STAGE_RESTARTS } from '../../../protocol/limits.ts'
import { Config } from '../../../protocol/config.ts'
import { builtDist } from '../builtDist.ts'
import { cannedEnvelope } from '../cannedMail.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

let built: Awaited<ReturnType<typeof builtDist>>
beforeAll(async () => {
  built = await builtDist({ mail: 'fake', rank: 'fake' })
})
afterAll(() => built.remove())

const site = (): Site => {
  const grants = loadPipeline(built.dist)
  if (!grants.ok) throw new Error(grants.refusal.is)
  return { dist: built.dist, grants: grants.value, now: () => 1_796_016_300_000 }
}
const messages = (number: number) => mint(Array.from({ length: number }, (_, index) => cannedEnvelope(index)))
/** A run with a stand-in for rank that does what `act` says. */
function job(act: string, engine: Engine | 'ollama' | 'rules' = 'ollama', ranker: object = {}) {
  const run = temporaryFolder()
  const cache = makeOutput(run, 'cache')
  const told: [number, number][] = []
  const model = { model: act, digest: 'd', promptVersion: 1, think: 'low' }
  const chosen =
    typeof engine === 'object' ? engine : { model: engine === 'ollama' ? model : null, note: '', auto: false }
  const config = Config.parse({ ranker: { model: act, ...ranker } }).ranker
  const onProgress = (done: number, total: number) => void told.push([done, total])
  return {
    told,
    cached: () => readdirSync(cache).length,
    job: { site: site(), run, cache, ranker: config, engine: chosen, onProgress },
    model,
    cache,
  }
}
const kinds = (ranked: Awaited<ReturnType<typeof rankMessages>>, all: readonly Message[]) => {
  if (!ranked.ok) throw new Error(ranked.refusal.is)
  return all.map(({ handle }) => {
    const score = ranked.value.scores.get(handle)
    return score?.by === 'none' ? score.why : score?.by
  })
}

describe('scores', () => {
  test('rankMessages gives every message a score and caches those of a model', async () => {
    const all = messages(3)
    const { job: it, told, cached } = job('good')
    const ranked = await rankMessages(it, all)
    expect(kinds(ranked, all)).toEqual(['model', 'model', 'model'])
    expect(cached()).toBe(3)
    expect(told[0]).toEqual([0, 3])
  })
  test('rankMessages asks about nothing that is cached and says how far it is', async () => {
    const all = messages(4)
    const { job: it, told, model, cache } = job('good')
    for (const { view } of all.slice(0, 3))
      cacheScore(cache, scoreCacheKey(view, model), { by: 'model', score: 9, reason: 'cached', topics: [] })
    const ranked = await rankMessages(it, all)
    expect(
      ranked.ok &&
        all
          .map(({ handle }) => ranked.value.scores.get(handle))
          .map(score => score?.by === 'model' && score.reason),
    ).toEqual(['cached', 'cached', 'cached', 'A reason.'])
    expect(readdirSync(join(it.run, 'scores'))).toHaveLength(1)
    expect(told[0]).toEqual([3, 4])
  })
  test('rankMessages starts nothing when everything is cached or nothing was kept', async () => {
    const all = messages(2)
    const { job: it, model, cache } = job('unconfined')
    for (const { view } of all)
      cacheScore(cache, scoreCacheKey(view, model), { by: 'model', score: 9, reason: 'cached', topics: [] })
    expect(await rankMessages(it, all)).toMatchObject({ ok: true })
    expect(await rankMessages(job('unconfined').job, [])).toMatchObject({ ok: true })
    expect(readdirSync(it.run)).toEqual(['cache'])
  })
  test('rankMessages takes no score of the rules from the cache and puts none into it', async () => {
    const all = messages(2)
    const { job: it, cached } = job('good', 'rules')
    expect(kinds(await rankMessages(it, all), all)).toEqual(['rules', 'rules'])
    expect(cached()).toBe(0)
  })
})

describe('a rank that does not come to its end', () => {
  test.each(['crash-each-2', 'again-each-2'])(
    'rankMessages starts it again while it makes progress: %s',
    async act => {
      const all = messages(2 * (STAGE_RESTARTS + 3))
      const { job: it } = job(act)
      const ranked = await rankMessages(it, all)
      expect(new Set(kinds(ranked, all))).toEqual(new Set(['model']))
      expect(ranked.ok && ranked.value.notes).toEqual([])
    },
  )
  test('rankMessages keeps the scores of a rank that crashes for good and counts the rest', async () => {
    const all = messages(4)
    const { job: it, cached } = job('crash-after-2')
    const ranked = await rankMessages(it, all)
    expect(kinds(ranked, all)).toEqual(['model', 'model', 'unfinished', 'unfinished'])
    expect(ranked.ok && ranked.value.notes).toEqual([expect.stringContaining('Ranking ended early')])
    expect(cached()).toBe(2)
  })
  test('rankMessages calls the model unreachable when every lane keeps closing', async () => {
    const all = messages(2)
    expect(kinds(await rankMessages(job('again-always').job, all), all)).toEqual([
      'unreachable',
      'unreachable',
    ])
  })
  test('rankMessages counts a rank that says done and leaves nothing as unfinished', async () => {
    const all = messages(2)
    expect(kinds(await rankMessages(job('silent').job, all), all)).toEqual(['unfinished', 'unfinished'])
  })
  test.each([
    ['forwarded', 'model-forwarded'],
    ['unconfined', 'cannot-confine'],
  ])('rankMessages makes no brief of a rank that is %s', async (act, code) => {
    expect(await rankMessages(job(act).job, messages(2))).toMatchObject({ ok: false, refusal: { code } })
  })
  test('rankMessages caches what is scored while rank still runs', async () => {
    const all = messages(8)
    const { job: it, cached, told } = job('slow')
    const ranking = rankMessages(it, all)
    await expect.poll(cached, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
    const done = told.at(-1)?.[0] ?? 0
    expect(done).toBeLessThan(all.length)
    expect(kinds(await ranking, all)).toEqual(all.map(() => 'model'))
    expect(cached()).toBe(8)
  })
})

describe('a rank that was taken over', () => {
  test('rankMessages believes only records of its form, named by a handle in scope', async () => {
    const all = messages(6)
    const { job: it, cached } = job('hostile')
    const ranked = await rankMessages(it, all)
    expect(kinds(ranked, all)).toEqual([
      'model',
      'off-schema',
      'off-schema',
      'off-schema',
      'off-schema',
      'unfinished',
    ])
    expect(ranked.ok && ranked.value.scores.size).toBe(6)
    expect(ranked.ok && ranked.value.notes).toEqual([
      '2 files of rank were no records of this run and were not read',
    ])
    expect(cached()).toBe(1)
  })
  test('chooseEngine refuses a report of another shape', async () => {
    const ranker = Config.parse({ ranker: { model: 'odd-report' } }).ranker
    for (const wanted of ['auto', 'ollama'] as const)
      expect(await chooseEngine(site(), ranker, wanted)).toMatchObject({
        ok: false,
        refusal: { code: 'wrong-shape' },
      })
  })
})
