// The mail helper's loop: answers every request that lies in state/mail, then looks again, until nothing is left. At most
// DRAIN_PASSES looks, so that a flood cannot keep a helper alive for ever. Relies on serve.ts for one request.
import { DRAIN_PASSES, WAITING_REQUESTS } from '../../protocol/limits.ts'
import { contentsOf, requestsIn } from './contents.ts'
import { type Outcome, type Serving, serve } from './serve.ts'
import { sweep } from './sweep.ts'

export interface Drained {
  readonly passes: number
  readonly swept: number
  /** Entries of the folder that are none of ours: counted and left. */
  readonly foreign: number
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>
}

/** Drains the folder once. Throws the system's error where the folder cannot be listed. */
export function drain(serving: Serving): Drained {
  const outcomes: Partial<Record<Outcome, number>> = {}
  const first = contentsOf(serving.folder)
  const swept = sweep(serving.folder, first, serving.now())
  for (let pass = 1; pass <= DRAIN_PASSES; pass++) {
    const requests = requestsIn(contentsOf(serving.folder)).slice(0, WAITING_REQUESTS)
    serving.step('listed')
    if (requests.length === 0) return { passes: pass, swept, foreign: first.foreign, outcomes }
    for (const nonce of requests) {
      const outcome = serve(serving, nonce)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  return { passes: DRAIN_PASSES, swept, foreign: first.foreign, outcomes }
}
