// The gate as a table: every operation of the registry × door × caller × exposure × policy × confirmation × state of the files.
// What must come of each call is computed from table.ts and from the rules below, which are written down by hand here and import
// nothing of the gate's. What an operation would do is stubbed; how it checks its input is its own.
import { describe, expect, test } from 'vitest'
import { registry } from '../../../daemon/operations/registry.ts'
import { bridgeOperation } from '../../../daemon/plugins/bridgeOperation.ts'
import type { Grant } from '../../../protocol/capability.ts'
import { refused } from '../../../protocol/refusal.ts'
import {
  type Caller,
  CALLERS,
  configOf,
  type Effects,
  type GateWorld,
  gateWorld,
  stubbed,
  tokenOf,
  wordOf,
} from './gateWorld.ts'
import { PLUGIN_TABLE, type Row, TABLE, TOML } from './table.ts'

/** Operations of a plugin pass the same gate: what one declares, as twin makes operations of it. */
const declared = (name: string, kind: 'read' | 'mutate') =>
  bridgeOperation(
    'notes',
    {
      name,
      summary: 'does something with notes',
      class: kind,
      input: { words: { type: 'text', summary: 'words', required: true } },
    },
    () => Promise.reject(new Error('Cannot call the plugin of this test')),
  )
const OPERATIONS = [...registry, declared('search', 'read'), declared('add', 'mutate')]
const ROWS = [...TABLE, ...PLUGIN_TABLE]

const EXPOSURES = ['as shipped', 'turned on', 'turned off'] as const
const POLICIES = ['auto', 'propose', 'never', 'not listed'] as const
const CONFIRMATIONS = ['nothing', 'confirm', 'its token', 'a made-up token'] as const
const FILES = ['good', 'broken'] as const
const PAGES = ['approves', 'only shows'] as const

interface Situation {
  readonly caller: Caller
  readonly exposure: (typeof EXPOSURES)[number]
  readonly policy: (typeof POLICIES)[number]
  readonly confirmation: (typeof CONFIRMATIONS)[number]
  readonly files: (typeof FILES)[number]
  readonly page: (typeof PAGES)[number]
}

/** Every combination of one value of each list. */
const product = (lists: Record<string, readonly string[]>): Record<string, string>[] =>
  Object.entries(lists).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap(one => values.map(value => ({ ...one, [name]: value }))),
    [{}],
  )
const SITUATIONS = product({
  caller: Object.keys(CALLERS),
  exposure: EXPOSURES,
  policy: POLICIES,
  confirmation: CONFIRMATIONS,
  files: FILES,
  page: PAGES,
}) as unknown as readonly Situation[]

/** Whose yes counts for a change of this risk, where policy.toml wants a person to approve it. */
const APPROVES: Record<Caller, (reversible: boolean, page: Situation['page']) => boolean> = {
  terminal: () => true,
  pipe: () => false,
  menu: reversible => reversible,
  page: (reversible, page) => reversible && page === 'approves',
  agent: () => false,
  stranger: () => false,
  twind: () => false,
}

function isOfferedTo(row: Row, { caller, exposure }: Situation): boolean {
  const { door } = CALLERS[caller]
  if (door !== 'mcp') return row.doors.includes(door)
  if (caller === 'stranger' || row.ceiling === 'never') return false
  return exposure === 'turned on' || (exposure === 'as shipped' && row.ceiling === 'on')
}

/** What must come of a call whose input is right. */
function expected(row: Row, needs: string | null, situation: Situation): string {
  const { caller, policy, confirmation, files, page } = situation
  if (!isOfferedTo(row, situation)) return 'unavailable'
  if (row.class === 'send') return 'denied'
  if (row.class === 'mutate' && files === 'broken') return 'config'
  const grant = needs === null ? 'auto' : policy === 'not listed' ? 'never' : policy
  if (grant === 'never') return 'denied'
  if (row.class === 'read' && grant === 'propose') return 'denied'
  const isPerson = ['terminal', 'pipe', 'page', 'menu'].includes(caller)
  if (confirmation === 'confirm' && !isPerson) return 'denied'
  if (confirmation === 'a made-up token') return 'unconfirmed'
  if (confirmation === 'its token' && !(caller === 'agent' && row.class === 'mutate')) return 'unconfirmed'
  if (row.class === 'read') return 'done'
  const yes = { auto: 'done', propose: 'proposed' }[grant]
  if (caller === 'twind') return yes
  if (confirmation === 'nothing') return 'preview'
  return isPerson && APPROVES[caller](row.reversible, page) ? 'done' : yes
}

