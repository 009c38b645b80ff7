// Inserts rows by column name into whatever layout a database has: a column or table that this layout lacks is left out, one
// that no layout has is our mistake and throws. Statements are prepared once a set of columns. Relies on tables10d.ts.
import type { Statement } from 'better-sqlite3'
import type { Db } from './database.ts'
import { tables10d } from './tables10d.ts'
import type { Row } from '../storeSpec.ts'

/** Inserts `row` and returns its ROWID; undefined where the layout has no such table. */
export type Insert = (table: string, row: Row) => number | undefined

/** Throws RangeError for a table or column that no layout of generation 10 has. */
export function inserter(db: Db): Insert {
  const present = new Map<string, ReadonlySet<string>>()
  const statements = new Map<string, Statement>()
  const columnsOf = (table: string): ReadonlySet<string> => {
    const known = present.get(table)
    if (known) return known
    const names = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    const found = new Set(names.map(String))
    present.set(table, found)
    return found
  }
  return (table, row) => {
    const columns = columnsOf(table)
    const names = Object.keys(row).filter(name => usable(table, name, columns))
    if (columns.size === 0 || names.length === 0) return undefined
    const key = `${table} ${names.join(' ')}`
    let statement = statements.get(key)
    if (!statement) {
      statement = db.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      statements.set(key, statement)
    }
    return Number(statement.run(names.map(name => row[name])).lastInsertRowid)
  }
}

function usable(table: string, column: string, present: ReadonlySet<string>): boolean {
  if (present.has(column)) return true
  if (column in (tables10d[table]?.columns ?? {})) return false
  throw new RangeError(`Cannot insert: ${table}.${column} is in no layout`)
}
