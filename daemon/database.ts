// Opens twin's databases: state/twin.db, what twin remembers besides files (exposure, the runs of jobs, settings), and the index of
// the store. Each once, by twind or the one call in its place, under the instance lock. Relies on SQLite's WAL: what was committed
// survives a crash, with synchronous FULL a power cut too. What SQLite cannot do becomes a refusal here; any other error is our own bug.
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
/**
 * What a database is. `what`: as it stands in a sentence; `migrations`: what each version of the schema adds to the one before
 * (`user_version` counts them; an entry never changes once released); `sure`: its last transactions survive a power cut, and
 * the whole file is checked when it is opened; else both would cost more than making it anew; `anew`, `look`: what a person does where it is damaged, and where it cannot be used.
 */
export interface DatabaseKind {
  readonly what: string
  readonly migrations: readonly string[]
  readonly sure: boolean
  readonly anew: string
  readonly look: string
}
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
const STATE: DatabaseKind = {
  what: 'the state database, state/twin.db,',
  migrations: MIGRATIONS,
  sure: true,
  /** A new one forgets what a person turned off, and which jobs have run: only where this one is good for nothing. */
  anew: 'move twin.db, twin.db-wal and twin.db-shm away: twin then begins a new one, with the exposure it ships with',
  look: 'look at the disk and at the permissions of state/twin.db, then run the same command again',
}
const SETTINGS = ['journal_mode = WAL', 'trusted_schema = 0', 'cell_size_check = 1']

/**
 * The database at `path`, made where it is missing (0600, in a folder of 0700) and brought to the newest schema. Refused where
 * it cannot be opened, is damaged, belongs to somebody else, or was written by a newer twin. The caller closes it.
 */
export function openDatabase(path: string, kind = STATE): Result<Database.Database> {
  const folder = privateFolder(dirname(path))
  if (!folder.ok) return folder
  const file = attempt('disk', kind.what, () => ownFile(path))
  if (!file.ok) return file
  if (file.value !== undefined) return wrong(kind, file.value)
  const opened = attemptDatabase(
    () => new Database(path, { timeout: BUSY, fileMustExist: true, nativeBinding: sqliteFile() }),
    kind,
  )
  if (!opened.ok) return opened
  const prepared = attemptDatabase(() => prepare(opened.value, kind), kind)
  if (prepared.ok && prepared.value === undefined) return opened
  opened.value.close()
  return prepared.ok ? wrong(kind, prepared.value ?? DAMAGED) : prepared
}

/** The result of `act` on a database; refused ("disk") where SQLite could not do it. Throws what is no error of SQLite's. */
export function attemptDatabase<T>(act: () => T, kind = STATE): Result<T> {
  try {
    return done(act())
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    const [, is, fix] = PROBLEMS.find(([code]) => error.code.startsWith(code)) ?? []
    return wrong(
      kind,
      is ?? `cannot be used (${error.code})`,
      fix ?? (is && isSpoilt(is) ? kind.anew : kind.look),
    )
  }
}

const DAMAGED = 'is damaged'
/** What SQLite says, what that is in a sentence, and what helps where that is not to look; damage asks for a new file. */
const PROBLEMS: readonly (readonly [string, string, string?])[] = [
  ['SQLITE_FULL', 'cannot be written: the disk is full', 'free some space, then run the same command again'],
  ['SQLITE_BUSY', 'is locked by another program', 'end the program that has it open'],
  ['SQLITE_READONLY', 'cannot be written'],
  ['SQLITE_IOERR', 'cannot be read or written'],
  ['SQLITE_CANTOPEN', 'cannot be opened'],
  ['SQLITE_CORRUPT', DAMAGED],
  ['SQLITE_NOTADB', 'is no SQLite database'],
]
const isSpoilt = (is: string): boolean => is === DAMAGED || is === 'is no SQLite database'

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
function prepare(database: Database.Database, { migrations, sure }: DatabaseKind): string | undefined {
  for (const setting of SETTINGS) database.pragma(setting)
  database.pragma(`synchronous = ${sure ? 'FULL' : 'NORMAL'}`)
  if (sure && database.pragma('quick_check(1)', { simple: true }) !== 'ok') return DAMAGED
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > migrations.length) return 'was written by a newer twin'
  const missing = migrations.slice(version)
  if (missing.length === 0) return undefined
  database.transaction(() => {
    for (const step of missing) database.exec(step)
    database.pragma(`user_version = ${migrations.length}`)
  })()
  return undefined
}

const wrong = ({ what, anew }: DatabaseKind, is: string, fix = anew) =>
  refused('disk', {
    is: `${what} ${is}`,
    wanted: 'a database that twin made, that this user alone can read and write, and room for it',
    fix,
  })
