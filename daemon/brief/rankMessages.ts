// Gets a score for every kept message and every item: from the cache, else from rank, which is started again while it makes progress. A score
// is cached as soon as it is on disk and valid, so that a killed brief costs no answer twice. Relies on collectRecords.ts.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Handle } from '../../protocol/brand.ts'
import { type Config } from '../../protocol/config.ts'
import { MODEL_LOAD_SECONDS, SENTENCE_CHARS, STAGE_RESTARTS } from '../../protocol/limits.ts'
import { done, type Refusal, type RefusalCode, type Result } from '../../protocol/refusal.ts'
import { type FailureWhy, Score } from '../../protocol/score.ts'
import { cut } from '../../protocol/text/cut.ts'
import { collectRecords } from './collectRecords.ts'
import { type Engine, rankConfig } from './engine.ts'
import { endpointOf } from './lane.ts'
import { cachedScore, scoreCacheKey, cacheScore } from './scoreCache.ts'
import { type Order, type Site, startStage } from './stage.ts'
import { removeTree } from '../removeTree.ts'
import { makeOutput, type Shown, writeView } from './view.ts'

/** `run`: the run's folder; `cache`: the folder of the score cache. */
export interface RankJob {
  readonly site: Site
  readonly run: string
  readonly cache: string
  readonly ranker: Config['ranker']
  readonly engine: Engine
  readonly onProgress: (done: number, total: number) => void
}
/** A score, or the reason for none, of every message; and clauses on what else there is to say. */
export interface Ranked {
  readonly scores: ReadonlyMap<Handle, Score>
  readonly notes: readonly string[]
}
interface Harvest {
  readonly scores: Map<Handle, Score>
  bad: readonly Handle[]
  strangers: number
  uncached: number
}

/** After these, the messages that are left stay without a score; after any other refusal there is no brief. */
const LEAVES_THE_REST: Partial<Record<RefusalCode, FailureWhy>> = {
  crashed: 'unfinished',
  late: 'timeout',
  'too-long': 'unfinished',
  'not-json': 'unfinished',
  'wrong-shape': 'unfinished',
}
const HARVEST_MILLISECONDS = 1_000

/** Scores `messages`: those that filter kept, then the items of jobs, so that mail comes first where time is short. */
export async function rankMessages(job: RankJob, messages: readonly Shown[]): Promise<Result<Ranked>> {
  const cached = fromCache(job, messages)
  const unscored = messages.filter(({ handle }) => !cached.scores.has(handle))
  const told = (number: number) => job.onProgress(cached.scores.size + number, messages.length)
  told(0)
  if (unscored.length === 0) return done({ scores: cached.scores, notes: badEntries(cached.bad) })
  const fresh = await askRank({ ...job, onProgress: told }, unscored)
  if (!fresh.ok) return fresh
  const scores = new Map([...cached.scores, ...fresh.value.scores])
  return done({ scores, notes: [...badEntries(cached.bad), ...fresh.value.notes] })
}

/** Takes away what an attempt of rank has left in the folder `run`, so that another one may start. */
export function clearAttempt(run: string): void {
  for (const name of ['scores', 'unscored']) if (existsSync(join(run, name))) removeTree(join(run, name))
  rmSync(join(run, 'unscored.manifest'), { force: true })
}

const badEntries = (bad: number): string[] =>
  bad === 0 ? [] : [`${bad} entries of the score cache were not of its form and are removed`]

function fromCache({ engine, cache }: RankJob, messages: readonly Shown[]) {
  const scores = new Map<Handle, Score>()
  let bad = 0
  for (const { handle, view } of messages) {
    const score = engine.model ? cachedScore(cache, scoreCacheKey(view, engine.model)) : undefined
    if (score === 'bad') bad++
    else if (score) scores.set(handle, score)
  }
  return { scores, bad }
}

