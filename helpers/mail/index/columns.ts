// Which columns an Envelope Index has, by name: a store created fresh and one that was upgraded have the same columns in
// another order, and releases add and drop some. Relies on pragma_table_info, which leaves generated columns out.
import { textOf } from '../text.ts'
import type { Reader } from './database.ts'

/** By lower-case table name, columns as declared by lower-case name; real tables only (a view could run for ever). */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>

const NAME_CHARS = 200
const TABLES = `SELECT s.name AS name FROM sqlite_schema s WHERE s.type = 'table' AND s.rootpage > 0 ORDER BY s.name LIMIT :most`
const COLUMNS = `SELECT name FROM pragma_table_info(:table) LIMIT :most`

/** The tables of the database, at most `most`, and the columns of each, at most as many. */
export function columnsOf(reader: Reader, most: number): Columns {
  const columns = new Map<string, Map<string, string>>()
  for (const row of reader.all(TABLES, { most })) {
    const table = textOf(row['name'], NAME_CHARS)
    const names = reader.all(COLUMNS, { table, most }).map(column => textOf(column['name'], NAME_CHARS))
    columns.set(table.toLowerCase(), new Map(names.map(name => [name.toLowerCase(), name])))
  }
  return columns
}

/** Whether the table has every one of the columns. */
export function has(columns: Columns, table: string, ...names: string[]): boolean {
  const found = columns.get(table)
  return found !== undefined && names.every(name => found.has(name))
}
