// Scores a queue of messages and items over one lane, one message a call, each in a record of its own. Relies on ollama.ts for a call
// and on checkReply.ts for what counts as an answer; the prompt of a message holds nothing of another one.
import type { Handle } from '../../../protocol/brand.ts'
import type { Rankable } from '../../../protocol/envelope.ts'
import { MODEL_BUSY_MILLISECONDS, MODEL_TRIES } from '../../../protocol/limits.ts'
import type { FailureWhy, RankConfig, Score } from '../../../protocol/score.ts'
import { checkReply } from './checkReply.ts'
import { budgetOf } from './budget.ts'
import type { Lane } from '../../laneFetch.ts'
import { askChat } from './askChat.ts'
import { promptOf } from './prompt.ts'

/** What the lanes share. */
export interface Work {
  readonly config: RankConfig
  readonly pending: ReadonlyMap<Handle, Rankable>
  /** Handles that have no record yet, taken from the front. */
  readonly queue: Handle[]
  readonly record: (handle: Handle, score: Score) => void
  /** How often a lane died under a message. */
  readonly losses: Map<Handle, number>
}

type Outcome = Score | 'forwarded' | 'lost'

/**
 * Takes messages until none is left, its lane is done, or another machine has answered. A message under which the lane died
 * goes back to the queue, and is given up when a second lane dies under it.
 */
export async function workOn(lane: Lane, work: Work): Promise<'empty' | 'dead' | 'forwarded'> {
  while (lane.alive()) {
    const handle = work.queue.shift()
    const envelope = handle && work.pending.get(handle)
    if (!handle || !envelope) return 'empty'
    const outcome = await scoreOne(lane, work.config, envelope)
    if (outcome === 'forwarded') return 'forwarded'
    if (outcome === 'lost') lose(handle, work)
    else work.record(handle, outcome)
  }
  return 'dead'
}

function lose(handle: Handle, work: Work): void {
  const losses = (work.losses.get(handle) ?? 0) + 1
  work.losses.set(handle, losses)
  if (losses >= MODEL_TRIES) work.record(handle, { by: 'none', why: 'unreachable' })
  else work.queue.unshift(handle)
}

/** The score of one message, within `config.timeout` for all its tries together. */
async function scoreOne(lane: Lane, config: RankConfig, envelope: Rankable): Promise<Outcome> {
  const deadline = performance.now() + config.timeout
  let why: FailureWhy = 'timeout'
  for (let attempt = 0; attempt < MODEL_TRIES && lane.alive(); attempt++) {
    const milliseconds = deadline - performance.now()
    if (milliseconds <= 0) break
    const tried = await tryOnce({ lane, config, milliseconds }, envelope, attempt)
    if (!('why' in tried)) return tried.outcome
    if (!tried.again) return { by: 'none', why: tried.why }
    why = tried.why
  }
  return { by: 'none', why }
}

type Tried = { readonly outcome: Outcome } | { readonly why: FailureWhy; readonly again: boolean }

async function tryOnce(
  ask: Parameters<typeof askChat>[0],
  envelope: Rankable,
  attempt: number,
): Promise<Tried> {
  const prompt = promptOf(envelope)
  const got = await askChat(ask, prompt, attempt)
  if (!got.ok) {
    const { why, status } = got.error
    if (why === 'unreachable') return { outcome: 'lost' }
    const busy = status === 503 || status === 429
    if (busy) await pause(Math.min(MODEL_BUSY_MILLISECONDS, ask.milliseconds))
    return { why, again: busy || why === 'not-json' }
  }
  const checked = checkReply(got.value, {
    leastTokens: prompt.leastTokens,
    window: budgetOf(ask.config.think).window,
  })
  if (checked.ok) return { outcome: { by: 'model', ...checked.answer } }
  return checked.why === 'forwarded'
    ? { outcome: 'forwarded' }
    : { why: checked.why, again: checked.why !== 'too-long' }
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
