// Builds a folder that looks like Apple Mail's store and keeps its Envelope Index open, as Mail does while it runs. Relies on
// store/layouts.ts for the schema and on the spec for everything else; the same spec gives the same rows.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailboxFolder, STORE_UUID, writeAccountFolder, writePersistenceInfo } from './store/accountFolder.ts'
import { buildAccountsDb } from './store/accountsDb.ts'
import { openDatabase, type Db } from './store/database.ts'
import { fillMessage } from './store/fillMessages.ts'
import { fillStore } from './store/fillStore.ts'
import { fillV2 } from './store/fillV2.ts'
import { layoutStatements } from './store/layouts.ts'
import { storePaths } from './storePaths.ts'
import type { MessageSpec, StoreSpec } from './storeSpec.ts'

/** A store whose writer is running. */
export interface OpenStore {
  /** In WAL mode, without automatic checkpoints: what is written from now on lies only in -wal. */
  readonly db: Db
  /** Adds messages in one transaction; their ROWIDs follow the last one's. Throws RangeError on a V2 store. */
  readonly add: (messages: Iterable<MessageSpec>) => void
  /** Ends the writer as Mail does: the log is written back and the sidecars are gone. */
  readonly close: () => void
}

/** Writes the store below `folder`, which must not hold one yet. Throws RangeError for a spec that contradicts itself. */
export function openStore(folder: string, spec: StoreSpec): OpenStore {
  const paths = storePaths(folder)
  mkdirSync(paths.mailData, { recursive: true, mode: 0o700 })
  writePersistenceInfo(paths.mail)
  for (const account of spec.accounts)
    if (account.mailboxes.length > 0) writeAccountFolder(paths.version, account)
  writeBody(folder, spec)
  buildAccountsDb(paths.accountsDb, spec.accounts)
  return openIndex(paths.index, spec)
}

function openIndex(path: string, spec: StoreSpec): OpenStore {
  const db = openDatabase(path)
  // The file is nobody's yet: no journal and no fsync until it is whole.
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  const { tables, indexes } = layoutStatements(spec.layout ?? '10d-fresh')
  const filling = db.transaction(() => {
    for (const table of tables) db.exec(table)
    const filled = spec.layout === 'v2' ? fillV2(db, spec) : fillStore(db, spec)
    for (const index of indexes) db.exec(index)
    return filled
  })()
  db.pragma('journal_mode = WAL')
  db.pragma('wal_autocheckpoint = 0')
  const add = db.transaction((messages: Iterable<MessageSpec>) => {
    if (!filling) throw new RangeError('Cannot add to a V2 store: wanted a layout of generation 10')
    for (const message of messages) fillMessage(filling, message)
  })
  return { db, add, close: () => db.close() }
}

/** One message body, in the form and place of Mail's: a reader of envelopes must never open it. */
function writeBody(folder: string, spec: StoreSpec): void {
  const account = spec.accounts.find(one => one.mailboxes.length > 0)
  const mailbox = account?.mailboxes[0]
  if (!account || !mailbox) return
  const place = join(storePaths(folder).version, account.uuid, mailboxFolder(mailbox.path))
  const messages = join(place, STORE_UUID, 'Data', 'Messages')
  mkdirSync(messages, { recursive: true })
  const message = 'From: nobody@example.invalid\nSubject: body\n\nThe body of a message.\n'
  const head = String(Buffer.byteLength(message)).padEnd(10)
  const tail = '<?xml version="1.0"?><plist version="1.0"><dict/></plist>\n'
  writeFileSync(join(messages, '1.emlx'), `${head}\n${message}${tail}`)
}
