// The SQL that makes an empty Envelope Index of each layout. `fresh` is created in one go; the upgraded ones are created
// old and then altered, as Apple's own upgrade steps do, so that their columns stand in another order. Relies on
// tables10d.ts; apple-mail-store.md 2.0, 2.4, 11.1 to 11.3 for what each generation has.
import { indexes } from './indexes.ts'
import { tables10d, type Table, type Tables } from './tables10d.ts'
import type { Layout } from '../storeSpec.ts'
import { statementsV2 } from './statementsV2.ts'

/** The statements that create the tables of `layout`, and those that create its indexes (best run after filling). */
export function layoutStatements(layout: Layout): { tables: readonly string[]; indexes: readonly string[] } {
  if (layout === 'v2') return { tables: statementsV2, indexes: [] }
  const build = BUILDERS[layout]
  return { tables: [...build(), VERSION], indexes: indexesOf(layout) }
}

const VERSION = `INSERT INTO properties (key, value) VALUES ('version', '4'), ('minor_version', '84003')`

const BUILDERS = {
  '10d-fresh': () => create(tables10d),
  '10e': () => [
    ...create(tables10d),
    'ALTER TABLE message_global_data DROP COLUMN download_state',
    'ALTER TABLE message_global_data ADD COLUMN due_by INTEGER',
  ],
  '10b': () => create(tables10b()).concat(add('messages', ['flag_color'])),
  '10c': () => [
    ...create(tables10b()),
    ...add('messages', ['flag_color', 'is_urgent']),
    ...create(pick(['generated_summaries', 'business_categories'])),
    ...add('message_global_data', INTELLIGENCE),
    ...add('business_addresses', ['category']),
  ],
  '10d-upgraded': (): string[] => [
    ...BUILDERS['10c'](),
    ...add('message_global_data', ['message_id_header']),
  ],
  mutilated: () => [
    ...create(without(tables10d, { labels: 'all' })),
    'ALTER TABLE messages ADD COLUMN invented_column TEXT',
    'CREATE TABLE invented_table (ROWID INTEGER PRIMARY KEY, invented BLOB)',
  ],
} satisfies Record<Exclude<Layout, 'v2'>, () => string[]>

/** The columns of on-device intelligence in the order in which Apple's steps append them (2.0, 2.4). */
const INTELLIGENCE = [
  'generated_summary',
  'urgent',
  'model_analytics',
  'model_category',
  'category_model_version',
  'model_subcategory',
  'model_high_impact',
  'category_is_temporary',
]

/** Before flag_color, is_urgent, the categories and the header came. */
const tables10b = (): Tables =>
  without(tables10d, {
    messages: ['flag_color', 'is_urgent'],
    message_global_data: [...INTELLIGENCE, 'message_id_header'],
    business_addresses: ['category'],
    business_categories: 'all',
    generated_summaries: 'all',
  })

function without(tables: Tables, gone: Record<string, readonly string[] | 'all'>): Tables {
  const kept = Object.entries(tables).filter(([name]) => gone[name] !== 'all')
  return Object.fromEntries(kept.map(([name, table]) => [name, strip(table, gone[name] ?? [])]))
}

function strip(table: Table, gone: readonly string[] | 'all'): Table {
  const columns = Object.entries(table.columns).filter(([column]) => !gone.includes(column))
  return { ...table, columns: Object.fromEntries(columns) }
}

const pick = (names: readonly string[]): Tables =>
  Object.fromEntries(Object.entries(tables10d).filter(([name]) => names.includes(name)))

const create = (tables: Tables): string[] => Object.entries(tables).map(([name, table]) => ddl(name, table))

function ddl(name: string, table: Table): string {
  const columns = Object.entries(table.columns).map(([column, type]) => `  ${column} ${type}`.trimEnd())
  const body = [...columns, ...(table.constraints ?? []).map(text => `  ${text}`)].join(',\n')
  return `CREATE TABLE ${name} (\n${body})${table.withoutRowid ? ' WITHOUT ROWID' : ''}`
}

const add = (table: string, columns: readonly string[]): string[] =>
  columns.map(column => `ALTER TABLE ${table} ADD COLUMN ${column} ${tables10d[table]?.columns[column]}`)

/** The indexes whose table and columns `layout` has. */
function indexesOf(layout: Layout): readonly string[] {
  if (layout === '10b') return indexes.filter(sql => !sql.includes('(model_category)'))
  return layout === 'mutilated' ? indexes.filter(sql => !sql.includes(' ON labels ')) : indexes
}
