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
interface Row {
  readonly name: string
  readonly offered: 0 | 1
  readonly changed: number
  readonly by: string
}

const READ = 'SELECT name, offered, changed, by FROM exposure'
const WRITE =
  'INSERT INTO exposure(name, offered, changed, by) VALUES (@name, @offered, @changed, @by) ' +
  'ON CONFLICT(name) DO UPDATE SET offered = excluded.offered, changed = excluded.changed, by = excluded.by'

/** Reads the list once; what is not in it is offered exactly where its ceiling is "on". Refused where it cannot be read. */
export function openExposure(parts: ExposureParts): Result<Exposure> {
  const { database } = parts
  const rows = attemptDatabase(() => database.prepare<[], Row>(READ).all())
  if (!rows.ok) return rows
  const listed = new Map(rows.value.map(row => [row.name, row]))
  const put = database.prepare<Row>(WRITE)
  const write = database.transaction((all: readonly Row[]) => {
    for (const row of all) put.run(row)
  })
  const affected = (name: string, offered: boolean) =>
    namesToSet(parts, { name, offered, listed: [...listed.keys()] })
  return done({
    isOffered: ({ name, ceiling }) => {
      const row = listed.get(name)
      return ceiling !== 'never' && (row ? row.offered === 1 : ceiling === 'on')
    },
    lastSet: name => listed.get(name) ?? null,
    affected,
    set: (name, offered, by) => {
      const names = affected(name, offered)
      if (!names.ok) return names
      const changed = Math.floor(parts.now() / 1_000)
      const fresh = names.value.map((one): Row => ({ name: one, offered: offered ? 1 : 0, changed, by }))
      const written = attemptDatabase(() => write(fresh))
      if (!written.ok) return written
      for (const row of fresh) listed.set(row.name, row)
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
  if (offered && meant.length === 0) return silent
  if (offered && meant.some(({ ceiling }) => ceiling === 'never')) return above
  const names = new Set(meant.map(operation => operation.name))
  if (!single && !offered) for (const one of listed.filter(isOfPlugin)) names.add(one)
  return done([...names])
}

const unknown = refused('bad-request', {
  is: 'name is no operation and no plugin',
  wanted: 'the name of an operation, or of a plugin for all of its operations',
  fix: 'run "twin ops" to see the names',
})
const silent = refused('plugin', {
  is: 'this plugin offers nothing now, so nothing of it can be turned on',
  wanted: 'a plugin that answers',
  fix: 'look at "twin status", which says what is wrong with it',
})
const above = refused('denied', {
  is: 'this operation is never offered to agents',
  wanted: 'an operation whose ceiling is "off" or "on"',
  fix: 'run "twin exposure" to see the ceilings',
})
