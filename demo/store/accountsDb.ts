// Accounts4.sqlite with the rows that name Mail's accounts: the account whose identifier is a mailbox URL's host, its
// parent, its type. Relies on apple-mail-store.md 7 and 11.4.
import { openDatabase, type Db } from './database.ts'
import { keyedArchive } from './keyedArchive.ts'
import type { AccountSpec } from '../storeSpec.ts'

const TABLES = [
  `CREATE TABLE ZACCOUNTTYPE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
    ZACCOUNTTYPEDESCRIPTION VARCHAR, ZIDENTIFIER VARCHAR, ZOWNINGBUNDLEID VARCHAR)`,
  `CREATE TABLE ZACCOUNT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
    ZACTIVE INTEGER, ZAUTHENTICATED INTEGER, ZSUPPORTSAUTHENTICATION INTEGER, ZVISIBLE INTEGER, ZWARMINGUP INTEGER,
    ZACCOUNTTYPE INTEGER, ZPARENTACCOUNT INTEGER, ZDATE TIMESTAMP, ZLASTCREDENTIALRENEWALREJECTIONDATE TIMESTAMP,
    ZACCOUNTDESCRIPTION VARCHAR, ZAUTHENTICATIONTYPE VARCHAR, ZCREDENTIALTYPE VARCHAR, ZIDENTIFIER VARCHAR,
    ZMODIFICATIONID VARCHAR, ZOWNINGBUNDLEID VARCHAR, ZUSERNAME VARCHAR, ZDATACLASSPROPERTIES BLOB)`,
  `CREATE TABLE ZACCOUNTPROPERTY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
    ZOWNER INTEGER, ZKEY VARCHAR, ZVALUE BLOB)`,
  `CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)`,
]

/** Core Data's numbers of the entities that Z_PRIMARYKEY names. */
const ENTITIES = { Account: 2, AccountProperty: 3, AccountType: 4 } as const
/** 1 January 2024 in seconds since 2001: when every account was added. */
const ADDED = 725_760_000

/** Writes `path`; accounts with `row: false` are left out. Throws RangeError for a parent that the spec lacks. */
export function buildAccountsDb(path: string, accounts: readonly AccountSpec[]): void {
  const db = openDatabase(path)
  db.pragma('journal_mode = WAL')
  db.transaction(() => {
    for (const table of TABLES) db.exec(table)
    fill(
      db,
      accounts.filter(account => account.row !== false),
    )
  })()
  db.close()
}

function fill(db: Db, accounts: readonly AccountSpec[]): void {
  const types = [...new Set(accounts.map(account => account.type))]
  const addType = db.prepare('INSERT INTO ZACCOUNTTYPE VALUES (?, ?, 1, ?, ?, ?)')
  types.forEach((type, i) =>
    addType.run(i + 1, ENTITIES.AccountType, type, `com.apple.account.${type}`, 'com.apple.accounts'),
  )
  const keys = accounts.map(account => account.key)
  const add = db.prepare(
    `INSERT INTO ZACCOUNT (Z_PK, Z_ENT, Z_OPT, ZACTIVE, ZAUTHENTICATED, ZVISIBLE, ZACCOUNTTYPE, ZPARENTACCOUNT, ZDATE,
       ZACCOUNTDESCRIPTION, ZAUTHENTICATIONTYPE, ZIDENTIFIER, ZUSERNAME)
     VALUES (?, ${ENTITIES.Account}, 1, 1, 1, 1, ?, ?, ${ADDED}, ?, ?, ?, ?)`,
  )
  accounts.forEach((account, i) => {
    const parent = parentOf(account, keys)
    const how = parent === null ? null : 'parent'
    const type = types.indexOf(account.type) + 1
    add.run(i + 1, type, parent, account.description, how, account.uuid, account.username)
  })
  const properties = addProperties(db, accounts)
  const addEntity = db.prepare('INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, ?)')
  addEntity.run(ENTITIES.Account, 'Account', accounts.length)
  addEntity.run(ENTITIES.AccountProperty, 'AccountProperty', properties)
  addEntity.run(ENTITIES.AccountType, 'AccountType', types.length)
}

/** A row that no account has: what a half-removed account leaves behind. */
const LOST = 4_711

function parentOf(account: AccountSpec, keys: readonly string[]): number | null {
  if (account.lostParent) return LOST
  if (account.parent === undefined) return null
  const row = keys.indexOf(account.parent) + 1
  if (row === 0) throw new RangeError(`Cannot build: account ${account.key} has no parent row`)
  return row
}

/** IdentityEmailAddress and EmailAliases, where a spec has them; returns how many rows. */
function addProperties(db: Db, accounts: readonly AccountSpec[]): number {
  const add = db.prepare(
    `INSERT INTO ZACCOUNTPROPERTY (Z_ENT, Z_OPT, ZOWNER, ZKEY, ZVALUE)
     VALUES (${ENTITIES.AccountProperty}, 1, ?, ?, ?)`,
  )
  let count = 0
  accounts.forEach(({ identity, aliases = [] }, i) => {
    if (identity !== undefined)
      count += add.run(i + 1, 'IdentityEmailAddress', keyedArchive(identity)).changes
    if (aliases.length > 0)
      count += add.run(i + 1, 'EmailAliases', keyedArchive(aliases.map(aliasOf))).changes
  })
  return count
}

const aliasOf = (address: string) => ({
  DisplayName: 'Alias',
  IsEnabled: true,
  EmailAddresses: [{ EmailAddress: address, IsEnabled: true, IsPrimary: false }],
})
