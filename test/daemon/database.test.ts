// The state database as it is found: made, migrated, kept after a crash, and refused where it is damaged, foreign or too new.
// Relies on better-sqlite3 for looking at it from outside.
import Database from 'better-sqlite3'
import { spawnSync } from 'node:child_process'
import { chmodSync, linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attemptDatabase, openDatabase } from '../../daemon/database.ts'
import { sqliteFile } from '../../files/sqliteFile.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const placeOf = (): string => join(temporaryFolder(), 'state', 'twin.db')
const raw = (path: string): Database.Database => new Database(path, { nativeBinding: sqliteFile() })

function opened(path: string): Database.Database {
  const result = openDatabase(path)
  if (!result.ok) throw new Error(result.refusal.is)
  return result.value
}
const why = (path: string): string => {
  const result = openDatabase(path)
  if (result.ok) result.value.close()
  return result.ok ? 'opened' : `${result.refusal.code}: ${result.refusal.is}`
}

describe('made', () => {
  test('a missing database is made for this user alone, with the tables of the schema', () => {
    const path = placeOf()
    const database = opened(path)
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
    expect(tables.all()).toEqual(['exposure', 'job_runs', 'settings'])
    database.prepare("INSERT INTO settings VALUES ('a', 'b')").run()
    for (const name of ['', '-wal', '-shm']) expect(lstatSync(path + name).mode & 0o777, name).toBe(0o600)
    expect(lstatSync(dirname(path)).mode & 0o777).toBe(0o700)
    database.close()
  })

  test('what is committed is on the disk before anybody is told so', () => {
    const database = opened(placeOf())
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(database.pragma('synchronous', { simple: true })).toBe(2)
    expect(database.pragma('trusted_schema', { simple: true })).toBe(0)
    database.close()
  })

  test('a table takes nothing of another type', () => {
    const database = opened(placeOf())
    const bad = ["('a', 2, 1, 'cli')", "('a', 'x', 1, 'cli')", "('a', 1, 'x', 'cli')", "('a', 1, 1, NULL)"]
    for (const values of bad)
      expect(attemptDatabase(() => database.exec(`INSERT INTO exposure VALUES ${values}`)).ok, values).toBe(
        false,
      )
    expect(attemptDatabase(() => database.exec("INSERT INTO exposure VALUES ('a', 1, 1, 'cli')")).ok).toBe(
      true,
    )
    database.close()
  })
})

describe('found', () => {
  test('a database is opened again with what it held, and is not migrated twice', () => {
    const path = placeOf()
    const first = opened(path)
    first.prepare("INSERT INTO settings VALUES ('a', 'b')").run()
    first.close()
    const again = opened(path)
    expect(again.prepare('SELECT value FROM settings').pluck().get()).toBe('b')
    expect(again.pragma('user_version', { simple: true })).toBe(1)
    again.close()
  })

  test('what was committed before a kill -9 is there, and what was not is gone', () => {
    const path = placeOf()
    opened(path).close()
    const script = `
      const db = new (require('better-sqlite3'))(${JSON.stringify(path)})
      db.pragma('synchronous = FULL')
      db.exec("INSERT INTO settings VALUES ('kept', '1')")
      db.exec("BEGIN; INSERT INTO settings VALUES ('lost', '1')")
      process.kill(process.pid, 'SIGKILL')`
    const child = spawnSync(process.execPath, ['-e', script], { cwd: join(import.meta.dirname, '..', '..') })
    expect(child.signal).toBe('SIGKILL')
    const database = opened(path)
    expect(database.prepare('SELECT key FROM settings').pluck().all()).toEqual(['kept'])
    database.close()
  })

  test('an empty file, as a crash may leave it, becomes a database', () => {
    const path = placeOf()
    mkdirSync(dirname(path), { mode: 0o700 })
    writeFileSync(path, '', { mode: 0o600 })
    expect(why(path)).toBe('opened')
  })
})

