// Makes one brief, from a request to the mail helper to the note in the vault. Holds the order of the steps and nothing of
// what they do; relies on every process it starts being confined and on none of their answers.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { packageRoot } from '../../files/packageRoot.ts'
import type { Brief } from '../../protocol/brief.ts'
import { type Config, windowStart } from '../../protocol/config.ts'
import type { JobItems } from '../../protocol/jobItem.ts'
import type { Paths } from '../../protocol/paths.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import type { CollectAnswer } from '../../protocol/request.ts'
import { askMail } from '../askMail.ts'
import { attemptSteps } from '../attempt.ts'
import { takeBriefLock } from '../briefLock.ts'
import { briefOfMail } from './briefOfMail.ts'
import { chooseEngine, type Engine } from './engine.ts'
import { mergeMail, type StoredPart, UNASKED } from './mergeMail.ts'
import { loadPipeline } from './pipeline.ts'
import { privateFolder } from '../privateFolder.ts'
import { closeRun, openRun, sweepRuns } from './run.ts'
import { pruneScores } from './scoreCache.ts'
import type { Site } from './stage.ts'
import { type NoteOfDay, noteOfDay, writeFailure, writeBlock } from './noteOfDay.ts'
import { prepareFolder } from './writeNote.ts'

/**
 * `now`: milliseconds since 1970. `since`: Unix seconds, instead of the configured window. `engine`: instead of the
 * configured one. `dryRun`: the vault is not touched. `log`: one step, without mail text. `signal`: stop and clean up.
 */
export interface BriefOptions {
  readonly config: Config
  readonly paths: Paths
  readonly home: string
  readonly since?: number
  readonly engine?: Config['ranker']['engine']
  readonly dryRun: boolean
  /** What jobs have printed, in the order of their sections; none where it is left out. */
  readonly items?: readonly JobItems[]
  readonly now: () => number
  readonly onProgress: (done: number, total: number) => void
  readonly log?: (step: string) => void
  readonly signal?: AbortSignal
  /** Mail of the accounts that twin keeps itself, since a time in Unix seconds; none where it is left out. */
  readonly stored?: (since: number, signal: AbortSignal) => Promise<StoredPart>
  /** The folder of the built processes, where it is not the package's own. */
  readonly dist?: string
}

/** The brief as `--json` prints it, and the note's block as text. */
export interface MadeBrief {
  readonly brief: Brief
  readonly text: string
}

/**
 * A brief of the window that ends now. Refused with the first thing that stood in the way; the last note is then intact,
 * and gets one line that says why, unless another brief is the reason.
 */
export async function makeBrief(options: BriefOptions): Promise<Result<MadeBrief>> {
  const day = noteOfDay(options)
  const state = privateFolder(options.paths.state)
  const lock = state.ok ? await takeBriefLock(join(options.paths.state, 'lock')) : state
  if (!lock.ok) return lock.refusal.code === 'busy' ? lock : told(options, day, lock.refusal)
  try {
    const made = await makeAlone(options, day)
    return made.ok ? made : told(options, day, made.refusal)
  } finally {
    lock.value.release()
  }
}

/** Says in the vault why there is no new brief. Where that fails too, the first refusal is the one to tell. */
function told(options: BriefOptions, day: NoteOfDay, refusal: Refusal): Result<never> {
  if (!options.dryRun) writeFailure(day, refusal)
  return { ok: false, refusal }
}

async function makeAlone(options: BriefOptions, day: NoteOfDay): Promise<Result<MadeBrief>> {
  const { paths, dryRun } = options
  const vault = dryRun ? done(undefined) : prepareFolder(day.folder)
  if (!vault.ok) return vault
  const dist = options.dist ?? join(packageRoot, 'dist')
  const grants = loadPipeline(dist)
  if (!grants.ok) return grants
  const scores = privateFolder(paths.scores)
  if (!scores.ok) return scores
  const run = openRun(paths.runs, Math.floor(day.now / 1_000))
  if (!run.ok) return run
  const site: Site = { dist, grants: grants.value, now: options.now, signal: options.signal }
  const made = await attemptSteps('disk', 'the folder of this run', () =>
    makeInRun(options, site, { ...day, run: run.value }),
  )
  const closed = closeRun(run.value, made.ok)
  if (!closed.ok) options.log?.(closed.refusal.is)
  return made
}

async function makeInRun(
  options: BriefOptions,
  site: Site,
  day: NoteOfDay & { readonly run: string },
): Promise<Result<MadeBrief>> {
  const { config, paths, dryRun } = options
  const to = Math.floor(day.now / 1_000)
  const window = { from: options.since ?? windowStart(config.brief.window, to), to }
  const log = options.log ?? (() => undefined)
  log('asking the mail helper, and whether the model can be used')
  const tidy = () => {
    for (const tidied of [sweepRuns(paths.runs, day.run), pruneScores(paths.scores, to)])
      if (!tidied.ok) log(tidied.refusal.is)
  }
  const [gathered] = await Promise.all([gather(options, site, window.from), whileTheyStart(tidy)])
  if (!gathered.ok) return gathered
  const { mail, engine } = gathered.value
  log(`${mail.envelopes.length} messages collected`)
  const given = { ...options, ...day, items: options.items ?? [], cache: paths.scores }
  const made = await briefOfMail({ ...given, log, site, window, engine }, mail)
  if (!made.ok) return made
  const { items, sections, coverage, block } = made.value
  const model = made.value.engine.model?.model ?? null
  const note = dryRun ? done(null) : writeBlock(day, block)
  if (!note.ok) return note
  log(dryRun ? 'nothing is written' : 'the note is written')
  const by = model === null ? 'rules' : 'ollama'
  return done({
    brief: { note: note.value, engine: by, model, window, items, sections, coverage },
    text: block,
  })
}

/** Old runs and scores are removed while the first processes start, which keeps this one waiting anyway. */
async function whileTheyStart(act: () => void): Promise<void> {
  await setImmediate()
  act()
}

/** The mail and the engine, found out side by side; without mail nobody waits for a model to load. */
async function gather(
  options: BriefOptions,
  site: Site,
  since: number,
): Promise<Result<{ mail: CollectAnswer; engine: Engine }>> {
  const { ranker } = options.config
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const ask = async () => {
    // Who has only accounts of twin's own has no store of Apple's to ask for.
    const isAsked = options.stored === undefined || options.config.mail.accounts.length > 0
    const stored = options.stored?.(since, signal)
    const answer = isAsked ? await askMail(options, { op: 'collect', since }) : done(UNASKED)
    if (!answer.ok) stop.abort()
    const part = await stored
    return answer.ok && part ? done(mergeMail(answer.value, part)) : answer
  }
  const [mail, engine] = await Promise.all([
    ask(),
    chooseEngine({ ...site, signal }, ranker, options.engine ?? ranker.engine),
  ])
  if (!mail.ok) return mail
  if (!engine.ok) return engine
  return done({ mail: mail.value, engine: engine.value })
}
