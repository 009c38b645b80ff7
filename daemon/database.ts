// state/twin.db: what twin remembers besides files: exposure, the runs of jobs, settings of its own. Opened once by twind, or by
// the one call that runs in its place, under the instance lock. Relies on SQLite's WAL with synchronous FULL: what was committed
// survives a crash. What SQLite cannot do becomes a refusal here; any other error is our own bug and goes on.
import Database from 'better-sqlite3'
import { closeSync, lstatSync, openSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { isOurs } from '../files/isOurs.ts'
import { sqliteFile } from '../files/sqliteFile.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { attempt } from './attempt.ts'
import { privateFolder } from './privateFolder.ts'

/** Milliseconds to wait for a lock: only a second twind, or a person's sqlite3 shell, could hold one. */
const BUSY = 2_000
/** What each version of the schema adds to the one before; `user_version` counts them. An entry never changes once released. */
const MIGRATIONS = [
  `CREATE TABLE exposure(
     name TEXT PRIMARY KEY, offered INTEGER NOT NULL CHECK (offered IN (0, 1)),
     changed INTEGER NOT NULL, by TEXT NOT NULL) STRICT;
   CREATE TABLE job_runs(
     id INTEGER PRIMARY KEY, job TEXT NOT NULL, trigger TEXT NOT NULL, started INTEGER NOT NULL,
     ended INTEGER, outcome TEXT, why TEXT) STRICT;
   CREATE INDEX job_runs_of_job ON job_runs(job, id);
   CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;`,
] as const
const SETTINGS = ['journal_mode = WAL', 'synchronous = FULL', 'trusted_schema = 0', 'cell_size_check = 1']

/**
 * The database at `path`, made where it is missing (0600, in a folder of 0700) and brought to the newest schema. Refused where
 * it cannot be opened, is damaged, belongs to somebody else, or was written by a newer twin. The caller closes it.
 */
export function openDatabase(path: string): Result<Database.Database> {
  const folder = privateFolder(dirname(path))
  if (!folder.ok) return folder
  const file = attempt('disk', WHAT, () => ownFile(path))
  if (!file.ok) return file
  if (file.value !== undefined) return wrong(file.value)
  const opened = attemptDatabase(
    () => new Database(path, { timeout: BUSY, fileMustExist: true, nativeBinding: sqliteFile() }),
  )
  if (!opened.ok) return opened
  const prepared = attemptDatabase(() => prepare(opened.value))
  if (prepared.ok && prepared.value === undefined) return opened
  opened.value.close()
  return prepared.ok ? wrong(prepared.value ?? DAMAGED) : prepared
}

/** The result of `act` on the state database; refused ("disk") where SQLite could not do it. Throws what is no error of SQLite's. */
export function attemptDatabase<T>(act: () => T): Result<T> {
  try {
    return done(act())
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    const [, is, fix] = PROBLEMS.find(([code]) => error.code.startsWith(code)) ?? []
    return wrong(is ?? `cannot be used (${error.code})`, fix ?? LOOK)
  }
}

const WHAT = 'the state database'
const DAMAGED = 'is damaged'
/** A new one forgets what a person turned off, and which jobs have run: only where this one is good for nothing. */
const BEGIN_ANEW =
  'move twin.db, twin.db-wal and twin.db-shm away: twin then begins a new one, with the exposure it ships with'
const LOOK = 'look at the disk and at the permissions of state/twin.db, then run the same command again'
/** What SQLite says, what that is in a sentence, and what helps. */
const PROBLEMS: readonly (readonly [string, string, string])[] = [
  ['SQLITE_CORRUPT', DAMAGED, BEGIN_ANEW],
  ['SQLITE_NOTADB', 'is no SQLite database', BEGIN_ANEW],
  ['SQLITE_FULL', 'cannot be written: the disk is full', 'free some space, then run the same command again'],
  ['SQLITE_BUSY', 'is locked by another program', 'end the program that has it open'],
  ['SQLITE_READONLY', 'cannot be written', LOOK],
  ['SQLITE_IOERR', 'cannot be read or written', LOOK],
  ['SQLITE_CANTOPEN', 'cannot be opened', LOOK],
]

/**
 * Makes the file, or says what is wrong with it. It is not opened to be looked at: closing a second descriptor of a file drops
 * the locks that SQLite holds on it in this process (POSIX).
 */
function ownFile(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat) return suspicion(stat)
  closeSync(openSync(path, 'wx', 0o600))
  return undefined
}

function suspicion(stat: Stats): string | undefined {
  if (!stat.isFile()) return 'is no regular file'
  if (!isOurs(stat)) return 'belongs to another user'
  if (stat.nlink !== 1) return 'has a second name elsewhere'
  return stat.mode & 0o077 ? 'is open to other users' : undefined
}

/** Checks the file and migrates it in one transaction; what is wrong with it, or undefined. */
function prepare(database: Database.Database): string | undefined {
  for (const setting of SETTINGS) database.pragma(setting)
  if (database.pragma('quick_check(1)', { simple: true }) !== 'ok') return DAMAGED
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > MIGRATIONS.length) return 'was written by a newer twin'
  const missing = MIGRATIONS.slice(version)
  if (missing.length === 0) return undefined
  database.transaction(() => {
    for (const step of missing) database.exec(step)
    database.pragma(`user_version = ${MIGRATIONS.length}`)
  })()
  return undefined
}

const wrong = (is: string, fix = BEGIN_ANEW) =>
  refused('disk', {
    is: `${WHAT}, state/twin.db, ${is}`,
    wanted: 'a database that twin made, that this user alone can read and write, and room for it',
    fix,
  })
