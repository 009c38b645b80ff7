// The local store of mail that adapters bring: opens the index when somebody first needs it, runs one sync at a time, answers queries.
// Relies on the instance lock: nobody else has these files. What each file here may rely on is in its own first lines.
import type { Database } from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attemptDatabase, openDatabase } from '../database.ts'
import { parseQuery } from '../query/parseQuery.ts'
import { accountRows, type AccountRow } from './accountRows.ts'
import { accountStates } from './accountStates.ts'
import { readEnvelope } from './checkParsed.ts'
import { findMail } from './findMail.ts'
import { INDEX } from './indexSchema.ts'
import type { Store } from './store.ts'
import { storeFolders } from './storeFolders.ts'
import type { StoreParts } from './storeSite.ts'
import { syncAccount, unknownAccount } from './syncAccount.ts'

/** Opens nothing yet. `folder` of the parts: state/store. */
export function openStore({ folder, ...parts }: StoreParts): Store {
  const folders = storeFolders(folder)
  let opened: Database | undefined
  const index = (): Result<Database> => {
    if (opened) return done(opened)
    const database = openDatabase(folders.index, INDEX)
    if (database.ok) opened = database.value
    return database
  }
  const mended = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    look: async (name, account, signal) => {
      const session = await parts.openAdapter(name, account, signal)
      if (!session.ok) return session
      const { about, capabilities } = session.value
      await session.value.close()
      return done({ about, capabilities })
    },
    sync: (name, io) => {
      const synced = last.then(() => {
        const database = index()
        if (!database.ok) return database
        const mend = !mended.has(name)
        mended.add(name)
        return syncAccount({ ...parts, folders, database: database.value }, name, { io, mend })
      })
      // The next one waits for the end of this one, however it ends; whoever asked for this one hears of it.
      last = synced.then(
        () => undefined,
        () => undefined,
      )
      return synced
    },
    find: asked => {
      const query = parseQuery(asked.query)
      if (!query.ok) return query
      const database = index()
      if (!database.ok) return database
      const found = attemptDatabase(() => {
        const row = syncedRow(database.value, parts, asked.account)
        return row.ok
          ? done(findMail({ database: database.value, folders }, row.value, { asked, query: query.value }))
          : row
      }, INDEX)
      return found.ok ? found.value : found
    },
    checkQuery: text => {
      const query = parseQuery(text)
      return query.ok ? done(undefined) : query
    },
    accounts: () => {
      if (!opened && !existsSync(folders.index)) return done([])
      const database = index()
      return database.ok ? attemptDatabase(() => accountStates(database.value), INDEX) : database
    },
    parsedOf: mail => {
      const parsed = mail.parsed === null ? undefined : readEnvelope(join(mail.parsed, 'envelope.json'))
      return parsed ? done(parsed) : unreadable
    },
    close: () => {
      opened?.close()
      opened = undefined
    },
  }
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
