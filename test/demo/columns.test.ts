// Every table and column of every layout is traceable to the schema notes: the builder cannot invent one that a reader then
// agrees with. Relies on test/fixtures/columns.ts being typed apart from the builder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildStore } from '../../demo/buildStore.ts'
import { openDatabase } from '../../demo/store/database.ts'
import { storePaths } from '../../demo/storePaths.ts'
import type { Layout } from '../../demo/storeSpec.ts'
import {
  allowed,
  allowedAccounts,
  indexNames,
  upgradedGlobals,
  upgradedTail,
  type Allowed,
} from '../fixtures/columns.ts'

const root = mkdtempSync(join(tmpdir(), 'twin-columns-'))
afterAll(() => rmSync(root, { recursive: true }))

const LAYOUTS = ['10d-fresh', '10d-upgraded', '10c', '10b', '10e', 'v2', 'mutilated'] as const

function built(layout: Layout): ReturnType<typeof storePaths> {
  const folder = join(root, layout)
  buildStore(folder, { layout, accounts: [], messages: [] })
  return storePaths(folder)
}
const paths = Object.fromEntries(LAYOUTS.map(layout => [layout, built(layout)] as const))

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

const TYPES: Record<string, string> = { I: 'INTEGER', T: 'TEXT', B: 'BLOB', V: 'VARCHAR', TS: 'TIMESTAMP' }

/** One line a column, in one form for the database and for the typed list. */
function listed(tables: Allowed): string[] {
  return Object.entries(tables).flatMap(([table, columns]) =>
    columns.split(';').map(column => {
      const [name, ...words] = column.trim().split(/\s+/)
      const auto = words.includes('AI')
      const rowid = auto || words.includes('PK')
      const type = rowid ? 'INTEGER' : (TYPES[words[0] ?? ''] ?? '')
      const key = rowid || words.includes('KEY')
      const dflt = words.find(word => /^D(-?\d|NULL)/.test(word))?.slice(1)
      return line({ table, name, type, key, auto, need: words.includes('NN'), dflt })
    }),
  )
}

function stored(path: string): string[] {
  const db = openDatabase(path)
  const tables = db
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all() as { name: string; sql: string }[]
  const lines = tables.flatMap(({ name: table, sql }) => {
    const columns = db.pragma(`table_info(${table})`) as Column[]
    return columns.map(column => {
      const key = column.pk !== 0
      const auto = key && sql.includes('AUTOINCREMENT')
      const need = column.notnull === 1
      return line({
        table,
        name: column.name,
        type: column.type,
        key,
        auto,
        need,
        dflt: column.dflt_value ?? undefined,
      })
    })
  })
  db.close()
  return lines
}

interface Line {
  table: string
  name: string | undefined
  type: string
  key: boolean
  auto: boolean
  need: boolean
  dflt: string | undefined
}

/** A key column is never NULL, so whether it says so makes no difference. */
const line = (c: Line): string =>
  [
    `${c.table}.${c.name} ${c.type}`,
    c.auto ? 'AUTOINCREMENT' : '',
    c.key ? 'KEY' : c.need ? 'NOT NULL' : '',
    c.dflt === undefined ? '' : `DEFAULT ${c.dflt}`,
  ]
    .filter(Boolean)
    .join(' ')
    .trim()

/** Lines that only one of the two has. */
function differences(path: string, wanted: Allowed): string[] {
  const [has, wants] = [new Set(stored(path)), new Set(listed(wanted))]
  return [...has].filter(each => !wants.has(each)).concat([...wants].filter(each => !has.has(each)))
}

function order(layout: Layout, table: string): unknown[] {
  const db = openDatabase(paths[layout]?.index ?? '')
  const names = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  db.close()
  return names
}

describe('layouts', () => {
  test.each(LAYOUTS)('columns of %s are those of the schema notes and no other', layout => {
    expect(differences(paths[layout]?.index ?? '', allowed[layout])).toEqual([])
  })

  test('a column or table that no list has is noticed by the comparison', () => {
    const { sender_addresses: _, ...fewer } = allowed['10d-fresh']
    const without = { ...fewer, subjects: 'ROWID AI; subject T' }
    expect(differences(paths['10d-fresh']?.index ?? '', without)).toEqual([
      'subjects.subject TEXT NOT NULL',
      'sender_addresses.address INTEGER KEY',
      'sender_addresses.sender INTEGER NOT NULL',
      'subjects.subject TEXT',
    ])
  })

  test('columns of Accounts4 are those of the schema notes and no other', () => {
    expect(differences(paths['10d-fresh']?.accountsDb ?? '', allowedAccounts)).toEqual([])
  })

  test('upgraded stores have the columns in the order of the appended steps', () => {
    expect(order('10d-upgraded', 'messages').slice(-7)).toEqual(upgradedTail)
    expect(order('10c', 'messages').slice(-7)).toEqual(upgradedTail)
    expect(order('10b', 'messages').at(-1)).toBe('flag_color')
    expect(order('10c', 'message_global_data')).toEqual(upgradedGlobals)
    expect(order('10d-upgraded', 'message_global_data')).toEqual([...upgradedGlobals, 'message_id_header'])
    expect(order('10d-fresh', 'message_global_data').at(-1)).toBe('message_id_header')
    expect(order('10e', 'message_global_data').at(-1)).toBe('due_by')
  })

  test('the indexes of a fresh store bear the names of the schema notes', () => {
    const db = openDatabase(paths['10d-fresh']?.index ?? '')
    const names = db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
      .pluck()
      .all()
    const statistics = db.prepare(`SELECT count(*) FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'`).pluck()
    expect(names.sort()).toEqual(indexNames.sort())
    expect(statistics.get()).toBe(0)
    db.close()
  })

  test('texts collate as the schema notes say', () => {
    const db = openDatabase(paths['10d-fresh']?.index ?? '')
    db.exec(
      `INSERT INTO subjects (subject) VALUES ('a'); INSERT INTO addresses (address, comment) VALUES ('A@B', '')`,
    )
    expect(() => db.exec(`INSERT INTO subjects (subject) VALUES ('a  ')`)).toThrow(/UNIQUE/)
    expect(() => db.exec(`INSERT INTO addresses (address, comment) VALUES ('a@b', '')`)).toThrow(/UNIQUE/)
    db.exec(`INSERT INTO subjects (subject) VALUES ('A')`)
    db.exec(`INSERT INTO addresses (address, comment) VALUES ('a@b', 'B')`)
    db.close()
  })
})
