// How every helper ends that could not confine itself: with a sentence on stderr, where twind looks for it, and a code of its own.
// Relies on nothing of a message having been read by then.
import type { Refusal } from '../protocol/refusal.ts'

/** The exit code of a helper that could not confine itself. */
export const UNCONFINED = 5

/** Says why, and ends this process. */
export function endUnconfined({ is, wanted, fix }: Refusal): never {
  process.stderr.write(`Cannot confine: ${is}, wanted ${wanted}; ${fix}.\n`)
  process.exit(UNCONFINED)
}
