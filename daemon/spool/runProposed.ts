// What a run proposes and what it is told came of it: types alone. Relies on the applier for having checked each change against what
// the run may ask for.
import type { MailChange } from '../../protocol/mailChange.ts'

/** `nonce`: of this change among all changes of all runs. */
export interface RunChange {
  readonly nonce: string
  readonly change: MailChange
}
/** `name`: of the run. `rate`: how many of its changes may be made in an hour without a person. */
export interface RunProposer {
  readonly name: string
  readonly rate: number
}
/** `pending`: they wait for a person, or for an account that could not be opened. `reasons`: sentences of twin's own. */
export interface RunProposed {
  readonly applied: number
  readonly pending: number
  readonly refused: number
  readonly stuck: number
  readonly reasons: readonly { readonly sentence: string; readonly count: number }[]
}
