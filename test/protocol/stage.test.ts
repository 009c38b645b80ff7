// The stage contract: names, capabilities and lines that it does not have. Relies on nothing.
import { describe, expect, test } from 'vitest'
import { Manifest, StageLine, Start } from '../../protocol/stage.ts'

const START = { type: 'start', inputs: { mail: '/m' }, outputs: { kept: '/k' }, lanes: 0, now: 1, config: {} }
const MANIFEST = {
  stage: 'filter',
  version: 1,
  summary: 'keeps or drops each message',
  per: 'set',
  exec: 'filter.cjs',
  inputs: { mail: { keyed: true, format: 'envelope' } },
  outputs: { kept: { keyed: true, format: 'verdict' } },
  capabilities: ['bulk-read'],
}

describe('names of stages and ports', () => {
  test.each([
    '',
    'Mail',
    'mail box',
    '../mail',
    'mail\n',
    '-mail',
    '1mail',
    'm'.repeat(33),
    'maíl',
    '__proto__x',
  ])('no port and no stage is named %j', name => {
    expect(Start.safeParse({ ...START, inputs: { [name]: '/m' } }).success).toBe(false)
    expect(Manifest.safeParse({ ...MANIFEST, stage: name }).success).toBe(false)
  })

  test('a stage and a port have a name of 32 characters at most', () => {
    expect(Manifest.safeParse({ ...MANIFEST, stage: 'm'.repeat(32) }).success).toBe(true)
  })
})

test.each([
  'net:',
  'net:Example.com',
  'net:a b',
  'net:a:443',
  'root',
  'exec:sh',
  '',
  'bulk-read ',
  'spool\n',
])('a manifest asks for no capability %j', capability => {
  expect(Manifest.safeParse({ ...MANIFEST, capabilities: [capability] }).success).toBe(false)
})

test.each(['bulk-read', 'model', 'exec', 'spool', 'net:actor', 'net:example.com'])(
  'a manifest may ask for the capability %j',
  capability => {
    expect(Manifest.safeParse({ ...MANIFEST, capabilities: [capability] }).success).toBe(true)
  },
)

test.each([
  ['a program elsewhere', { exec: '../filter.cjs' }],
  ['a program that is no built file', { exec: 'filter' }],
  ['a share of a message', { per: 'part' }],
  ['a verb that there is not', { proposes: ['forward'] }],
  ['a port with a key of its own', { inputs: { mail: { keyed: true, format: 'raw', writable: true } } }],
  ['a summary of two lines', { summary: 'keeps\ndrops' }],
])('a manifest has not %s', (_, change) => {
  expect(Manifest.safeParse({ ...MANIFEST, ...change }).success).toBe(false)
})

test('a manifest may say what it proposes, which ports may stay open, and the schemas of its records', () => {
  const inputs = { records: { keyed: true, format: 'record', schema: 'with.schema', optional: true } }
  const more = { inputs, proposes: ['draft', 'send'], config_schema: { type: 'object' } }
  expect(Manifest.safeParse({ ...MANIFEST, ...more }).success).toBe(true)
})

test.each([
  ['a type that is none', { type: 'hello' }],
  ['progress backwards', { type: 'progress', done: -1, total: 1 }],
  ['progress in halves', { type: 'progress', done: 0.5, total: 1 }],
  ['a reason to go again', { type: 'again', why: 'x' }],
  [
    'a refusal of an unknown code',
    { type: 'refused', refusal: { code: 'x', is: 'a', wanted: 'b', fix: 'c' } },
  ],
  [
    'a refusal of 601 characters',
    { type: 'refused', refusal: { code: 'disk', is: 'a'.repeat(601), wanted: 'b', fix: 'c' } },
  ],
  ['another start', START],
])('a stage says no %s', (_, line) => {
  expect(StageLine.safeParse(line).success).toBe(false)
})
