// Builds a folder that looks like Apple Mail's store: the Envelope Index of any layout, Accounts4.sqlite and the property lists
// beside them. The same spec gives the same rows. Relies on layouts.ts for the schema and on the spec for everything else.
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildAccountsDb } from './store/accountsDb.ts'
import { STORE_UUID, writeAccountFolder, writePersistenceInfo } from './store/accountFiles.ts'
import { openDatabase, type Db } from './store/database.ts'
import { fillMessage, type Filling } from './store/fillMessages.ts'
import { fillStore } from './store/fillStore.ts'
import { fillV2 } from './store/fillV2.ts'
import { statementsOf } from './store/layouts.ts'
import { storePaths } from './storePaths.ts'
import type { StoreSpec } from './storeSpec.ts'

/** Writes the store below `folder`, which must not hold one yet. Throws RangeError for a spec that contradicts itself. */
export function buildStore(folder: string, spec: StoreSpec): void {
  const paths = storePaths(folder)
  mkdirSync(paths.mailData, { recursive: true, mode: 0o700 })
  writePersistenceInfo(paths.mail)
  for (const account of spec.accounts)
    if (account.mailboxes.length > 0) writeAccountFolder(paths.version, account)
  writeBody(folder, spec)
  buildAccountsDb(paths.accountsDb, spec.accounts)
  buildIndex(paths.index, spec)
}

/** Creates and fills the database at `path`; in WAL mode, with sidecars where the spec asks for them. */
function buildIndex(path: string, spec: StoreSpec): void {
  const db = openDatabase(path)
  // The file is nobody's yet: no journal and no fsync until it is whole.
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  const { tables, indexes } = statementsOf(spec.layout ?? '10d-fresh')
  const filling = db.transaction(() => {
    for (const table of tables) db.exec(table)
    const filled = spec.layout === 'v2' ? fillV2(db, spec) : fillStore(db, spec)
    for (const index of indexes) db.exec(index)
    return filled
  })()
  db.pragma('journal_mode = WAL')
  if (spec.sidecars === 'live-copy' || spec.walOnly) leaveLive(path, { db, spec, filling })
  else db.close()
}

/** Closes `db`, but leaves the three files as they lie while Mail runs: the last writes only in -wal. */
function leaveLive(path: string, open: { db: Db; spec: StoreSpec; filling: Filling | undefined }): void {
  const { db, spec, filling } = open
  db.pragma('wal_autocheckpoint = 0')
  db.transaction(() => {
    db.prepare(
      `INSERT OR REPLACE INTO properties (key, value) VALUES ('WriteTransactionGeneration', 1)`,
    ).run()
    if (filling) for (const message of spec.walOnly ?? []) fillMessage(filling, message)
  })()
  const aside = mkdtempSync(`${path}-copy-`)
  const files = [path, `${path}-wal`, `${path}-shm`]
  for (const file of files) copyFileSync(file, join(aside, basename(file)))
  db.close()
  for (const file of files) renameSync(join(aside, basename(file)), file)
  rmSync(aside, { recursive: true })
}

/** One message body, in the form and place of Mail's: a reader of envelopes must never open it. */
function writeBody(folder: string, spec: StoreSpec): void {
  const account = spec.accounts.find(one => one.mailboxes.length > 0)
  const mailbox = account?.mailboxes[0]
  if (!account || !mailbox) return
  const path = mailbox.path.split('/').map(name => `${name}.mbox`)
  const messages = join(storePaths(folder).version, account.uuid, ...path, STORE_UUID, 'Data', 'Messages')
  mkdirSync(messages, { recursive: true })
  const message = 'From: nobody@example.invalid\nSubject: body\n\nThe body of a message.\n'
  const count = String(Buffer.byteLength(message)).padEnd(10)
  writeFileSync(
    join(messages, '1.emlx'),
    `${count}\n${message}<?xml version="1.0"?><plist version="1.0"><dict/></plist>\n`,
  )
}
