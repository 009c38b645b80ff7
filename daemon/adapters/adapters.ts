// What twind may ask of an account's adapter. Types alone. Relies on protocol/adapter.ts for the lines behind them.
import type { Account } from '../../protocol/configTables.ts'
import type { Descriptor, Listed, Verb } from '../../protocol/adapter.ts'
import type { Result } from '../../protocol/refusal.ts'

/** One page of what changed. `reset`: everything that no page lists is gone. `cursor`: opaque, on the last page. */
export interface Page {
  readonly messages: readonly Listed[]
  readonly gone: readonly string[]
  readonly reset: boolean
  readonly problems: readonly string[]
}
/** `path`: a regular file in the adapter's scratch folder, which the caller may rename away; checked for size and SHA-256. */
export interface Fetched {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}
export interface Change {
  readonly nonce: string
  readonly verb: Verb
  /** The adapter's own name; null for a draft. */
  readonly message: string | null
  readonly from: string | null
  readonly to: string | null
  readonly raw: Uint8Array | null
}
/** One running adapter. Every answer is checked; a line that breaks the protocol ends it, and what was asked is refused. */
export interface AdapterSession {
  /** One clause of the adapter's own on what it found: "a maildir++". */
  readonly about: string
  readonly capabilities: Descriptor
  /** Hands each page to `onPage` and waits for it; gives the next cursor. */
  readonly list: (
    cursor: string | null,
    onPage: (page: Page) => Promise<Result<void>>,
  ) => Promise<Result<string | null>>
  readonly fetch: (message: string) => Promise<Result<Fetched>>
  /** What the message is called afterwards; refused ("stale") where it is not where `from` says. */
  readonly apply: (change: Change) => Promise<Result<string | null>>
  readonly wasApplied: (nonce: string) => Promise<Result<'yes' | 'no' | 'unknown'>>
  readonly close: () => Promise<void>
}
/** `name`, `account`: of twin.toml. One session of an account at a time; refused ("busy") where another does not end in time. */
export type OpenAdapter = (
  name: string,
  account: Account,
  signal: AbortSignal,
) => Promise<Result<AdapterSession>>
