// What does the messages of a step, one process a message, and how many at once. Two forms keep the same promise: a process that was started
// for the message (poolWorkers.ts), and one that was forked for it (zygoteWorkers.ts).
import type { Result } from '../../protocol/refusal.ts'
import type { EachFolders } from './eachFolders.ts'
import type { Planned } from './stepPlan.ts'

/** Processes of one step that work side by side, where the machine has the processors. */
export const MOST_AT_ONCE = 4

export interface Unit extends Planned {
  readonly folders: EachFolders
}
export interface Workers {
  /** Messages that may be under way at once. */
  readonly atOnce: number
  /** Does one message; what wrote its output is gone when it resolves. The value: what the stage says, unchecked. */
  readonly work: (unit: Unit) => Promise<Result<unknown>>
  /** Ends whatever still runs. */
  readonly close: () => Promise<void>
}
