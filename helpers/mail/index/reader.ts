// A SQLite database, read and never written: integers come as BigInt (ids exceed 2^53), one snapshot from open to close, and
// whatever the file does to SQLite becomes a refusal here. Relies on better-sqlite3, whose native file the caller names: a
// bundle has no node_modules to look it up from.
import Database from 'better-sqlite3'
import type { Refusal, RefusalCode } from '../../../protocol/refusal.ts'

export type Row = Readonly<Record<string, unknown>>
export type Parameters = Readonly<Record<string, number | bigint | string>>

export interface Reader {
  /** Rows of one SELECT. Throws what `refusalOf` understands. */
  readonly all: (sql: string, parameters?: Parameters) => Row[]
  readonly close: () => void
}

/** Milliseconds to wait for a lock of Mail's: it holds none for long. */
const BUSY = 2_000

/**
 * Why: temporary tables would go to folders that the profile denies; the file's own schema may not run functions; rows lie far
 * apart, so that a large cache is filled once and never read again (SQLite's own 2 MB took half the time of 16 MB).
 */
const SETTINGS = [
  'query_only = 1',
  'temp_store = MEMORY',
  'trusted_schema = 0',
  'cell_size_check = 1',
  'cache_size = -2000',
]

/** Opens `path` and begins its snapshot. `native`: better_sqlite3.node. Throws what `refusalOf` understands. */
export function openReader(path: string, native: string): Reader {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY, nativeBinding: native })
  try {
    db.defaultSafeIntegers(true)
    for (const setting of SETTINGS) db.pragma(setting)
    db.exec('BEGIN')
    // The first read opens the log and pins the snapshot.
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    db.close()
    throw error
  }
  // Preparing costs more than running where a statement is run once a sender.
  const prepared = new Map<string, Database.Statement<Parameters, Row>>()
  const all = (sql: string, parameters: Parameters = {}) => {
    const statement = prepared.get(sql) ?? db.prepare<Parameters, Row>(sql)
    prepared.set(sql, statement)
    return statement.all(parameters)
  }
  return { all, close: () => db.close() }
}

/** Loads SQLite: on macOS that is possible only before confinement. */
export function preload(native: string): void {
  new Database(':memory:', { nativeBinding: native }).close()
}

const BROKEN: readonly [RefusalCode, string] = ['store-broken', 'is damaged or no SQLite database']
const CODES: readonly (readonly [string, RefusalCode, string])[] = [
  ['SQLITE_BUSY', 'store-busy', 'is locked by another program'],
  ['SQLITE_LOCKED', 'store-busy', 'is locked by another program'],
  ['SQLITE_PROTOCOL', 'store-busy', 'is locked by another program'],
  ['SQLITE_FULL', 'disk', 'needs room that the disk does not have'],
  ['SQLITE_AUTH', 'no-access', 'cannot be opened'],
  ['SQLITE_PERM', 'no-access', 'cannot be opened'],
  ['SQLITE_READONLY', 'no-access', 'cannot be opened'],
  ['SQLITE_CANTOPEN', 'no-access', 'cannot be opened'],
]
const FIXES: Partial<Record<RefusalCode, string>> = {
  'store-busy': 'try again in a minute, or quit Mail',
  disk: 'free some space, then try again',
  'no-access': 'run "twin mail diagnose"',
  'store-broken': 'open Mail and let it rebuild its index, or name another store in twin.toml',
}

/** SQLite's error about `what` as a refusal; undefined for any other error, which is our own bug. */
export function refusalOf(what: string, error: unknown): Refusal | undefined {
  const sqlite = sqliteCode(error)
  if (sqlite === undefined) return undefined
  const found = CODES.find(([prefix]) => sqlite.startsWith(prefix))
  const [code, is] = found ? [found[1], found[2]] : BROKEN
  return {
    code,
    is: `${what} ${is} (${sqlite})`,
    wanted: 'a database that can be read',
    fix: FIXES[code] ?? '',
  }
}

/** SQLite's name of an error of SQLite's, for example SQLITE_CORRUPT; never its message, which may quote the file. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^SQLITE_[A-Z_0-9]+$/.test(error.code) ? error.code : undefined
}
