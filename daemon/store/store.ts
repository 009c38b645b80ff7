// The local store of mail that adapters bring: raw messages, the parsed cache, and an index of both. Types alone: what the
// store promises. twind parses no message: what is in the index was checked when the confined stage `parse` had made it.
import type { Account } from '../../protocol/configTables.ts'
import type { Dkim, ParsedMessage } from '../../protocol/message.ts'
import type { Descriptor } from '../../protocol/adapter.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { Io } from '../io.ts'

/** One message in one collection, by the adapter's own name. */
export interface PlaceOfMail {
  readonly message: string
  readonly collection: string
  readonly flags: readonly string[]
  readonly keywords: readonly string[]
}
/**
 * One message of an account, once however many collections hold it. `sha256`: of the raw bytes. `raw`: the path of the raw
 * message. `parsed`: the folder in the parsed cache, with envelope.json, body.txt, headers.txt and attachments/; null where it
 * could not be parsed, and then `problem` says why. `known`: see MessageEnvelope.
 */
export interface StoredMail {
  readonly account: string
  readonly sha256: string
  readonly raw: string
  readonly bytes: number
  readonly parsed: string | null
  readonly problem: string | null
  readonly received: number | null
  readonly places: readonly PlaceOfMail[]
  readonly dkim: Dkim
  readonly known: boolean
  /** Letters that the person has sent to the first author. */
  readonly writtenTo: number
}
/** `thread`: messages with the same number are of one thread. `bySubject`: only its subject says so. */
export interface FoundMail {
  readonly mail: StoredMail
  readonly thread: number | null
  readonly bySubject: boolean
  /** Matched by the query, not pulled in by its thread. */
  readonly root: boolean
}
/** `matched`: how many the query matches in all; `more`: how many of them the limit left out; `cut`: threads that are not whole. */
export interface Found {
  readonly messages: readonly FoundMail[]
  readonly matched: number
  readonly more: number
  readonly cut: number
  /** What a person should know who finds less than they thought. */
  readonly notes: readonly string[]
}
export interface Asked {
  readonly account: string
  /** In the grammar of docs/queries.md. */
  readonly query: string
  readonly limit: number
  readonly expand: 'none' | 'thread'
  /** Unix seconds, and the time zone that a day is of. */
  readonly now: number
  readonly timeZone: string
}
/** What one sync did. `unparsed`: messages in the store that `parse` failed on; `problems`: sentences without mail text. */
export interface Synced {
  readonly account: string
  readonly listed: number
  readonly added: number
  readonly changed: number
  readonly gone: number
  readonly unparsed: number
  readonly messages: number
  readonly problems: readonly string[]
}
/**
 * An account that was synced, or is being. `synced`: Unix seconds of the last sync that ended. `whole`: no sync was cut off since.
 * `absent`: listed and not in the store: too large, or it could not be fetched. `sharedIds`: Message-IDs that several messages
 * of different content carry; each of them is a message of its own.
 */
export interface AccountState {
  readonly name: string
  readonly synced: number | null
  readonly whole: boolean
  readonly capabilities: Descriptor | null
  readonly messages: number
  readonly unparsed: number
  readonly absent: number
  readonly sharedIds: number
  readonly problems: readonly string[]
}
/** `about`: one clause of the adapter's. */
export interface Looked {
  readonly about: string
  readonly capabilities: Descriptor
}
export interface Store {
  /** What the adapter of an account that is not in twin.toml yet finds; refused where that is no mailbox. Reads no mail. */
  readonly look: (name: string, account: Account, signal: AbortSignal) => Promise<Result<Looked>>
  readonly sync: (account: string, io: Io) => Promise<Result<Synced>>
  /** The newest first; roots before what their threads pull in, thread by thread. */
  readonly find: (asked: Asked) => Result<Found>
  /** Refused ("bad-request") with the column (from 1) where the query is wrong. */
  readonly checkQuery: (query: string) => Result<void>
  /** Every account that the index knows, by name; those that are no longer in twin.toml too. */
  readonly accounts: () => Result<readonly AccountState[]>
  /** envelope.json of the parsed cache. */
  readonly parsedOf: (mail: StoredMail) => Result<ParsedMessage>
  readonly close: () => void
}
