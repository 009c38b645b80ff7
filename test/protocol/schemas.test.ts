// What every schema of a process boundary has in common: it takes its shape, and no unknown key at any depth.
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { AuditHead, AuditRecord } from '../../protocol/auditRecord.ts'
import { Brief, Coverage, Facts, Item } from '../../protocol/brief.ts'
import { Call, CallError, CallProgress, Outcome } from '../../protocol/call.ts'
import { Envelope, Routing, ViewEnvelope, ViewItem } from '../../protocol/envelope.ts'
import { ItemRecord, JobItem } from '../../protocol/jobItem.ts'
import { MailPlaces } from '../../protocol/mailPlaces.ts'
import { FromPlugin, ToPlugin } from '../../protocol/pluginLine.ts'
import { ProfileShape } from '../../protocol/profile.ts'
import { Proposal } from '../../protocol/proposal.ts'
import {
  CollectAnswer,
  DiagnoseAnswer,
  ProbeAnswer,
  RefusalShape,
  Request,
  Response,
} from '../../protocol/request.ts'
import { Answer, ProbeReport, RankConfig, Score, Verdict } from '../../protocol/score.ts'
import { RunChecked } from '../../protocol/runChecked.ts'
import { RunFile } from '../../protocol/runFile.ts'
import { Manifest, StageLine, Start } from '../../protocol/stage.ts'
import * as shape from './shapes.ts'

const REFUSAL = { code: 'disk', is: 'a', wanted: 'b', fix: 'c' }
const FACTS = {
  engine: 'rules',
  engineNote: '',
  model: null,
  window: { from: 0, to: 1 },
  accounts: [shape.ACCOUNT],
  leftOut: shape.LEFT_OUT,
  collected: 1,
  more: 0,
  filtered: { read: 0, category: 0 },
  layout: '10e',
  notes: [],
  threshold: 4,
  limit: 50,
  timeZone: 'UTC',
  jobs: [{ job: 'news', printed: 1, problem: null, stale: 0, more: 0, handles: [shape.HANDLE] }],
  linkHosts: ['news.test'],
}
const REQUEST = { v: 1, nonce: 'n', op: 'collect', expires: 1, since: 0 }
const START = { type: 'start', inputs: { mail: '/m' }, outputs: {}, lanes: 0, now: 1, config: null }
const MANIFEST = {
  stage: 'rank',
  version: 1,
  summary: 'keeps or drops each message',
  per: 'set',
  exec: 'filter.cjs',
  inputs: { mail: { keyed: true, format: 'envelope' } },
  outputs: {},
  capabilities: ['model'],
}
const PLACES = {
  config: '/c',
  mail: '/m',
  store: '/s',
  accountsDb: '/a',
  sqlite: '/q',
  before: { entries: 2, problem: null },
}
const PROFILE = { name: 'rank', files: ['/a'], trees: [], lists: [], reads: [], writes: [] }

const PROPOSAL_ID = `p_${'a'.repeat(26)}`
const HASH = '0'.repeat(64)
const PREVIEW = {
  sentence: 's',
  count: 1,
  changes: [{ id: 'i', before: 'b', after: 'a' }],
  token: HASH,
  expires: 1,
}
const PROPOSAL = { v: 1, nonce: 'nonce-01', proposer: 'agent:claude', created: 1, expires: 2, prose: '' }
const OPERATION_CALL = { ...PROPOSAL, kind: 'operation', operation: 'a.b', input: { x: 1 } }
const COMMAND = {
  ...PROPOSAL,
  kind: 'command',
  command: 'task',
  arguments: { title: 'x', n: 1 },
  argv: ['/x', 'y'],
}
const RECORD = {
  v: 1,
  seq: 2,
  time: 3,
  event: 'result',
  caller: 'cli',
  operation: 'a.b',
  proposal: PROPOSAL_ID,
  digest: HASH,
  outcome: 'done',
  code: null,
  of: 1,
  count: null,
  prev: HASH,
  hash: HASH,
}
const HEAD = { v: 1, file: '2026-11.jsonl', seq: 2, hash: HASH }
const DECLARED = {
  name: 'search',
  summary: 'search notes',
  class: 'read',
  input: { words: { type: 'text', summary: 'words', required: true } },
}

const RUN_STEP = {
  uses: 'extract@1',
  name: 'a',
  actor: 'b',
  in: { mail: { from: 'view', project: ['body'] } },
  with: { x: 1 },
  spool: true,
  output: '/x.md',
  accept_bits: 1,
}
const RUN_PARTS = {
  run: { name: 'a', backend: 'b', when: 'manual' },
  view: { query: 'q', limit: 1, expand: 'none' },
  pipeline: [RUN_STEP],
}
const RUN = { ...RUN_PARTS, apply: { auto: ['trash'], deny: [], rate: '1/h' } }
const RUN_CHECKED = {
  file: '/r.yaml',
  run: RUN,
  yaml: 'x',
  steps: [{ name: 'a', uses: 'extract@1', summary: 's', takes: ['t'], may: ['m'], withheld: ['w'] }],
  boundaries: [{ from: 'a', to: 'b', bits: null, outbound: true }],
  rules: [
    { rule: 'trash', said: 'auto', capability: 'mail.trash', grant: 'never', effect: 'refused', why: 'w' },
  ],
  notes: ['n'],
}

