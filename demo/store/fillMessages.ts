// The rows of one message: messages, message_global_data (shared by copies), labels, recipients and a business of the
// sender. Relies on inserter.ts and intern.ts; apple-mail-store.md 2.8 for which column points where.
import { createHash } from 'node:crypto'
import type { MailboxRow } from './fillMailboxes.ts'
import { flagsOf } from './flags.ts'
import type { Insert } from './inserter.ts'
import type { Intern } from './intern.ts'
import type { MessageSpec, SqlValue } from '../storeSpec.ts'

export interface Filling {
  readonly insert: Insert
  readonly intern: Intern
  readonly mailboxes: ReadonlyMap<string, MailboxRow>
  /** message_global_data.ROWID by Message-ID hash, conversations by subject, addresses with a business. */
  readonly globals: Map<bigint, number>
  readonly conversations: Map<string, number>
  readonly businesses: Set<number>
  next: number
}

/** Inserts `message` and returns messages.ROWID. Throws RangeError for a mailbox key that the spec lacks. */
export function fillMessage(filling: Filling, message: MessageSpec): number {
  const { insert, intern } = filling
  const mailbox = mailboxOf(filling, message.mailbox)
  const sender = message.from === null ? null : intern.address(message.from)
  const hash = hashOf(message, filling.next)
  const conversation = conversationOf(filling, message.subject)
  const row = insert('messages', {
    message_id: hash,
    global_message_id: globalOf(filling, message, hash),
    remote_id: mailbox.scheme === 'ews' ? `AAMkAGI${filling.next}AAA=` : filling.next,
    sender,
    subject_prefix: message.prefix ?? null,
    subject: intern.subject(message.subject),
    summary: message.preview === undefined ? null : intern.summary(message.preview),
    date_sent: message.sent === undefined ? message.received : message.sent,
    date_received: message.received,
    display_date: message.received,
    mailbox: mailbox.row,
    remote_mailbox: mailbox.row,
    flags: flagsOf(message),
    read: Number(message.read ?? false),
    flagged: Number(message.flagged ?? false),
    deleted: Number(message.deleted ?? false),
    flag_color: Number(message.flagged ?? false),
    is_urgent: Number(message.urgent ?? false),
    size: 4096,
    conversation_id: conversation,
    ...message.columns,
  })
  if (row === undefined) throw new RangeError('Cannot build: this layout has no messages')
  filling.next++
  for (const label of message.labels ?? [])
    insert('labels', { message_id: row, mailbox_id: mailboxOf(filling, label).row })
  fillRecipients(filling, message, row)
  fillBusiness(filling, message, sender)
  return row
}

function mailboxOf(filling: Filling, key: string): MailboxRow {
  const found = filling.mailboxes.get(key)
  if (!found) throw new RangeError(`Cannot build: no mailbox ${key}`)
  return found
}

/** Any stable 64-bit hash will do: Apple's is not known, and a reader may only compare it. 0: no Message-ID. */
function hashOf(message: MessageSpec, number: number): bigint {
  const given = message.columns?.['message_id']
  if (typeof given === 'bigint') return given
  if (typeof given === 'number') return BigInt(given)
  if (message.messageId === undefined) return 0n
  return hash64(message.messageId ?? `not indexed ${number}`)
}

export const hash64 = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE()

/** A copy shares the row of the first message with its hash; mail without a Message-ID has a row of its own. */
function globalOf(filling: Filling, message: MessageSpec, hash: bigint): SqlValue {
  const known = hash === 0n ? undefined : filling.globals.get(hash)
  if (known !== undefined) return known
  const generated = message.generated
    ? filling.insert('generated_summaries', { summary: message.generated, status: 0 })
    : undefined
  const row = filling.insert('message_global_data', {
    message_id: hash === 0n ? null : hash,
    model_category: message.category ?? null,
    category_is_temporary: message.category === undefined ? null : 0,
    model_high_impact: Number(message.highImpact ?? false),
    urgent: Number(message.urgent ?? false),
    generated_summary: generated ?? null,
    message_id_header: message.messageId ?? null,
    ...message.globalColumns,
  })
  if (row === undefined) throw new RangeError('Cannot build: this layout has no message_global_data')
  if (hash !== 0n) filling.globals.set(hash, row)
  return row
}

function conversationOf(filling: Filling, subject: string): number {
  const known = filling.conversations.get(subject)
  if (known !== undefined) return known
  const row = filling.insert('conversations', { flags: 0 }) ?? 0
  filling.conversations.set(subject, row)
  return row
}

/** An address row that does not exist, for recipients that name nobody. */
const NOBODY = 999_999_999

function fillRecipients({ insert, intern }: Filling, message: MessageSpec, row: number): void {
  const positions = new Map<number | null, number>()
  for (const { to, type = 0 } of message.to ?? []) {
    const position = positions.get(type) ?? 0
    positions.set(type, position + 1)
    insert('recipients', { message: row, address: to === null ? NOBODY : intern.address(to), type, position })
  }
}

function fillBusiness(filling: Filling, message: MessageSpec, address: number | null): void {
  const { from, senderCategory } = message
  if (senderCategory === undefined || !from || address === null || filling.businesses.has(address)) return
  filling.businesses.add(address)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const business = filling.insert('businesses', { address_comment: `${from.name} ${address}`, domain })
  filling.insert('business_addresses', { address, business: business ?? 0, category: senderCategory })
}
