// The SQL that finds what is new in the inboxes in scope: counts by mailbox and cause, and the newest rows, in one statement.
// Work grows with what is new: rows come from (mailbox, date_received) and (mailbox, display_date), whatever else the store
// holds. Pure. Relies on ids being integers of the store itself; apple-mail-store.md 2.9, 2.10, 5 and 9.
import { isDate } from '../dates.ts'
import { type Columns, has } from './columns.ts'

/** messages.ROWID of mailboxes by role, and addresses.ROWID of the user's own addresses. */
export interface Sets {
  /** Inboxes in scope, physical or label. */
  readonly inboxes: readonly bigint[]
  /** The mailboxes that may physically hold inbox mail. */
  readonly holders: readonly bigint[]
  readonly sent: readonly bigint[]
  readonly drafts: readonly bigint[]
  readonly trash: readonly bigint[]
  readonly junk: readonly bigint[]
  readonly own: readonly bigint[]
}

/** What `cause` says of a row; 0 is a message to hand out. */
export const CAUSES = ['keep', 'deleted', 'junk', 'drafts', 'own', 'undated'] as const

const FLAGS = {
  read: 0x1,
  deleted: 0x2,
  flagged: 0x10,
  draft: 0x40,
  junk: 0x1000000,
  notJunk: 0x2000000,
} as const
/** The bits of messages.flags; any other type counts as none. */
export const flag = (name: keyof typeof FLAGS): string =>
  `(CAST(coalesce(m.flags, 0) AS INTEGER) & ${FLAGS[name]}) <> 0`

export const list = (ids: readonly bigint[]): string => `(${ids.join(', ')})`

/** Whether message `m` lies in one of the mailboxes, or bears its label. */
export function isIn(ids: readonly bigint[], columns: Columns): string {
  if (ids.length === 0) return '0'
  const label = `EXISTS (SELECT 1 FROM labels l WHERE l.message_id = m.ROWID AND l.mailbox_id IN ${list(ids)})`
  const physical = `m.mailbox IN ${list(ids)}`
  return has(columns, 'labels', 'message_id', 'mailbox_id') ? `(${physical} OR ${label})` : `(${physical})`
}

/**
 * Parameters: `since` and `latest` (Unix seconds), `most`. Rows: kind 0 with box, cause, n; kind 1 with id, box, date, newest
 * first. A date is the one that Mail shows, else when it came, else when it was sent.
 */
export function windowQuery(columns: Columns, sets: Sets): string {
  return `WITH fresh(id) AS (${fresh(columns, sets)}),
    seen AS MATERIALIZED (
      SELECT m.ROWID AS id, m.mailbox AS box, CAST(${shown(columns)} AS INTEGER) AS date, ${cause(columns, sets)} AS cause
      FROM fresh CROSS JOIN messages m ON m.ROWID = fresh.id WHERE ${isIn(sets.inboxes, columns)})
    SELECT 0 AS kind, box, CASE WHEN date IS NULL THEN 5 ELSE cause END AS cause, count(*) AS n, NULL AS id, NULL AS date
      FROM seen WHERE date >= :since OR (date IS NULL AND cause = 0) GROUP BY 2, 3
    UNION ALL
    SELECT 1, box, 0, 1, id, date
      FROM (SELECT id, box, date FROM seen WHERE cause = 0 AND date >= :since ORDER BY date DESC, id DESC LIMIT :most)`
}

/** Everything that may be of the window: by either date, and what has no usable date of arrival. */
function fresh(columns: Columns, { holders }: Sets): string {
  const from = `SELECT m.ROWID FROM messages m WHERE m.mailbox IN ${list(holders)} AND`
  const ranges = ['m.date_received >= :since', 'm.date_received IS NULL', 'm.date_received <= 0']
  if (has(columns, 'messages', 'display_date')) ranges.push('m.display_date >= :since')
  return ranges.map(range => `${from} ${range}`).join(' UNION ')
}

function shown(columns: Columns): string {
  const dates = ['display_date', 'date_received', 'date_sent'].filter(name => has(columns, 'messages', name))
  return `CASE ${dates.map(name => `WHEN ${isDate(`m.${name}`)} THEN m.${name}`).join(' ')} END`
}

/** Deleted comes first: who deletes a draft has deleted it. */
function cause(columns: Columns, sets: Sets): string {
  const deleted = has(columns, 'messages', 'deleted')
    ? `coalesce(m.deleted, 0) <> 0 OR ${flag('deleted')}`
    : flag('deleted')
  const cases = [
    `${deleted} OR ${isIn(sets.trash, columns)}`,
    `(${flag('junk')} AND NOT ${flag('notJunk')}) OR ${isIn(sets.junk, columns)}`,
    `${flag('draft')} OR ${isIn(sets.drafts, columns)}`,
    sets.own.length > 0 ? `m.sender IN ${list(sets.own)}` : '0',
  ]
  return `CASE ${cases.map((test, i) => `WHEN ${test} THEN ${i + 1}`).join(' ')} ELSE 0 END`
}
