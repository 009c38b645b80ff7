// What an operation is: one thing that can be asked for, as data and two functions. The registry holds them, the gate runs
// them, and every door shows them. Relies on protocol/ for the shapes that cross a door.
import type { Capability } from '../../protocol/capability.ts'
import type { CEILINGS, Change, CLASSES, PROVENANCES } from '../../protocol/call.ts'
import type { Config } from '../../protocol/config.ts'
import type { Channel, Door } from '../../protocol/door.ts'
import type { Proposed } from '../../protocol/proposal.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { Io } from '../io.ts'
import type { World } from '../world.ts'
import type { Narrowing } from './narrowing.ts'

export type OperationClass = (typeof CLASSES)[number]

/** What a handler may use beside its input. `narrowing`: which accounts this caller may see. */
export interface Context extends Io {
  readonly channel: Channel
  readonly world: World
  readonly narrowing: Narrowing
}

/** What a change would do. `sentence`: twin's own words, no mail text. `more`: changes beyond those that are listed. */
export interface Foreseen {
  readonly sentence: string
  readonly changes: readonly Change[]
  readonly more: number
}

/** A call whose input is checked. `capability`: null where policy.toml has no say: twin's own state. */
export interface CheckedCall {
  readonly capability: Capability | null
  /** What to file where policy says propose. */
  readonly proposed: Proposed
  readonly preview: (context: Context) => Promise<Result<Foreseen>>
  /** Runs the handler and checks what it returns. */
  readonly run: (context: Context) => Promise<Result<unknown>>
}

/** An operation with its types behind it; made by defineOperation alone. */
export interface Operation {
  /** family.verb. */
  readonly name: string
  readonly summary: string
  readonly class: OperationClass
  readonly ceiling: (typeof CEILINGS)[number]
  /** The doors that offer it; `mcp` is among them exactly where the ceiling is not never. */
  readonly doors: readonly Door[]
  readonly provenance: (typeof PROVENANCES)[number]
  /** A change that can be undone and stays on this machine. */
  readonly reversible: boolean
  /** null where policy.toml has no say. What a call needs is in its CheckedCall. */
  readonly capability: Capability | null | 'by-input'
  /** JSON Schema 2020-12 of the input and the output. */
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema: Readonly<Record<string, unknown>>
  /** Keys of the input that the command line takes by position, in this order; the last may be a list. */
  readonly positional: readonly string[]
  /** `config`: where it says which capability a call needs, as a job's table does. */
  readonly check: (input: unknown, config: Config) => Result<CheckedCall>
}
