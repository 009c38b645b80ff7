// The local store of mail that adapters bring: opens the index when somebody first needs it, runs one sync at a time, answers queries.
// Relies on the instance lock: nobody else has these files. What each file here may rely on is in its own first lines.
import type { Database } from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '../../protocol/configTables.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { OpenAdapter } from '../adapters/adapters.ts'
import { attemptDatabase, openDatabase } from '../database.ts'
import { parseQuery } from '../query/parseQuery.ts'
import { accountRows, type AccountRow } from './accountRows.ts'
import { accountStates } from './accountStates.ts'
import { readEnvelope } from './checkParsed.ts'
import { findMail } from './findMail.ts'
import { STORE_DATABASE } from './storeDatabase.ts'
import type { Store, Synced } from './store.ts'
import { storeFolders } from './storeFolders.ts'
import type { StoreParts } from './storeSite.ts'
import { syncAccount, unknownAccount } from './syncAccount.ts'
import type { Io } from '../io.ts'

/** Opens nothing yet. `folder` of the parts: state/store. */
export function openStore({ folder, ...parts }: StoreParts): Store {
  const folders = storeFolders(folder)
  const index = openLate(folders.index)
  return {
    look: (name, account, signal) => look(parts.openAdapter, { name, account, signal }),
    sync: syncInTurn(index, (database, name, how) => syncAccount({ ...parts, folders, database }, name, how)),
    find: asked => {
      const query = parseQuery(asked.query)
      if (!query.ok) return query
      return flat(
        index.use(database => {
          const row = syncedRow(database, parts, asked.account)
          return row.ok
            ? done(findMail({ database, folders }, row.value, { asked, query: query.value }))
            : row
        }),
      )
    },
    checkQuery: text => {
      const query = parseQuery(text)
      return query.ok ? done(undefined) : query
    },
    accounts: () => (index.isThere() ? index.use(accountStates) : done([])),
    parsedOf: mail => {
      const parsed = mail.parsed === null ? undefined : readEnvelope(join(mail.parsed, 'envelope.json'))
      return parsed ? done(parsed) : unreadable
    },
    close: index.close,
  }
}

/** The index, which is opened by whoever first needs it. `isThere`: whether there is one to open. */
interface LateIndex {
  readonly use: <T>(act: (database: Database) => T) => Result<T>
  readonly open: () => Result<Database>
  readonly isThere: () => boolean
  readonly close: () => void
}

function openLate(path: string): LateIndex {
  let opened: Database | undefined
  const open = (): Result<Database> => {
    if (opened) return done(opened)
    const database = openDatabase(path, STORE_DATABASE)
    if (database.ok) opened = database.value
    return database
  }
  return {
    open,
    use: act => {
      const database = open()
      return database.ok ? attemptDatabase(() => act(database.value), STORE_DATABASE) : database
    },
    isThere: () => opened !== undefined || existsSync(path),
    close: () => {
      opened?.close()
      opened = undefined
    },
  }
}

const flat = <T>(result: Result<Result<T>>): Result<T> => (result.ok ? result.value : result)

type SyncOne = (
  database: Database,
  name: string,
  how: { readonly io: Io; readonly mend: boolean },
) => Promise<Result<Synced>>

/** One sync at a time; the files of an account are compared with the index by its first. */
function syncInTurn(index: LateIndex, syncOne: SyncOne): Store['sync'] {
  const mended = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  return (name, io) => {
    const synced = last.then(() => {
      const database = index.open()
      if (!database.ok) return database
      const mend = !mended.has(name)
      mended.add(name)
      return syncOne(database.value, name, { io, mend })
    })
    // The next one waits for the end of this one, however it ends; whoever asked for this one hears of it.
    last = synced.then(
      () => undefined,
      () => undefined,
    )
    return synced
  }
}

interface Looking {
  readonly name: string
  readonly account: Account
  readonly signal: AbortSignal
}
async function look(openAdapter: OpenAdapter, { name, account, signal }: Looking): ReturnType<Store['look']> {
  const session = await openAdapter(name, account, signal)
  if (!session.ok) return session
  const { about, capabilities } = session.value
  await session.value.close()
  return done({ about, capabilities })
}

/** The row of an account whose mail can be asked for: it is in twin.toml, and a sync of it has ended once. */
function syncedRow(
  database: Database,
  { account }: Pick<StoreParts, 'account'>,
  name: string,
): Result<AccountRow> {
  if (!account(name)) return unknownAccount(name)
  const row = accountRows(database).get(name)
  if (row?.synced !== null && row !== undefined) return done(row)
  return refused('bad-request', {
    is: `the mail of ${name} is not in the store yet: no sync of it has ended`,
    wanted: 'an account that was synced once',
    fix: `run "twin sync ${name}"`,
  })
}

const unreadable = refused('store-broken', {
  is: 'the parsed form of a message is not in the store',
  wanted: 'a message that could be parsed, whole on the disk',
  fix: 'run "twin sync": it parses again what is missing',
})
