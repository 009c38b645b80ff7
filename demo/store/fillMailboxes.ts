// The rows of `mailboxes`: one a mailbox, label mailboxes with the physical one as source, counters last. Relies on
// inserter.ts; apple-mail-store.md 2.7 for which counter a message goes to.
import type { Db } from './database.ts'
import type { Insert } from './inserter.ts'
import { mailboxUrl } from './mailboxUrl.ts'
import type { AccountSpec, MailboxSpec, StoreSpec } from '../storeSpec.ts'

/** A mailbox key's ROWID and its account's scheme ('' where it has none). */
export interface MailboxRow {
  readonly row: number
  readonly scheme: string
}

export function fillMailboxes(insert: Insert, spec: StoreSpec): ReadonlyMap<string, MailboxRow> {
  const rows = new Map<string, MailboxRow>()
  const add = (mailbox: MailboxSpec, account: AccountSpec | undefined): void => {
    if (rows.has(mailbox.key)) throw new RangeError(`Cannot build: mailbox key ${mailbox.key} occurs twice`)
    const url = account ? mailboxUrl(account, mailbox) : (mailbox.url ?? mailbox.path)
    const source = mailbox.source === undefined ? null : rowOf(rows, mailbox.source)
    const row = insert('mailboxes', { url, source, ...mailbox.columns })
    if (row === undefined) throw new RangeError('Cannot build: this layout has no mailboxes')
    rows.set(mailbox.key, { row, scheme: account?.scheme ?? '' })
    if (account?.scheme === 'ews')
      insert('ews_folders', { folder_id: `AAMkAGE${row}=`, mailbox_id: row, sync_state: null })
  }
  for (const account of spec.accounts) {
    // A label mailbox names its source, so physical ones come first.
    const ordered = account.mailboxes.toSorted(
      (a, b) => Number(Boolean(a.source)) - Number(Boolean(b.source)),
    )
    for (const mailbox of ordered) add(mailbox, account)
  }
  for (const mailbox of spec.strayMailboxes ?? []) add(mailbox, undefined)
  return rows
}

const rowOf = (rows: ReadonlyMap<string, MailboxRow>, key: string): number => {
  const found = rows.get(key)
  if (!found) throw new RangeError(`Cannot build: no mailbox ${key} before it is a source`)
  return found.row
}

/** Sets every counter that the spec leaves open: label mailboxes count their labels, the others their own rows. */
export function countMailboxes(db: Db, spec: StoreSpec, rows: ReadonlyMap<string, MailboxRow>): void {
  const set = db.prepare('UPDATE mailboxes SET total_count = ?, unread_count = ? WHERE ROWID = ?')
  const own = tally(
    db,
    'SELECT mailbox AS box, read = 0 AS unread, count(*) AS n FROM messages GROUP BY 1, 2',
  )
  const hasLabels = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'labels'`).get() !== undefined
  const labelled = hasLabels
    ? tally(
        db,
        `SELECT l.mailbox_id AS box, m.read = 0 AS unread, count(*) AS n
           FROM labels l JOIN messages m ON m.ROWID = l.message_id GROUP BY 1, 2`,
      )
    : new Map<number, { total: number; unread: number }>()
  for (const mailbox of [
    ...spec.accounts.flatMap(account => account.mailboxes),
    ...(spec.strayMailboxes ?? []),
  ]) {
    const row = rowOf(rows, mailbox.key)
    const counts = (mailbox.source === undefined ? own : labelled).get(row)
    const { total_count = counts?.total ?? 0, unread_count = counts?.unread ?? 0 } = mailbox.columns ?? {}
    set.run(total_count, unread_count, row)
  }
}

interface Count {
  readonly box: number
  readonly unread: number
  readonly n: number
}

function tally(db: Db, sql: string): Map<number, { total: number; unread: number }> {
  const sums = new Map<number, { total: number; unread: number }>()
  for (const { box, unread, n } of db.prepare<[], Count>(sql).all()) {
    const sum = sums.get(box) ?? { total: 0, unread: 0 }
    sum.total += n
    if (unread) sum.unread += n
    sums.set(box, sum)
  }
  return sums
}
