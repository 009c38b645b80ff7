// The SQL that reads the fields of a few messages, and how often the user has written to a sender. Columns that a layout lacks
// become NULL. Texts are cut in SQL, so that a subject of megabytes never reaches JavaScript. Pure. Relies on
// apple-mail-store.md 2.8: a sender is addresses.ROWID; `senders` and `sender_addresses` would give other people's names.
import * as cap from '../../../protocol/limits.ts'
import { type Columns, has } from './columns.ts'
import { flag, isIn, list, type Sets } from './windowQuery.ts'

/** Fields of the messages `ids`, by name, in no order. */
export function detailQuery(columns: Columns, ids: readonly bigint[], own: readonly bigint[]): string {
  const fields = Object.entries(fieldsOf(columns, own)).map(([name, sql]) => `${sql} AS ${name}`)
  return `SELECT ${fields.join(',\n')} FROM messages m ${joins(columns).join(' ')} WHERE m.ROWID IN ${list(ids)}`
}

function fieldsOf(columns: Columns, own: readonly bigint[]): Record<string, string> {
  const message = (name: string) => (has(columns, 'messages', name) ? `m.${name}` : 'NULL')
  const global = (name: string) => (has(columns, 'message_global_data', 'rowid', name) ? `g.${name}` : 'NULL')
  const summary = hasSummary(columns) ? 'p.summary' : 'NULL'
  return {
    id: 'm.ROWID',
    sender: 'm.sender',
    address: text('a.address', cap.ADDRESS_CHARS),
    name: text('a.comment', cap.NAME_CHARS),
    prefix: text(message('subject_prefix'), cap.SUBJECT_CHARS),
    subject: text('s.subject', cap.SUBJECT_CHARS),
    summary: text(summary, cap.PREVIEW_CHARS),
    generated: hasGenerated(columns)
      ? `CASE WHEN ${summary} IS NULL AND length(x.summary) <= ${cap.ARCHIVE_BYTES} THEN x.summary END`
      : 'NULL',
    sent: message('date_sent'),
    read: has(columns, 'messages', 'read') ? 'm.read' : flag('read'),
    flagged: has(columns, 'messages', 'flagged') ? 'm.flagged' : flag('flagged'),
    urgent: `coalesce(${message('is_urgent')}, 0) <> 0 OR coalesce(${global('urgent')}, 0) <> 0`,
    impact: global('model_high_impact'),
    category: category(columns),
    header: text(global('message_id_header'), cap.MESSAGE_ID_CHARS),
    hash: message('message_id'),
    shared: has(columns, 'messages', 'message_id') ? shared('message_id', columns) : '0',
    share: shared('global_message_id', columns),
    direct: direct(columns, own),
  }
}

const hasSummary = (columns: Columns): boolean =>
  has(columns, 'summaries', 'rowid', 'summary') && has(columns, 'messages', 'summary')
const hasGenerated = (columns: Columns): boolean =>
  has(columns, 'generated_summaries', 'rowid', 'summary') &&
  has(columns, 'message_global_data', 'rowid', 'generated_summary')
const hasOverride = (columns: Columns): boolean => has(columns, 'business_addresses', 'address', 'category')

function joins(columns: Columns): string[] {
  const all = [
    'LEFT JOIN addresses a ON a.ROWID = m.sender',
    'LEFT JOIN subjects s ON s.ROWID = m.subject',
    hasSummary(columns) ? 'LEFT JOIN summaries p ON p.ROWID = m.summary' : '',
    has(columns, 'message_global_data', 'rowid')
      ? 'LEFT JOIN message_global_data g ON g.ROWID = m.global_message_id'
      : '',
    hasGenerated(columns) ? 'LEFT JOIN generated_summaries x ON x.ROWID = g.generated_summary' : '',
    hasOverride(columns) ? 'LEFT JOIN business_addresses b ON b.address = m.sender' : '',
  ]
  return all.filter(Boolean)
}

/**
 * At least the first `chars` code points, cut by bytes (no encoding of SQLite's takes more than four a code point): counting
 * characters, SQLite ends a text at a NUL, which would hide what stands behind it. JavaScript cuts to the code point.
 */
export const text = (sql: string, chars: number): string =>
  `CASE typeof(${sql}) WHEN 'text' THEN CAST(substr(CAST(${sql} AS BLOB), 1, ${chars * 4}) AS TEXT) END`

/** A person's choice for the sender comes before the model's, which counts only once it is not provisional. */
function category(columns: Columns): string {
  const global = (...names: string[]) => has(columns, 'message_global_data', 'rowid', ...names)
  const settled = global('category_is_temporary')
    ? 'CASE WHEN coalesce(g.category_is_temporary, 0) = 0 THEN g.model_category END'
    : 'g.model_category'
  const model = global('model_category') ? settled : 'NULL'
  return hasOverride(columns) ? `coalesce(b.category, ${model})` : model
}

/** Whether another message of the whole store has the same id and yet another sender, subject or date; copies have not. */
function shared(id: string, columns: Columns): string {
  const differing = ['sender', 'subject', 'subject_prefix', 'date_sent'].filter(name =>
    has(columns, 'messages', name),
  )
  const differs = differing.map(name => `coalesce(o.${name}, '') <> coalesce(m.${name}, '')`).join(' OR ')
  return `(m.${id} <> 0 AND EXISTS (SELECT 1 FROM messages o WHERE o.${id} = m.${id} AND o.ROWID <> m.ROWID AND (${differs})))`
}

function direct(columns: Columns, own: readonly bigint[]): string {
  if (own.length === 0 || !hasRecipients(columns)) return '0'
  return `EXISTS (SELECT 1 FROM recipients r WHERE r.message = m.ROWID AND r.type = 0 AND r.address IN ${list(own)})`
}

export const hasRecipients = (columns: Columns): boolean =>
  has(columns, 'recipients', 'message', 'address', 'type')

/**
 * Letters in the Sent mailboxes that went to the address of each of `senders` (addresses.ROWID), copies counted once. NOCASE
 * folds ASCII only, and every display name of the address counts. Forced order: address, recipients, message.
 */
export function writtenQuery(columns: Columns, { sent }: Sets, senders: readonly bigint[]): string {
  return `SELECT one.ROWID AS sender, count(DISTINCT coalesce(nullif(m.global_message_id, 0), -m.ROWID)) AS letters
    FROM addresses one CROSS JOIN addresses a ON a.address = one.address COLLATE NOCASE
    CROSS JOIN recipients r ON r.address = a.ROWID CROSS JOIN messages m ON m.ROWID = r.message
    WHERE one.ROWID IN ${list(senders)} AND one.address <> '' AND r.type IN (0, 1, 2)
      AND NOT ${flag('draft')} AND ${isIn(sent, columns)} GROUP BY one.ROWID`
}
