// Whose yes counts, and what is risky: small tables that the spool and the page rely on. Relies on nothing.
import { expect, test } from 'vitest'
import { mayApprove, riskOf } from '../../../daemon/gate/approval.ts'
import { canonicalJson } from '../../../daemon/gate/canonicalJson.ts'
import { CallerName, callerName, type Channel, channelOf } from '../../../protocol/door.ts'
import { CALLERS, configOf } from './gateWorld.ts'

const { terminal, pipe, page, menu, agent, twind } = CALLERS
const SHOWS = configOf('')
const APPROVES = configOf('[ui]\napprove = true')

test.each<[Channel, { low: boolean; high: boolean }, { low: boolean; high: boolean }]>([
  [terminal, { low: true, high: true }, { low: true, high: true }],
  [pipe, { low: false, high: false }, { low: false, high: false }],
  [menu, { low: true, high: false }, { low: true, high: false }],
  [page, { low: false, high: false }, { low: true, high: false }],
  [agent, { low: false, high: false }, { low: false, high: false }],
  [twind, { low: false, high: false }, { low: false, high: false }],
  [
    { ...agent, terminal: true },
    { low: false, high: false },
    { low: false, high: false },
  ],
  [
    { ...menu, terminal: true },
    { low: true, high: false },
    { low: true, high: false },
  ],
])(
  'mayApprove says of %j what its door may approve, by risk, without and with a page that approves',
  (channel, shows, approves) => {
    const said = (config: typeof SHOWS) => ({
      low: mayApprove(channel, 'low', config),
      high: mayApprove(channel, 'high', config),
    })
    expect([said(SHOWS), said(APPROVES)]).toEqual([shows, approves])
  },
)

test.each([
  ['cli', { reversible: true }, 'low'],
  ['menubar', { reversible: true }, 'low'],
  ['internal', { reversible: true }, 'low'],
  ['cli', { reversible: false }, 'high'],
  ['cli', undefined, 'high'],
  ['agent:claude', { reversible: true }, 'high'],
  ['agent:cli', { reversible: false }, 'high'],
] as const)('riskOf says of a proposal by %s to do %j that its risk is %s', (proposer, operation, risk) => {
  expect(riskOf(proposer, operation)).toBe(risk)
})

test.each([terminal, menu, page, agent, twind])(
  'channelOf undoes callerName for %j, without a terminal',
  channel => {
    const name = callerName(channel)
    expect(CallerName.safeParse(name).success).toBe(true)
    expect(channelOf(name)).toEqual({ ...channel, terminal: false })
  },
)

test.each(['agent:', 'agent:Claude', 'mcp', 'root', 'cli ', 'agent:a\nb', `agent:${'a'.repeat(33)}`])(
  'CallerName does not take %j',
  name => {
    expect(CallerName.safeParse(name).success).toBe(false)
  },
)

test('an agent that is named after a door is no door', () => {
  expect(channelOf('agent:cli')).toEqual({ door: 'mcp', agent: 'cli', terminal: false })
})

test.each([
  [{ b: 1, a: [2, { d: 3, c: 4 }] }, '{"a":[2,{"c":4,"d":3}],"b":1}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  ['a"b', '"a\\"b"'],
  [[undefined], '[null]'],
  [-0, '0'],
])('canonicalJson writes %j as one text', (value, text) => {
  expect(canonicalJson(value)).toBe(text)
})

test('canonicalJson keeps apart what is not the same value', () => {
  const values = [
    { a: 1 },
    { a: '1' },
    { a: [1] },
    { a: { 0: 1 } },
    [['a', 1]],
    { a: 1, b: null },
    { a: true },
    '{"a":1}',
  ]
  expect(new Set(values.map(canonicalJson)).size).toBe(values.length)
})
