// Opens a SQLite file for writing a generated store. Names better-sqlite3's native file itself, because a bundle has no
// node_modules beside it to look it up from. Relies on better-sqlite3 being installed where this package can see it.
import Database from 'better-sqlite3'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageRoot } from '../../files/packageRoot.ts'

export type Db = Database.Database

/** A new or existing database at `path`. Throws the library's SqliteError. */
export function openDatabase(path: string): Db {
  const library = createRequire(join(packageRoot, 'package.json')).resolve('better-sqlite3/package.json')
  return new Database(path, {
    nativeBinding: join(dirname(library), 'build', 'Release', 'better_sqlite3.node'),
  })
}
