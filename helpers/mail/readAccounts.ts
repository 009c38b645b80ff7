// The rows of Accounts4.sqlite that name accounts: a Core Data store that Mail shares with the system, read like the index,
// never written. What cannot be read leaves every account unnamed, and so out of scope. Relies on index/open.ts and
// apple-mail-store.md 7.
import { ARCHIVE_BYTES, NAME_CHARS } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { type AccountRow, isAddress } from './accountNames.ts'
import { columnsOf, has } from './index/columns.ts'
import { type Reader, refusalOf, type Row } from './index/reader.ts'
import { openDatabase, type Opening } from './index/open.ts'
import { archivedTexts } from './archived.ts'
import { textOf } from './text.ts'

const WANTED = ['zaccount', 'zaccountproperty']
const ROWS = 5_000

const ACCOUNTS = `SELECT Z_PK AS key, ZPARENTACCOUNT AS parent, substr(ZIDENTIFIER, 1, 300) AS identifier,
  substr(ZACCOUNTDESCRIPTION, 1, :chars) AS description, substr(ZUSERNAME, 1, :chars) AS username
  FROM ZACCOUNT ORDER BY Z_PK LIMIT ${ROWS}`
const PROPERTIES = `SELECT ZOWNER AS owner, ZVALUE AS value FROM ZACCOUNTPROPERTY
  WHERE ZKEY IN ('IdentityEmailAddress', 'EmailAliases') AND length(ZVALUE) <= ${ARCHIVE_BYTES} LIMIT ${ROWS}`

/** Refused as `openDatabase` refuses, or with store-broken where the tables are not Accounts4's. */
export function readAccounts(opening: Opening): Result<AccountRow[]> {
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

function rowsOf(reader: Reader, what: string): Result<AccountRow[]> {
  const columns = columnsOf(reader, WANTED, WANTED.length)
  const named = ['z_pk', 'zparentaccount', 'zidentifier', 'zaccountdescription', 'zusername']
  if (!has(columns, 'zaccount', ...named)) return { ok: false, refusal: noAccounts(what) }
  const properties = has(columns, 'zaccountproperty', 'zowner', 'zkey', 'zvalue')
    ? reader.all(PROPERTIES)
    : []
  const rows = reader.all(ACCOUNTS, { chars: NAME_CHARS })
  return done(rows.flatMap(row => accountOf(row, properties)))
}

function accountOf(row: Row, properties: readonly Row[]): AccountRow[] {
  const { key, parent } = row
  if (typeof key !== 'bigint') return []
  return [
    {
      key,
      parent: typeof parent === 'bigint' ? parent : undefined,
      identifier: textOf(row['identifier'], 300).trim().toUpperCase(),
      description: textOf(row['description'], NAME_CHARS),
      username: textOf(row['username'], NAME_CHARS),
      addresses: properties.filter(one => one['owner'] === key).flatMap(one => addressesIn(one['value'])),
    },
  ]
}

/** A property's value is archived; a switched-off alias is still an address of the user's. */
function addressesIn(value: unknown): string[] {
  return Buffer.isBuffer(value) ? archivedTexts(value).filter(isAddress) : []
}

const noAccounts = (what: string) => ({
  code: 'store-broken' as const,
  is: `${what} has no table of accounts`,
  wanted: 'the system’s Accounts4.sqlite',
  fix: 'correct accounts_db in twin.toml',
})