function arrange(
  it: GateWorld,
  { row, needs }: { row: Row; needs: string | null },
  situation: Situation,
): void {
  const { policy, files, page, exposure } = situation
  it.config = configOf(`${TOML}\n[ui]\napprove = ${page === 'approves'}`)
  const capabilities: Record<string, Grant> = {}
  if (needs !== null && policy !== 'not listed') capabilities[needs] = policy
  it.policy = { capabilities, apply: {} }
  it.problem = files === 'broken' ? refused('config', { is: 'x', wanted: 'y', fix: 'z' }).refusal : null
  it.exposed = () => exposure === 'turned on' || (exposure === 'as shipped' && row.ceiling === 'on')
}

const MADE_UP = 'e'.repeat(64)

/** Makes the call of one situation in a world of its own, and says what came of it and what it left. */
async function attempt(row: Row, call: Row['calls'][number], situation: Situation) {
  const operation = OPERATIONS.find(one => one.name === row.name)
  if (!operation) throw new Error(`Cannot test ${row.name}: no such operation`)
  const effects: Effects = { runs: 0, previews: 0 }
  const it = gateWorld([stubbed(operation, effects)])
  arrange(it, { row, needs: call.needs }, situation)
  const channel = CALLERS[situation.caller]
  const asked = { name: row.name, input: call.input }
  let token = MADE_UP
  if (situation.confirmation === 'its token') {
    const first = await it.call(channel, asked)
    if (wordOf(first) === 'preview' && channel.door === 'mcp') token = tokenOf(first)
    else if (first.ok && first.value.outcome === 'preview') expect(first.value.preview.token).toBeNull()
    Object.assign(effects, { runs: 0, previews: 0 })
    it.records.splice(0)
    it.filed.splice(0)
  }
  const said = {
    nothing: {},
    confirm: { confirm: true },
    'its token': { token },
    'a made-up token': { token: MADE_UP },
  }[situation.confirmation]
  const result = await it.call(channel, { ...asked, ...said })
  return { result, word: wordOf(result), effects, records: it.records, filed: it.filed }
}

test('every situation of the table is tried once', () => {
  expect(new Set(SITUATIONS.map(one => JSON.stringify(one))).size).toBe(7 * 3 * 4 * 4 * 2 * 2)
})

test('every operation of the registry has a row, and every row is an operation', () => {
  expect(TABLE.map(({ name }) => name).sort()).toEqual(registry.map(({ name }) => name).sort())
})

test.each(ROWS)('$name says of itself what its row says', row => {
  const operation = OPERATIONS.find(one => one.name === row.name)
  expect(operation).toMatchObject({
    class: row.class,
    ceiling: row.ceiling,
    reversible: row.reversible,
  })
  const doors = row.ceiling === 'never' ? row.doors : [...row.doors, 'mcp']
  expect([...(operation?.doors ?? [])].sort()).toEqual([...doors].sort())
  for (const { input, needs } of row.calls) {
    const checked = operation?.check(input, configOf(TOML))
    expect(checked?.ok && checked.value.capability).toBe(needs)
  }
})

describe.each(ROWS)('$name', row => {
  test.each(row.calls)(
    'a call of it with %j does what the rules say at every door, for every caller, exposure, policy and confirmation',
    async call => {
      const wrong: string[] = []
      for (const situation of SITUATIONS) {
        const wanted = expected(row, call.needs, situation)
        const { word, effects, records, filed } = await attempt(row, call, situation)
        const changed = word === 'done' && row.class === 'mutate'
        const trace = changed ? ['intent', 'result'] : ['call']
        const isRight =
          word === wanted &&
          effects.runs === (wanted === 'done' ? 1 : 0) &&
          effects.previews === (wanted === 'preview' ? 1 : 0) &&
          filed.length === (wanted === 'proposed' ? 1 : 0) &&
          records.map(({ event }) => event).join() === trace.join()
        if (!isRight) wrong.push(`${JSON.stringify(situation)}: ${word}, wanted ${wanted}`)
      }
      expect(wrong.slice(0, 5)).toEqual([])
    },
  )
})