describe('refused', () => {
  const damaged = (path: string, act: (bytes: Buffer) => Buffer | string): void => {
    const database = opened(path)
    const insert = database.prepare('INSERT INTO settings VALUES (?, ?)')
    for (let at = 0; at < 500; at++) insert.run(`key ${at}`, 'x'.repeat(100))
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    writeFileSync(path, act(readFileSync(path)))
  }
  const filled = (bytes: Buffer, from: number, to: number): Buffer => bytes.fill(0xa5, from, to)

  test.each<[string, (bytes: Buffer) => Buffer | string, string]>([
    ['is some other file', () => 'x'.repeat(8_192), 'is no SQLite database'],
    ['has another header', bytes => filled(bytes, 0, 16), 'is no SQLite database'],
    ['has a page overwritten in the middle', bytes => filled(bytes, 4_096 * 5, 4_096 * 6), 'is damaged'],
    ['was cut in the middle', bytes => bytes.subarray(0, 4_096 * 4), 'is damaged'],
    ['has a schema that is none', bytes => filled(bytes, 100, 4_096), 'is damaged'],
  ])('a database that %s is refused and stays as it is', (_, act, is) => {
    const path = placeOf()
    damaged(path, act)
    const before = readFileSync(path)
    expect(why(path)).toBe(`disk: the state database, state/twin.db, ${is}`)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('the same database is opened where nothing is done to it', () => {
    const path = placeOf()
    damaged(path, bytes => bytes)
    expect(why(path)).toBe('opened')
  })

  test('a database of a newer twin is refused and stays as it is', () => {
    const path = placeOf()
    opened(path).close()
    const newer = raw(path)
    newer.pragma('user_version = 2')
    newer.close()
    expect(why(path)).toContain('was written by a newer twin')
    const after = raw(path)
    expect(after.pragma('user_version', { simple: true })).toBe(2)
    after.close()
  })

  test.each<[string, (path: string) => void, string]>([
    ['a directory', path => mkdirSync(path), 'is no regular file'],
    ['a symbolic link', path => symlinkSync('other.db', path), 'is no regular file'],
    [
      'a second name of another file',
      path => linkSync(join(dirname(path), 'other.db'), path),
      'has a second name elsewhere',
    ],
    [
      'a file that others can read',
      path => {
        writeFileSync(path, '')
        chmodSync(path, 0o644)
      },
      'is open to other users',
    ],
  ])('%s in its place is refused', (_, put, is) => {
    const path = placeOf()
    mkdirSync(dirname(path), { mode: 0o700 })
    writeFileSync(join(dirname(path), 'other.db'), '', { mode: 0o600 })
    put(path)
    expect(why(path)).toContain(is)
  })

  test('a database in a folder that others can enter is refused', () => {
    const path = placeOf()
    opened(path).close()
    chmodSync(dirname(path), 0o755)
    expect(why(path)).toContain('is open to other users')
  })

  test('what is no error of SQLite’s goes on as it was thrown', () => {
    expect(() =>
      attemptDatabase(() => {
        throw new RangeError('x')
      }),
    ).toThrow(RangeError)
  })

  test('a database that another program holds is refused and not waited for without end', () => {
    const path = placeOf()
    const database = opened(path)
    const other = raw(path)
    other.exec('BEGIN IMMEDIATE')
    database.pragma('busy_timeout = 1')
    const written = attemptDatabase(() => database.exec("INSERT INTO settings VALUES ('a', 'b')"))
    expect(written.ok ? '' : written.refusal.is).toContain('is locked by another program')
    other.exec('COMMIT')
    expect(attemptDatabase(() => database.exec("INSERT INTO settings VALUES ('a', 'b')")).ok).toBe(true)
    other.close()
    database.close()
  })

  test('a database without room is refused, is not to be moved away, and is written once there is room', () => {
    const path = placeOf()
    const database = opened(path)
    database.pragma('max_page_count = 1')
    const fill = () =>
      attemptDatabase(() => database.prepare("INSERT INTO settings VALUES ('a', ?)").run('x'.repeat(100_000)))
    expect(fill()).toMatchObject({
      ok: false,
      refusal: {
        is: expect.stringContaining('the disk is full'),
        fix: expect.stringMatching(/^free some space/),
      },
    })
    database.pragma('max_page_count = 1000000')
    expect(fill().ok).toBe(true)
    database.close()
  })

  test.each([
    ['SQLITE_CORRUPT', true],
    ['SQLITE_NOTADB', true],
    ['SQLITE_FULL', false],
    ['SQLITE_BUSY', false],
    ['SQLITE_READONLY_DBMOVED', false],
    ['SQLITE_IOERR_WRITE', false],
    ['SQLITE_CANTOPEN', false],
    ['SQLITE_ERROR', false],
  ])('a person is told to begin a new database after %s: %j', (code, isTold) => {
    const refused = attemptDatabase(() => {
      throw new Database.SqliteError('x', code)
    })
    expect(refused.ok ? '' : refused.refusal.fix.startsWith('move twin.db')).toBe(isTold)
  })
})
