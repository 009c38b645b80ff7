// What the operations on accounts answer, as it crosses a door. Every text of a message is its sender's; the collections, flags and
// words are the adapter's. Relies on message.ts and adapter.ts for the shapes.
import * as z from 'zod/mini'
import { Descriptor } from './adapter.ts'
import { text } from './envelope.ts'
import * as cap from './limits.ts'
import { Dkim, Mailbox } from './message.ts'
import { RefusalShape } from './request.ts'
import { unixSeconds } from './unixSeconds.ts'

const count = z.int().check(z.minimum(0))
const sentences = z.array(text(cap.SENTENCE_CHARS)).check(z.maxLength(cap.PROBLEMS))
const name = z.string().check(z.maxLength(cap.LABEL_CHARS))

/** `text`: what was put at the end of `file`. `about`: what the adapter found there, one clause. */
export const AccountAdded = z.strictObject({
  name,
  file: z.string(),
  text: z.string(),
  about: z.string(),
  capabilities: Descriptor,
})

/**
 * `path`: of twin.toml; null for one that is no longer there while its mail is still in the store. `synced`: Unix seconds, null
 * where no sync has ended. `whole`, `absent`, `sharedIds`: see AccountState.
 */
export const AccountShown = z.strictObject({
  name,
  adapter: z.nullable(z.string()),
  path: z.nullable(z.string()),
  synced: z.nullable(unixSeconds),
  whole: z.boolean(),
  capabilities: z.nullable(Descriptor),
  messages: count,
  unparsed: count,
  absent: count,
  sharedIds: count,
  problems: sentences,
})
export const AccountsListed = z.strictObject({
  accounts: z.array(AccountShown).check(z.maxLength(cap.ACCOUNTS)),
})

/** `unparsed`: of all messages of the account. */
const AccountSynced = z.strictObject({
  account: name,
  listed: count,
  added: count,
  changed: count,
  gone: count,
  unparsed: count,
  messages: count,
  problems: sentences,
})
/** An account that could not be synced is in `failed`, and the others are synced all the same. */
export const AccountsSynced = z.strictObject({
  synced: z.array(AccountSynced).check(z.maxLength(cap.TABLE_ENTRIES)),
  failed: z
    .array(z.strictObject({ account: name, refusal: RefusalShape }))
    .check(z.maxLength(cap.TABLE_ENTRIES)),
})

/** `date`: when it came, else what it says itself. `problem`: why it could not be parsed; from and subject are empty then. */
const MailFound = z.strictObject({
  date: z.nullable(unixSeconds),
  from: Mailbox,
  subject: text(cap.SUBJECT_CHARS),
  collections: z.array(text(cap.COLLECTION_CHARS)).check(z.maxLength(cap.COLLECTIONS)),
  flags: z.array(z.string()),
  tags: z.array(z.string()),
  dkim: Dkim,
  known: z.boolean(),
  thread: z.nullable(count),
  bySubject: z.boolean(),
  bytes: count,
  problem: z.nullable(text(cap.SENTENCE_CHARS)),
})
/** `matched`: all that fit the query; `more`: of these, how many are not here. `synced`: Unix seconds. `notes`: what is odd about the query. */
export const AccountsSearched = z.strictObject({
  account: name,
  messages: z.array(MailFound).check(z.maxLength(cap.LIST_ENTRIES)),
  matched: count,
  more: count,
  synced: z.nullable(unixSeconds),
  notes: sentences,
})
