// The rows of accounts in the index: what is remembered between two syncs. Every call throws what SQLite throws; the callers make it
// a refusal (attemptDatabase). Relies on the caller for transactions.
import type { Database } from 'better-sqlite3'

export interface AccountRow {
  readonly id: number
  readonly name: string
  readonly path: string
  readonly cursor: string | null
  readonly synced: number | null
  readonly unfinished: number
  readonly descriptor: string | null
  readonly problems: string
}
/** `path`: of the adapter's mail. A row with another path begins anew: names of another place mean nothing here. */
export interface AccountRows {
  readonly get: (name: string) => AccountRow | undefined
  readonly all: () => readonly AccountRow[]
  readonly begin: (name: string, path: string) => AccountRow
  readonly listed: (id: number, cursor: string | null) => void
  readonly ended: (id: number, end: { synced: number; descriptor: string; problems: string }) => void
}

export function accountRows(database: Database): AccountRows {
  const one = database.prepare<[string], AccountRow>('SELECT * FROM accounts WHERE name = ?')
  const all = database.prepare<[], AccountRow>('SELECT * FROM accounts ORDER BY name')
  const add = database.prepare('INSERT INTO accounts(name, path) VALUES (?, ?) ON CONFLICT(name) DO NOTHING')
  const move = database.prepare('UPDATE accounts SET path = ?, cursor = NULL WHERE id = ?')
  const forget = database.prepare('UPDATE places SET mail = NULL, bytes = -1 WHERE account = ?')
  const begun = database.prepare('UPDATE accounts SET unfinished = 1 WHERE id = ?')
  const listed = database.prepare('UPDATE accounts SET cursor = ? WHERE id = ?')
  const ended = database.prepare(
    'UPDATE accounts SET synced = ?, descriptor = ?, problems = ?, unfinished = 0 WHERE id = ?',
  )
  /** The row as it was before: `unfinished` says how the last sync ended. */
  const begin = database.transaction((name: string, path: string): AccountRow => {
    add.run(name, path)
    const row = one.get(name)
    if (!row) throw new Error(`Cannot begin a sync: the row of ${name} is not there once it was written`)
    begun.run(row.id)
    if (row.path === path) return row
    move.run(path, row.id)
    forget.run(row.id)
    return { ...row, path, cursor: null }
  })
  return {
    get: name => one.get(name),
    all: () => all.all(),
    begin,
    listed: (id, cursor) => void listed.run(cursor, id),
    ended: (id, { synced, descriptor, problems }) => void ended.run(synced, descriptor, problems, id),
  }
}
