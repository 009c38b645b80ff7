// The rows of Accounts4.sqlite that name accounts: a Core Data store that Mail shares with the system, read like the index,
// never written. What cannot be read leaves every account unnamed, and so out of scope. Relies on index/open.ts and
// apple-mail-store.md 7.
import * as cap from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { type AccountRow, isAddress } from './accountNames.ts'
import { columnsOf, has } from './index/columns.ts'
import { text } from './index/detailQuery.ts'
import { type Reader, refusalOf, type Row } from './index/reader.ts'
import { openDatabase, type Opening } from './index/open.ts'
import { archivedTexts } from './archived.ts'
import { textOf } from './text.ts'

const WANTED = ['zaccount', 'zaccountproperty']

const ACCOUNTS = `SELECT Z_PK AS key, ZPARENTACCOUNT AS parent, substr(ZIDENTIFIER, 1, 300) AS identifier,
  ${text('ZACCOUNTDESCRIPTION', cap.NAME_CHARS + 1)} AS description, ${text('ZUSERNAME', cap.NAME_CHARS + 1)} AS username
  FROM ZACCOUNT ORDER BY Z_PK LIMIT :most`
const PROPERTIES = `SELECT ZOWNER AS owner, length(ZVALUE) > ${cap.ARCHIVE_BYTES} AS long,
  CASE WHEN length(ZVALUE) <= ${cap.ARCHIVE_BYTES} THEN ZVALUE END AS value FROM ZACCOUNTPROPERTY
  WHERE ZKEY IN ('IdentityEmailAddress', 'EmailAliases') ORDER BY Z_PK LIMIT :most`

/** `degraded`: sentences on what was not read. */
export interface AccountsRead {
  readonly rows: readonly AccountRow[]
  readonly degraded: readonly string[]
}

/**
 * Refused as `openDatabase` refuses, or with store-broken where the tables are not Accounts4's or have more accounts than
 * ACCOUNT_ROWS: a row that is not read may bear a name that is excluded.
 */
export function readAccounts(opening: Opening): Result<AccountsRead> {
  const opened = openDatabase(opening)
  if (!opened.ok) return opened
  const { reader } = opened.value
  try {
    return rowsOf(reader, opening.what)
  } catch (error) {
    const refusal = refusalOf(opening.what, error)
    if (!refusal) throw error
    return { ok: false, refusal }
  } finally {
    reader.close()
  }
}

function rowsOf(reader: Reader, what: string): Result<AccountsRead> {
  const columns = columnsOf(reader, WANTED, WANTED.length)
  const named = ['z_pk', 'zparentaccount', 'zidentifier', 'zaccountdescription', 'zusername']
  if (!has(columns, 'zaccount', ...named)) return noAccounts(what)
  const rows = reader.all(ACCOUNTS, { most: cap.ACCOUNT_ROWS + 1 })
  if (rows.length > cap.ACCOUNT_ROWS) return tooMany(what)
  const found = has(columns, 'zaccountproperty', 'z_pk', 'zowner', 'zkey', 'zvalue')
    ? reader.all(PROPERTIES, { most: cap.ADDRESS_ROWS + 1 })
    : []
  const properties = found.slice(0, cap.ADDRESS_ROWS)
  const accounts = rows.flatMap(row => accountOf(row, properties))
  return done({ rows: accounts, degraded: unread(accounts, found) })
}

function unread(accounts: readonly AccountRow[], found: readonly Row[]): string[] {
  const long = accounts.filter(account => !account.whole).length
  const addresses = found.length > cap.ADDRESS_ROWS || found.some(row => row['long'] === 1n)
  return [
    long > 0
      ? `A name of more than ${cap.NAME_CHARS} characters cannot be matched (accounts: ${long}): what it names is out of scope.`
      : '',
    addresses
      ? 'Not all of your addresses can be read: mail that you sent from the others is taken for somebody else’s.'
      : '',
  ].filter(Boolean)
}

function accountOf(row: Row, properties: readonly Row[]): AccountRow[] {
  const { key, parent } = row
  if (typeof key !== 'bigint') return []
  return [
    {
      key,
      parent: typeof parent === 'bigint' ? parent : undefined,
      identifier: textOf(row['identifier'], 300).trim().toUpperCase(),
      description: textOf(row['description'], cap.NAME_CHARS),
      username: textOf(row['username'], cap.NAME_CHARS),
      whole: [row['description'], row['username']].every(isWhole),
      addresses: properties.filter(one => one['owner'] === key).flatMap(one => addressesIn(one['value'])),
    },
  ]
}

const isWhole = (value: unknown): boolean =>
  textOf(value, cap.NAME_CHARS) === textOf(value, cap.NAME_CHARS + 1)

/** A property's value is archived; a switched-off alias is still an address of the user's. */
function addressesIn(value: unknown): string[] {
  return Buffer.isBuffer(value) ? archivedTexts(value).filter(isAddress) : []
}

const noAccounts = (what: string) =>
  refused('store-broken', {
    is: `${what} has no table of accounts`,
    wanted: 'the system’s Accounts4.sqlite',
    fix: 'correct accounts_db in twin.toml',
  })

const tooMany = (what: string) =>
  refused('store-broken', {
    is: `${what} has more than ${cap.ACCOUNT_ROWS} accounts`,
    wanted: `at most ${cap.ACCOUNT_ROWS}`,
    fix: 'correct accounts_db in twin.toml',
  })
