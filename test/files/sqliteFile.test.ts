// Where better-sqlite3's native file lies: the one that is built is found. Relies on npm having built it.
import Database from 'better-sqlite3'
import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { sqliteFile } from '../../files/sqliteFile.ts'

test('sqliteFile names a file by an absolute path that SQLite can be loaded from', () => {
  expect(isAbsolute(sqliteFile())).toBe(true)
  const database = new Database(':memory:', { nativeBinding: sqliteFile() })
  expect(database.prepare('SELECT 1').pluck().get()).toBe(1)
  database.close()
})