const CASES: readonly (readonly [string, z.ZodMiniType, unknown])[] = [
  ['ViewEnvelope', ViewEnvelope, shape.VIEW],
  ['Routing', Routing, shape.ROUTE],
  ['Envelope', Envelope, shape.ENVELOPE],
  ['Request to collect', Request, REQUEST],
  ['Request to diagnose', Request, { v: 1, nonce: 'n', op: 'diagnose', expires: 1 }],
  ['CollectAnswer', CollectAnswer, shape.COLLECT],
  ['ProbeAnswer', ProbeAnswer, shape.PROBE],
  ['DiagnoseAnswer', DiagnoseAnswer, shape.DIAGNOSE],
  ['RefusalShape', RefusalShape, REFUSAL],
  ['Response', Response, { v: 1, nonce: 'n', answer: shape.COLLECT, refusal: null }],
  ['Verdict', Verdict, { verdict: 'drop', why: 'read' }],
  ['Answer', Answer, { score: 1, reason: 'r', topics: [] }],
  ['Score of a model', Score, shape.SCORED],
  ['Score that is none', Score, { by: 'none', why: 'timeout' }],
  [
    'RankConfig',
    RankConfig,
    { mode: 'rank', engine: 'rules', model: 'm', host: 'h', think: 'off', timeout: 1 },
  ],
  ['ProbeReport', ProbeReport, { digest: 'd', version: 'v', promptVersion: 1 }],
  ['Manifest', Manifest, MANIFEST],
  ['Start', Start, START],
  ['StageLine of progress', StageLine, { type: 'progress', done: 0, total: 1 }],
  ['StageLine of a refusal', StageLine, { type: 'refused', refusal: REFUSAL }],
  ['Item', Item, shape.ITEM],
  ['Coverage', Coverage, shape.COVERAGE],
  ['Facts', Facts, FACTS],
  ['Brief', Brief, shape.BRIEF],
  ['JobItem', JobItem, { title: 't', text: 'x', source: 's', link: null }],
  ['ItemRecord', ItemRecord, { title: 't', source: 's', link: 'https://news.test/' }],
  ['ViewItem', ViewItem, { title: 't', text: 'x', source: 's' }],
  ['ProfileShape', ProfileShape, PROFILE],
  ['MailPlaces', MailPlaces, PLACES],
  ['Call', Call, { input: { x: 1 } }],
  ['Outcome that is done', Outcome, { outcome: 'done', provenance: 'mail', output: 1 }],
  ['Outcome of a preview', Outcome, { outcome: 'preview', preview: PREVIEW }],
  ['Outcome of a proposal', Outcome, { outcome: 'proposed', id: PROPOSAL_ID, digest: HASH }],
  ['CallError', CallError, { error: REFUSAL }],
  ['CallProgress', CallProgress, { progress: { done: 0, total: 1 } }],
  ['Proposal of an operation', Proposal, OPERATION_CALL],
  ['Proposal of a command', Proposal, COMMAND],
  ['AuditRecord', AuditRecord, RECORD],
  ['AuditHead', AuditHead, HEAD],
  ['ToPlugin to run', ToPlugin, { type: 'run', id: 1, operation: 'search', input: { words: 'x' } }],
  ['FromPlugin of its operations', FromPlugin, { type: 'operations', operations: [DECLARED] }],
  ['RunFile', RunFile, RUN_PARTS],
  ['RunChecked', RunChecked, RUN_CHECKED],
  ['FromPlugin of an output', FromPlugin, { type: 'output', id: 1, output: { found: 1 } }],
]

/** Tables by names that somebody chooses: any name is a key there. */
const OPEN = [
  ['Start', 'inputs'],
  ['Start', 'outputs'],
  ['Manifest', 'inputs'],
  ['Manifest', 'outputs'],
  ['Call', 'input'],
  ['Proposal of an operation', 'input'],
  ['Proposal of a command', 'arguments'],
  ['ToPlugin', 'input'],
  ['FromPlugin of an output', 'output'],
  ['Run', 'in'],
  ['Run', 'with'],
] as const

/** More issues than the checker can carry: it would end with a RangeError. */
const ENDLESS = Array.from({ length: 500_000 }, () => 0)

describe.each(CASES)('%s', (name, schema, value) => {
  test('the schema takes its own shape unchanged', () => {
    expect(z.parse(schema, value)).toEqual(value)
  })

  test('the schema takes no unknown key at any depth', () => {
    const open = (path: readonly unknown[]): boolean =>
      OPEN.some(([schemaName, key]) => name.startsWith(schemaName) && path.at(-1) === key)
    for (const path of shape.objectsIn(value).filter(inside => !open(inside)))
      expect(z.safeParse(schema, shape.changed(value, [...path, 'extra'], 1)).success, path.join('.')).toBe(
        false,
      )
  })

  test('the schema refuses an endless list at any depth and does not look through it', () => {
    for (const path of shape.listsIn(value))
      expect(z.safeParse(schema, shape.changed(value, path, ENDLESS)).success, path.join('.')).toBe(false)
  })

  test('the schema misses every key of its own', () => {
    for (const key of Object.keys(value as object)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>
      expect(z.safeParse(schema, rest).success, key).toBe(false)
    }
  })

  test('the schema takes no other type and no null for the whole', () => {
    for (const other of [null, undefined, 1, 'x', [], [value], true])
      expect(z.safeParse(schema, other).success).toBe(false)
  })
})
