// What agents are offered: by the ceiling until a person says otherwise, never above it, and still so after a restart. Relies on a
// real database.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../daemon/database.ts'
import { openExposure } from '../../daemon/exposure.ts'
import type { Operation } from '../../daemon/gate/operation.ts'
import type { Exposure } from '../../daemon/world.ts'
import { change, look } from './gate/someOperations.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const ON = look({ name: 'test.on', ceiling: 'on', provenance: 'twin' })
const OFF = look({ name: 'test.off' })
const NEVER = look({ name: 'test.never', ceiling: 'never' })
const NOTES = [look({ name: 'notes.search' }), change({ name: 'notes.add' })]
const NOW = Date.UTC(2026, 10, 30, 6, 10)

function site(operations: readonly Operation[] = [ON, OFF, NEVER, ...NOTES], plugins = ['notes']) {
  const path = join(temporaryFolder(), 'state', 'twin.db')
  const world = { operations, plugins }
  const open = () => {
    const database = openDatabase(path)
    if (!database.ok) throw new Error(database.refusal.is)
    const exposure = openExposure({
      database: database.value,
      operations: () => world.operations,
      plugins: () => world.plugins,
      now: () => NOW,
    })
    if (!exposure.ok) throw new Error(exposure.refusal.is)
    return { database: database.value, ...exposure.value }
  }
  return { world, open }
}
const offered = (exposure: Exposure, operations: readonly Operation[]): string[] =>
  operations.filter(one => exposure.isOffered(one)).map(({ name }) => name)
const ALL = [ON, OFF, NEVER, ...NOTES]

test('a fresh list offers what is on and nothing else', () => {
  const exposure = site().open()
  expect(offered(exposure, ALL)).toEqual(['test.on'])
  expect(exposure.lastSet('test.on')).toBeNull()
  exposure.database.close()
})

test('what a person sets holds, is on the disk, and says when and by whom', () => {
  const { open } = site()
  const first = open()
  expect(first.set('test.off', true, 'cli')).toEqual({ ok: true, value: ['test.off'] })
  expect(first.set('test.on', false, 'cli').ok).toBe(true)
  expect(offered(first, ALL)).toEqual(['test.off'])
  first.database.close()
  const again = open()
  expect(offered(again, ALL)).toEqual(['test.off'])
  expect(again.lastSet('test.off')).toMatchObject({ changed: NOW / 1_000, by: 'cli' })
  expect(again.set('test.off', false, 'cli').ok).toBe(true)
  expect(offered(again, ALL)).toEqual([])
  again.database.close()
})

describe('ceilings', () => {
  test('raising above the ceiling is refused and changes nothing, lowering is not', () => {
    const exposure = site().open()
    const refused = exposure.set('test.never', true, 'cli')
    expect(refused.ok ? '' : refused.refusal.code).toBe('denied')
    expect(exposure.lastSet('test.never')).toBeNull()
    expect(exposure.set('test.never', false, 'cli').ok).toBe(true)
    exposure.database.close()
  })

  test('a row that somebody wrote into the database raises nothing above its ceiling', () => {
    const { open } = site()
    const first = open()
    first.database.exec("INSERT INTO exposure VALUES ('test.never', 1, 1, 'cli'), ('test.off', 1, 1, 'cli')")
    first.database.close()
    const again = open()
    expect(offered(again, ALL)).toEqual(['test.on', 'test.off'])
    again.database.close()
  })
})

describe('a plugin', () => {
  test('all of a plugin is raised and lowered at once', () => {
    const exposure = site().open()
    expect(exposure.set('notes', true, 'cli')).toEqual({ ok: true, value: ['notes.search', 'notes.add'] })
    expect(offered(exposure, ALL)).toEqual(['test.on', 'notes.search', 'notes.add'])
    expect(exposure.set('notes', false, 'cli').ok).toBe(true)
    expect(offered(exposure, ALL)).toEqual(['test.on'])
    exposure.database.close()
  })

  test('a plugin that does not answer can be lowered and not raised', () => {
    const { world, open } = site()
    const exposure = open()
    exposure.set('notes', true, 'cli')
    world.operations = [ON]
    const raised = exposure.set('notes', true, 'cli')
    expect(raised.ok ? '' : raised.refusal.code).toBe('plugin')
    expect(exposure.set('notes', false, 'cli')).toEqual({ ok: true, value: ['notes.search', 'notes.add'] })
    world.operations = ALL
    expect(offered(exposure, ALL)).toEqual(['test.on'])
    exposure.database.close()
  })

  test('a plugin takes along no operation whose name only begins like it', () => {
    const other = look({ name: 'notes-two.search' })
    const { open } = site([...ALL, other], ['notes', 'notes-two'])
    const exposure = open()
    exposure.set('notes', true, 'cli')
    expect(exposure.isOffered(other)).toBe(false)
    exposure.database.close()
  })
})

test.each(['no.such', '', 'note', 'notes.', 'test', 'constructor'])(
  'a name that is no operation and no plugin is refused: %j',
  name => {
    const exposure = site().open()
    for (const to of [true, false]) {
      const result = exposure.set(name, to, 'cli')
      expect(result.ok ? '' : result.refusal.code).toBe('bad-request')
      expect(exposure.affected(name, to)).toEqual(result)
    }
    exposure.database.close()
  },
)

test('a change that the database does not take changes nothing', () => {
  const exposure = site().open()
  exposure.database.pragma('query_only = 1')
  const result = exposure.set('test.off', true, 'cli')
  expect(result.ok ? '' : result.refusal.code).toBe('disk')
  expect(offered(exposure, ALL)).toEqual(['test.on'])
  exposure.database.pragma('query_only = 0')
  expect(exposure.set('test.off', true, 'cli').ok).toBe(true)
  exposure.database.close()
})
