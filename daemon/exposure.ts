// Which operations agents are offered now: the one list, kept in the state database, that a person raises and lowers within each
// operation's ceiling. Relies on twind, or the call in its place, being the only one that has the database open.
import type { Database } from 'better-sqlite3'
import { type Result, done, refused } from '../protocol/refusal.ts'
import { attemptDatabase } from './database.ts'
import type { Operation } from './gate/operation.ts'
import type { Exposure } from './world.ts'

/** `plugins`: the names of `[plugins]`, whether they answer or not. `now`: milliseconds since 1970. */
export interface ExposureParts {
  readonly database: Database
  readonly operations: () => readonly Operation[]
  readonly plugins: () => readonly string[]
  readonly now: () => number
}
type Row = { readonly name: string; readonly offered: 0 | 1 }

/** Reads the list once; what is not in it is offered exactly where its ceiling is "on". Refused where it cannot be read. */
export function openExposure(parts: ExposureParts): Result<Exposure> {
  const { database } = parts
  const rows = attemptDatabase(() => database.prepare<[], Row>('SELECT name, offered FROM exposure').all())
  if (!rows.ok) return rows
  const listed = new Map(rows.value.map(({ name, offered }) => [name, offered === 1]))
  const put = database.prepare<[string, number, number, string]>(
    'INSERT INTO exposure(name, offered, changed, by) VALUES (?, ?, ?, ?) ' +
      'ON CONFLICT(name) DO UPDATE SET offered = excluded.offered, changed = excluded.changed, by = excluded.by',
  )
  const write = database.transaction((names: readonly string[], offered: boolean, by: string) => {
    for (const name of names) put.run(name, offered ? 1 : 0, parts.now(), by)
  })
  return done({
    isOffered: ({ name, ceiling }) => ceiling !== 'never' && (listed.get(name) ?? ceiling === 'on'),
    set: (name, offered, by) => {
      const names = namesToSet(parts, { name, offered, listed: [...listed.keys()] })
      if (!names.ok) return names
      const written = attemptDatabase(() => write(names.value, offered, by))
      if (!written.ok) return written
      for (const one of names.value) listed.set(one, offered)
      return names
    },
  })
}

interface Change {
  readonly name: string
  readonly offered: boolean
  /** What the list has already. */
  readonly listed: readonly string[]
}

/** The operations that a change is about. A plugin that does not answer can be lowered: what the list has of it is. */
function namesToSet(parts: ExposureParts, { name, offered, listed }: Change): Result<readonly string[]> {
  const operations = parts.operations()
  const isOfPlugin = (one: string): boolean => one.startsWith(`${name}.`)
  const single = operations.find(operation => operation.name === name)
  if (!single && !parts.plugins().includes(name)) return unknown
  const meant = single ? [single] : operations.filter(operation => isOfPlugin(operation.name))
  if (offered && meant.some(({ ceiling }) => ceiling === 'never')) return above
  const names = new Set(meant.map(operation => operation.name))
  if (!single && !offered) for (const one of listed.filter(isOfPlugin)) names.add(one)
  return done([...names])
}

const unknown = refused('bad-request', {
  is: 'name of exposure.set is no operation and no plugin',
  wanted: 'the name of an operation, or of a plugin for all of its operations',
  fix: 'run "twin ops" to see the names',
})
const above = refused('denied', {
  is: 'this operation is never offered to agents',
  wanted: 'an operation whose ceiling is "off" or "on"',
  fix: 'run "twin exposure" to see the ceilings',
})
