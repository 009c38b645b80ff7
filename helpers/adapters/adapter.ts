// What an adapter is to the skeleton that speaks for it: the account it has opened, and what can be asked of that. Types alone.
// Relies on protocol/adapter.ts for what goes over the line.
import type { AdapterQuestion, Descriptor, Listed, Verb } from '../../protocol/adapter.ts'
import type { Result } from '../../protocol/refusal.ts'

/** Part of an answer to `list`: any number of messages; the skeleton divides it into lines. */
export interface Part {
  readonly messages: readonly Listed[]
  readonly gone: readonly string[]
  readonly reset: boolean
}
export interface ListEnd {
  readonly cursor: string | null
  /** Sentences on what could not be listed. */
  readonly problems: readonly string[]
}
/** `name`: 32 hex digits, in `incoming` of the scratch folder. */
export interface Incoming {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}
/** `raw`: of a draft, null for every other verb. */
export interface Change {
  readonly nonce: string
  readonly verb: Verb
  readonly message: string | null
  readonly from: string | null
  readonly to: string | null
  readonly raw: Buffer | null
}
export type Applied = 'yes' | 'no' | 'unknown'
/** One opened account. A system error that a method does not expect is thrown, and becomes a refusal of that question. */
export interface Adapter {
  /** One clause on what was found. */
  readonly about: string
  readonly capabilities: Descriptor
  readonly list: (cursor: string | null, onPart: (part: Part) => void) => Result<ListEnd>
  readonly fetch: (message: string) => Result<Incoming>
  /** What the message is called afterwards, null where it is nowhere any more. */
  readonly apply: (change: Change) => Result<string | null>
  readonly wasApplied: (nonce: string) => Result<Applied>
}
export type Open = Extract<AdapterQuestion, { op: 'open' }>
export type OpenAdapter = (open: Open) => Result<Adapter>
