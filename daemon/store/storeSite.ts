// What each part of the store works with: the folders, the open index, and the parts of twind that bring and parse mail. Types alone.
import type { Database } from 'better-sqlite3'
import type { Account } from '../../protocol/configTables.ts'
import type { Dkim, ParsedMessage } from '../../protocol/message.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { OpenAdapter } from '../adapters/adapters.ts'
import type { LoadedStage, PerformStep } from '../stages/stages.ts'
import type { StoreFolders } from './storeFolders.ts'

/** A message that is new in the store, whole and parsed. `raw`: path of its raw bytes. `received`: Unix seconds. */
export interface NewMail {
  readonly sha256: string
  readonly raw: string
  readonly parsed: ParsedMessage
  readonly received: number | null
}
/**
 * Says of each message, in their order, what DKIM says: called once for each that enters the store, before anything can find it. It
 * never fails: what cannot be told is a state of its own. What it returns is kept as long as the message.
 */
export type VerifyDkim = (mails: readonly NewMail[], signal: AbortSignal) => Promise<readonly Dkim[]>

/** `account`: of twin.toml as it is now. `now`: milliseconds since 1970. Without `dkim` every message is not-checked. */
export interface StoreParts {
  readonly folder: string
  readonly account: (name: string) => Account | undefined
  readonly openAdapter: OpenAdapter
  readonly performStep: PerformStep
  readonly parseStage: () => Result<LoadedStage>
  readonly dkim?: VerifyDkim
  readonly now: () => number
}
export interface StoreSite extends Omit<StoreParts, 'folder'> {
  readonly folders: StoreFolders
  readonly database: Database
}
