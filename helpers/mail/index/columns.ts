// Which columns an Envelope Index has, by name: a store created fresh and one that was upgraded have the same columns in
// another order, and releases add and drop some. Relies on pragma_table_info, which leaves generated columns out.
import { textOf } from '../text.ts'
import type { Reader } from './reader.ts'

/** By lower-case table name, columns as declared by lower-case name; real tables only (a view could run for ever). */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>

const NAME_CHARS = 200
const NAMES = `SELECT s.name AS name FROM sqlite_schema s WHERE s.type = 'table' AND s.rootpage > 0
  ORDER BY s.name COLLATE NOCASE NOT IN (SELECT value FROM json_each(:wanted)), s.name LIMIT :most`
/** Without a limit: SQLite itself takes no table of more than 2,000 columns. */
const INFO = 'SELECT name FROM pragma_table_info(:table)'

/** At most `most` tables with their columns, those of `wanted` before any other. */
export function columnsOf(reader: Reader, wanted: readonly string[], most: number): Columns {
  const columns = new Map<string, Map<string, string>>()
  for (const row of reader.all(NAMES, { wanted: JSON.stringify(wanted), most })) {
    const table = textOf(row['name'], NAME_CHARS)
    const names = reader.all(INFO, { table }).map(column => textOf(column['name'], NAME_CHARS))
    columns.set(table.toLowerCase(), new Map(names.map(name => [name.toLowerCase(), name])))
  }
  return columns
}

/** Whether the table has every one of the columns. */
export function has(columns: Columns, table: string, ...names: string[]): boolean {
  const found = columns.get(table)
  return found !== undefined && names.every(name => found.has(name))
}
