// ARCHITECTURE.md prints the gate's decisions and its operations; here the first is compared with decide(), row by row, and the
// second with the very table that the tests of the gate iterate. Relies on the words of the first table being the ones below.
import { expect, test } from 'vitest'
import { decide, type Facts } from '../../daemon/gate/decide.ts'
import { DOORS, PERSON } from '../../protocol/door.ts'
import { refused } from '../../protocol/refusal.ts'
import { cellsOf, TABLE } from '../daemon/gate/table.ts'
import { table } from './markdown.ts'

test('the operations of ARCHITECTURE.md are those that the tests of the gate iterate', () => {
  expect(table('ARCHITECTURE.md', 'Operations')).toEqual(TABLE.map(cellsOf))
})

type Words<K extends keyof Facts> = Record<string, readonly Facts[K][]>
const CLASSES: Words<'class'> = {
  read: ['read'],
  change: ['mutate'],
  send: ['send'],
  any: ['read', 'mutate', 'send'],
}
const CALLERS: Words<'door'> = {
  'a person': PERSON,
  'an agent': ['mcp'],
  twind: ['internal'],
  'an agent or twind': ['mcp', 'internal'],
  anybody: DOORS,
}
const BROUGHT: Record<string, readonly Partial<Facts>[]> = {
  nothing: [{}],
  'a yes': [{ confirm: true, approves: false }],
  'a yes that may approve this risk': [{ confirm: true, approves: true }],
  'its token': [{ token: 'good' }],
  'a token that is not good': [{ token: 'bad' }],
  anything: [
    {},
    { confirm: true, approves: false },
    { confirm: true, approves: true },
    { token: 'good' },
    { token: 'bad' },
  ],
}
const FILES: Words<'problem'> = {
  good: [null],
  broken: [refused('config', { is: 'x', wanted: 'y', fix: 'z' }).refusal],
}
const ROWS = table('ARCHITECTURE.md', 'The gate, in order').map(
  ([kind = '', caller = '', brings = '', files = '', ...grants]) => ({ kind, caller, brings, files, grants }),
)
const GRANTS = ['auto', 'propose', 'never'] as const
/** An agent's preview has a token: that is the gate's, the decision is the same. */
const outcomes = (cell: string): string => cell.replace(/ \+ token$/, '').replace(/^file it$/, 'propose')

/** Every combination of facts that a row speaks of. */
function situations({ kind, caller, brings, files }: (typeof ROWS)[number]): Omit<Facts, 'grant'>[] {
  const [classes, doors, brought, problems] = [CLASSES[kind], CALLERS[caller], BROUGHT[brings], FILES[files]]
  if (!classes || !doors || !brought || !problems)
    throw new Error(`Cannot read the row "${kind} | ${caller} | ${brings} | ${files}"`)
  const base = { confirm: undefined, token: 'none', approves: false } as const
  return classes.flatMap(one =>
    doors.flatMap(door =>
      brought.flatMap(more => problems.map(problem => ({ ...base, class: one, door, problem, ...more }))),
    ),
  )
}

test.each(ROWS)('the gate decides as ARCHITECTURE.md says: $kind, $caller, $brings, files $files', row => {
  expect(row.grants).toHaveLength(GRANTS.length)
  for (const [at, grant] of GRANTS.entries())
    for (const facts of situations(row)) {
      const decided = decide({ ...facts, grant })
      const word = decided.ok ? decided.value : decided.refusal.code
      expect([facts.door, facts.class, grant, word]).toEqual([
        facts.door,
        facts.class,
        grant,
        outcomes(row.grants[at] ?? ''),
      ])
    }
})

test('every combination of class, caller and what is brought has a row', () => {
  const seen = new Set(
    ROWS.flatMap(situations).map(({ problem, ...facts }) => JSON.stringify([problem?.code, facts])),
  )
  const missing = ['read', 'change', 'send'].flatMap(kind =>
    ['a person', 'an agent', 'twind'].flatMap(caller =>
      ['nothing', 'a yes', 'a token that is not good'].flatMap(brings =>
        situations({ kind, caller, brings, files: 'good', grants: [] })
          .map(({ problem, ...facts }) => JSON.stringify([problem?.code, facts]))
          .filter(facts => !seen.has(facts)),
      ),
    ),
  )
  expect(missing).toEqual([])
})
