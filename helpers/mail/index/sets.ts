// The row ids that the window query compares with: mailboxes of the accounts in scope by role, and the rows of the user's own
// addresses. Nothing of an account out of scope is among the mailboxes. Relies on accountsOf.ts.
import { OWN_ROWS } from '../../../protocol/limits.ts'
import type { Account, Mailbox } from '../accountsOf.ts'
import type { Role } from '../roles.ts'
import { type Columns, has } from './columns.ts'
import type { Reader } from './reader.ts'
import type { Sets } from './windowQuery.ts'

/** The sets. `ownCut`: own addresses that stand under more display names than OWN_ROWS, of which the rest are left out. */
export function setsOf(
  reader: Reader,
  columns: Columns,
  accounts: readonly Account[],
): Sets & { readonly ownCut: number } {
  const scoped = accounts.filter(account => account.inScope)
  const ids = (role: Role) => scoped.flatMap(account => inRole(account, role)).map(mailbox => mailbox.id)
  return {
    inboxes: ids('inbox'),
    holders: [...new Set(scoped.flatMap(account => holders(reader, columns, account)))],
    sent: ids('sent'),
    drafts: ids('drafts'),
    trash: ids('trash'),
    junk: ids('junk'),
    ...ownRows(reader, accounts),
  }
}

const inRole = (account: Account, role: Role): Mailbox[] =>
  account.mailboxes.filter(mailbox => mailbox.role === role)

/** The inboxes themselves, and where Gmail's labelled mail lies: the source, or anywhere in the account where none is named. */
function holders(reader: Reader, columns: Columns, account: Account): bigint[] {
  const inboxes = inRole(account, 'inbox')
  const sources = inboxes.flatMap(mailbox => mailbox.source ?? [])
  const known = new Set(account.mailboxes.map(mailbox => mailbox.id))
  const unsourced = inboxes.some(
    mailbox => mailbox.source === undefined && bearsLabels(reader, columns, mailbox.id),
  )
  if (unsourced) return [...known]
  return [...inboxes.map(mailbox => mailbox.id), ...sources.filter(id => known.has(id))]
}

function bearsLabels(reader: Reader, columns: Columns, mailbox: bigint): boolean {
  if (!has(columns, 'labels', 'message_id', 'mailbox_id')) return false
  return reader.all('SELECT 1 FROM labels WHERE mailbox_id = :mailbox LIMIT 1', { mailbox }).length > 0
}

/** Own addresses of every account: what the user sends from one account to another is the user's own mail. */
function ownRows(reader: Reader, accounts: readonly Account[]): { own: bigint[]; ownCut: number } {
  const sql = 'SELECT ROWID AS id FROM addresses WHERE address = :address COLLATE NOCASE LIMIT :most'
  const addresses = [...new Set(accounts.flatMap(account => account.own))]
  const found = addresses.map(address => reader.all(sql, { address, most: OWN_ROWS + 1 }))
  const rows = found.flatMap(one => one.slice(0, OWN_ROWS))
  return {
    own: rows.flatMap(row => (typeof row['id'] === 'bigint' ? row['id'] : [])),
    ownCut: found.filter(one => one.length > OWN_ROWS).length,
  }
}
