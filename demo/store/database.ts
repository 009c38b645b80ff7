// Opens a SQLite file for writing a generated store. Relies on files/sqliteFile.ts for better-sqlite3's native file.
import Database from 'better-sqlite3'
import { sqliteFile } from '../../files/sqliteFile.ts'

export type Db = Database.Database

/** A new or existing database at `path`. Throws the library's SqliteError. */
export const openDatabase = (path: string): Db => new Database(path, { nativeBinding: sqliteFile() })