async function askRank(job: RankJob, unscored: readonly Shown[]): Promise<Result<Ranked>> {
  const output = makeOutput(job.run, 'scores')
  const harvest: Harvest = { scores: new Map(), bad: [], strangers: 0, uncached: 0 }
  const gather = () => gatherScores(job, { unscored, output, harvest })
  let next = performance.now() + HARVEST_MILLISECONDS
  const order = orderFor(job, { unscored, output }, number => {
    job.onProgress(Math.min(number, unscored.length), unscored.length)
    if (performance.now() < next) return
    next = performance.now() + HARVEST_MILLISECONDS
    gather()
  })
  const stopped = await runUntilDone(
    job.site,
    order,
    () => (gather(), harvest.scores.size + harvest.bad.length),
  )
  if (stopped && !(stopped.code in LEAVES_THE_REST)) return { ok: false, refusal: stopped }
  const rest =
    stopped === noLane ? 'unreachable' : ((stopped && LEAVES_THE_REST[stopped.code]) ?? 'unfinished')
  const bad = new Set(harvest.bad)
  const scores = new Map<Handle, Score>()
  for (const { handle } of unscored) {
    const why = bad.has(handle) ? 'off-schema' : rest
    scores.set(handle, harvest.scores.get(handle) ?? { by: 'none', why })
  }
  return done({ scores, notes: notesOn(harvest, stopped) })
}

interface Attempt {
  readonly unscored: readonly Shown[]
  readonly output: string
}

function orderFor(job: RankJob, attempt: Attempt, onProgress: (done: number) => void): Order {
  const { engine, ranker } = job
  const config = rankConfig(ranker, 'rank', engine.model ? 'ollama' : 'rules')
  const inputs = { ...writeView(job.run, 'unscored', attempt.unscored) }
  const common = { stage: 'rank' as const, inputs, outputs: { scores: attempt.output }, config, onProgress }
  if (!engine.model) return common
  const number = Math.min(ranker.parallel, attempt.unscored.length)
  // Each message once over its lane, the trial before the first one, and one that was asked twice.
  const turns = Math.ceil(attempt.unscored.length / number) + 2
  const milliseconds = turns * config.timeout + MODEL_LOAD_SECONDS * 1_000
  return { ...common, lanes: { number, endpoint: endpointOf(ranker.host) }, milliseconds }
}

/** Starts rank until it is done, out of time, or has made no progress too often; then gives what it last ended with. */
async function runUntilDone(site: Site, order: Order, records: () => number): Promise<Refusal | undefined> {
  const end = performance.now() + (order.milliseconds ?? 0)
  let before = 0
  for (let idle = 0; ;) {
    const ended = await startStage(site, { ...order, milliseconds: Math.max(end - performance.now(), 0) })
    const now = records()
    if (ended.ok && ended.value.type === 'done') return undefined
    const refusal = ended.ok ? noLane : ended.refusal
    if (refusal.code !== 'crashed') return refusal
    idle = now > before ? 0 : idle + 1
    before = now
    if (idle > STAGE_RESTARTS) return refusal
  }
}

const noLane: Refusal = {
  code: 'crashed',
  is: 'every connection to the model closed',
  wanted: 'a model that answers',
  fix: 'look at the log of Ollama',
}

/** Takes what rank has written so far; a score of the model goes into the cache at once. */
function gatherScores(job: RankJob, { unscored, output, harvest }: Attempt & { harvest: Harvest }): void {
  const scope = new Map(unscored.map(message => [message.handle, message]))
  const collected = collectRecords(output, new Set(scope.keys()), Score)
  if (!collected.ok) return
  const by = job.engine.model ? 'model' : 'rules'
  const fitting = [...collected.value.records].filter(([, score]) => score.by === by || score.by === 'none')
  const fit = new Set(fitting.map(([handle]) => handle))
  const unfit = [...collected.value.records.keys()].filter(handle => !fit.has(handle))
  harvest.bad = [...collected.value.bad, ...unfit]
  harvest.strangers = collected.value.strangers
  for (const [handle, score] of fitting) {
    const view = scope.get(handle)?.view
    if (harvest.scores.has(handle) || !view) continue
    harvest.scores.set(handle, score)
    if (score.by !== 'model' || !job.engine.model) continue
    if (!cacheScore(job.cache, scoreCacheKey(view, job.engine.model), score).ok) harvest.uncached++
  }
}

function notesOn(harvest: Harvest, stopped: Refusal | undefined): string[] {
  return [
    ...(stopped ? [cut(`Ranking ended early, ${stopped.is}`, SENTENCE_CHARS)] : []),
    ...(harvest.strangers > 0
      ? [`${harvest.strangers} files of rank were no records of this run and were not read`]
      : []),
    ...(harvest.uncached > 0 ? [`${harvest.uncached} scores could not be cached`] : []),
  ]
}
