// Ranks with the model: identifies it, tries it out once, then lets every lane work on the queue until it is empty or no lane
// is left. Relies on twind to start the stage again with fresh lanes while it makes progress.
import type { Handle } from '../../../protocol/brand.ts'
import type { Rankable } from '../../../protocol/envelope.ts'
import { MODEL_TIMEOUTS } from '../../../protocol/limits.ts'
import { refused, type Refusal } from '../../../protocol/refusal.ts'
import type { RankConfig, Score } from '../../../protocol/score.ts'
import { endOf, type StageEnd } from '../../../protocol/stage.ts'
import type { Lane } from '../../laneFetch.ts'
import { forwarded } from '../../model.ts'
import { probe, tryOut } from './probe.ts'
import { type Work, workOn } from './work.ts'

/** What one start of the stage has to do. */
export interface Job {
  readonly config: RankConfig
  /** The records that an earlier start wrote, in the manifest's order. */
  readonly earlier: readonly Score[]
  /** The messages and items that have none yet, in the manifest's order. */
  readonly pending: ReadonlyMap<Handle, Rankable>
  readonly record: (handle: Handle, score: Score) => void
}

/** Done with the model's identity, again for fresh lanes, or refused with why the model must not or cannot be used. */
export async function byModel(job: Job, lanes: readonly Lane[]): Promise<StageEnd> {
  const [lane] = lanes
  if (!lane) return { type: 'again' }
  if (inARow(job) >= MODEL_TIMEOUTS) return endOf(silent(job))
  const identity = await probe(lane, job.config)
  if (!identity.ok) return notUsable(identity.refusal)
  if (job.earlier.length === 0 && job.pending.size > 0) {
    const trial = await tryOut(lane, job.config)
    if (!trial.ok) return notUsable(trial.refusal)
  }
  const stopped = await drain(job, lanes)
  if (stopped === 'forwarded') return endOf(forwarded(job.config.model))
  return stopped === 'empty' ? endOf(identity) : { type: 'again' }
}

/** A server that is gone may be back for fresh lanes; twind ends that after a few starts without progress. */
const notUsable = (refusal: Refusal): StageEnd =>
  refusal.code === 'model-unreachable' ? { type: 'again' } : endOf({ ok: false, refusal })

/** Works until nothing is left, or no lane: `spent`. */
async function drain(job: Job, lanes: readonly Lane[]): Promise<'empty' | 'spent' | 'forwarded'> {
  let written = 0
  const work: Work = {
    config: job.config,
    pending: job.pending,
    queue: [...job.pending.keys()],
    losses: new Map(),
    record: (handle, score) => {
      written++
      job.record(handle, score)
    },
  }
  for (let left = lanes; work.queue.length > 0; left = lanes.filter(lane => lane.alive())) {
    if (left.length === 0) {
      giveUpOne(work, written)
      return work.queue.length === 0 ? 'empty' : 'spent'
    }
    const stops = await Promise.all(left.map(lane => workOn(lane, work)))
    if (stops.includes('forwarded')) return 'forwarded'
  }
  return 'empty'
}

/**
 * A message that ends every connection must not be asked about for ever, and one broken connection must not cost a message:
 * it is given up only where a whole start of the stage brought nothing but its loss.
 */
function giveUpOne(work: Work, written: number): void {
  const culprit = work.queue.find(handle => work.losses.has(handle))
  if (written > 0 || culprit === undefined) return
  work.queue.splice(work.queue.indexOf(culprit), 1)
  work.record(culprit, { by: 'none', why: 'unreachable' })
}

/** How many of the last records are timeouts, without another one between them. */
function inARow({ earlier }: Job): number {
  const last = earlier.findLastIndex(score => score.by !== 'none' || score.why !== 'timeout')
  return earlier.length - 1 - last
}

const silent = ({ config }: Job) =>
  refused('model-unusable', {
    is: `the configured model answered none of ${MODEL_TIMEOUTS} messages in a row within ${config.timeout / 1_000} s`,
    wanted: 'an answer within the timeout',
    fix: 'raise timeout or choose a smaller model under [ranker] in twin.toml',
  })
