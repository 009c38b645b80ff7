// What twin remembers in single words: the table `settings` of the state database, a key each. Every call throws what SQLite
// throws, so that several can be one transaction; the callers turn it into a refusal (attemptDatabase).
import type { Database } from 'better-sqlite3'

export interface Setting {
  readonly key: string
  readonly value: string
}
export interface Settings {
  readonly get: (key: string) => string | undefined
  readonly put: (key: string, value: string) => void
  readonly remove: (key: string) => void
  /** Those whose keys begin with `prefix`, which holds no `*`, `?` or `[`. */
  readonly under: (prefix: string) => readonly Setting[]
}

export function settings(database: Database): Settings {
  const read = database.prepare<[string], Setting>('SELECT key, value FROM settings WHERE key = ?')
  const write = database.prepare<[string, string]>(
    'INSERT INTO settings(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value',
  )
  const remove = database.prepare<[string]>('DELETE FROM settings WHERE key = ?')
  const list = database.prepare<[string], Setting>('SELECT key, value FROM settings WHERE key GLOB ?')
  return {
    get: key => read.get(key)?.value,
    put: (key, value) => void write.run(key, value),
    remove: key => void remove.run(key),
    under: prefix => list.all(`${prefix}*`),
  }
}
