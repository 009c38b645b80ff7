// Every cap of limits.ts has a case at the cap and one past it: here where a schema or a pure function holds it, else in the
// test that capsElsewhere.ts names. A cap without either fails this file. Relies on the titles in the named files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { checkReply } from '../../helpers/stages/rank/checkReply.ts'
import { identifyModel, type Records } from '../../helpers/model.ts'
import { Coverage } from '../../protocol/brief.ts'
import { Outcome } from '../../protocol/call.ts'
import { parseConfig } from '../../protocol/config.ts'
import { Envelope, Routing, ViewEnvelope } from '../../protocol/envelope.ts'
import { JobItem } from '../../protocol/jobItem.ts'
import * as limits from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { parsePolicy } from '../../protocol/policy.ts'
import { ProfileShape } from '../../protocol/profile.ts'
import { CollectAnswer, DiagnoseAnswer, ProbeAnswer } from '../../protocol/request.ts'
import { Answer } from '../../protocol/score.ts'
import { Start } from '../../protocol/stage.ts'
import { inert } from '../../protocol/text/inert.ts'
import { linkProblem } from '../../protocol/text/messageLink.ts'
import { plain } from '../../protocol/text/plain.ts'
import * as adapterCaps from './adapterCaps.ts'
import * as mcp from './mcpCaps.ts'
import * as parseCaps from './parseCaps.ts'
import * as runCaps from './runCaps.ts'
import * as stage from './stageCaps.ts'
import * as step from './stepCaps.ts'
import * as storeCaps from './storeCaps.ts'
import { type Cap, ELSEWHERE } from './capsElsewhere.ts'
import * as shape from './shapes.ts'

/** Whether a value that measures `amount` is taken. */
type Takes = (amount: number) => boolean

const times = <T>(amount: number, value: T): T[] => Array.from({ length: amount }, () => value)
const letters = (amount: number): string =>
  '😀'.repeat(Math.min(amount, 3)) + 'x'.repeat(Math.max(0, amount - 3))
const takes =
  (
    [schema, value]: readonly [z.ZodMiniType, unknown],
    path: readonly (string | number)[],
    make: (amount: number) => unknown,
  ): Takes =>
  amount =>
    schema.safeParse(shape.changed(value, path, make(amount))).success
const toml = (text: string): boolean => parseConfig(text).ok
const numbered = (amount: number, make: (at: number) => string): string =>
  times(amount, 0)
    .map((_, at) => make(at))
    .join('')
const padded = (amount: number): string => `#${' '.repeat(amount - 1)}`
const answer = { score: 1, reason: 'r', topics: [] }
const reply = (content: string): boolean =>
  checkReply(
    { message: { content }, done: true, done_reason: 'stop', prompt_eval_count: 9 },
    { leastTokens: 1, window: 99 },
  ).ok
const identified = (records: Partial<Records>): boolean => {
  const models = { models: [{ name: 'm', digest: 'x'.repeat(8) }] }
  return identifyModel('m', { version: { version: '1' }, models, record: {}, ...records }, false).ok
}
const profile = { name: 'rank', files: [], trees: [], lists: [], reads: [], writes: [] }
const plainText = (amount: number): string => 'x'.repeat(amount)
const CHANGE = { id: 'i', before: 'b', after: 'a' }
const PREVIEW = {
  outcome: 'preview',
  preview: { sentence: 's', count: 1, changes: [CHANGE], token: null, expires: null },
}
const start = { type: 'start', inputs: {}, outputs: {}, lanes: 0, now: 1, config: null }

const HERE: Partial<Record<Cap, Takes | readonly Takes[]>> = {
  ...adapterCaps.HERE,
  ...mcp.HERE,
  ...parseCaps.HERE,
  ...runCaps.HERE,
  ...stage.HERE,
  ...step.HERE,
  ...storeCaps.HERE,
  JSON_DEPTH: amount => parseJson('['.repeat(amount) + ']'.repeat(amount)).ok,
  PROFILE_PATHS: takes([ProfileShape, profile], ['files'], amount => times(amount, '/a')),
  PATH_CHARS: [
    takes([ProfileShape, profile], ['files'], amount => [`/${'a'.repeat(amount - 1)}`]),
    amount => toml(`[mail]\nstore = "/${'a'.repeat(amount - 1)}"`),
    takes([DiagnoseAnswer, shape.DIAGNOSE], ['store'], letters),
    takes([DiagnoseAnswer, shape.DIAGNOSE], ['index'], letters),
  ],
  ENVELOPES: [
    takes([CollectAnswer, shape.COLLECT], ['envelopes'], amount => times(amount, shape.ENVELOPE)),
    amount => toml(`[brief]\nlimit = ${amount}`),
  ],
  SUBJECT_CHARS: takes([ViewEnvelope, shape.VIEW], ['subject'], letters),
  PREVIEW_CHARS: takes([Envelope, shape.ENVELOPE], ['preview'], letters),
  NAME_CHARS: takes([ViewEnvelope, shape.VIEW], ['from', 'name'], letters),
  ADDRESS_CHARS: takes([ViewEnvelope, shape.VIEW], ['from', 'address'], letters),
  LABEL_CHARS: [
    takes([Routing, shape.ROUTE], ['account'], letters),
    takes([Routing, shape.ROUTE], ['mailbox'], letters),
    takes([CollectAnswer, shape.COLLECT], ['accounts', 0, 'label'], letters),
    takes([ProbeAnswer, shape.PROBE], ['mailboxes', 0, 'name'], letters),
    takes([ProbeAnswer, shape.PROBE], ['mailboxes', 0, 'role'], letters),
    amount => toml(`[mail]\naccounts = ["${'x'.repeat(amount)}"]`),
  ],
  LAYOUT_CHARS: [
    takes([CollectAnswer, shape.COLLECT], ['layout'], letters),
    takes([ProbeAnswer, shape.PROBE], ['layout'], letters),
    takes([Coverage, shape.COVERAGE], ['layout'], letters),
  ],
  MESSAGE_ID_BYTES: [
    amount => linkProblem('x'.repeat(amount)) === null,
    amount => linkProblem(`<${'é'.repeat(amount / 2)}${'x'.repeat(amount % 2)}>`) === null,
  ],
  MESSAGE_ID_CHARS: takes([Routing, shape.ROUTE], ['messageId'], letters),
  ACCOUNTS: [
    takes([CollectAnswer, shape.COLLECT], ['accounts'], amount => times(amount, shape.ACCOUNT)),
    takes([ProbeAnswer, shape.PROBE], ['accounts'], amount => times(amount, shape.ACCOUNT)),
  ],
  DEGRADED: [
    takes([CollectAnswer, shape.COLLECT], ['degraded'], amount => times(amount, 'x')),
    takes([ProbeAnswer, shape.PROBE], ['degraded'], amount => times(amount, 'x')),
    takes([DiagnoseAnswer, shape.DIAGNOSE], ['degraded'], amount => times(amount, 'x')),
  ],
  PROBE_TABLES: takes([ProbeAnswer, shape.PROBE], ['tables'], amount => times(amount, shape.PROBE.tables[0])),
  PROBE_COLUMNS: takes([ProbeAnswer, shape.PROBE], ['tables', 0, 'columns'], amount => times(amount, 'x')),
  PROBE_MAILBOXES: takes([ProbeAnswer, shape.PROBE], ['mailboxes'], amount =>
    times(amount, shape.PROBE.mailboxes[0]),
  ),
  DENIALS: takes([DiagnoseAnswer, shape.DIAGNOSE], ['denials'], amount =>
    times(amount, shape.DIAGNOSE.denials[0]),
  ),
  REASON_CHARS: takes([Answer, answer], ['reason'], letters),
  TOPICS: takes([Answer, answer], ['topics'], amount => times(amount, 't')),
  TOPIC_CHARS: takes([Answer, answer], ['topics'], amount => [letters(amount)]),
  SCORE_MAX: [
    takes([Answer, answer], ['score'], amount => amount),
    amount => toml(`[ranker]\nthreshold = ${amount}`),
  ],
  MODEL_ANSWER_BYTES: amount => reply(JSON.stringify(answer).padEnd(amount)),
  MODELS: amount => identified({ models: { models: times(amount, { name: 'm', digest: 'x'.repeat(8) }) } }),
  MODEL_CAPABILITIES: amount => identified({ record: { capabilities: times(amount, 'vision') } }),
  NOTES: takes([Coverage, shape.COVERAGE], ['notes'], amount => times(amount, 'n')),
  MODEL_MESSAGE_SECONDS: amount => toml(`[ranker]\ntimeout = "${amount}s"`),
  LANES: [
    takes([Start, start], ['lanes'], amount => amount),
    amount => toml(`[ranker]\nparallel = ${amount}`),
  ],
  CONFIG_BYTES: [amount => toml(padded(amount)), amount => parsePolicy(padded(amount)).ok],
  SCOPE_ENTRIES: [
    amount => toml(`[mail]\naccounts = [${times(amount, '"ab"').join()}]`),
    amount => toml(`[mail]\nexclude = [${times(amount, '"ab"').join()}]`),
  ],
  MARKS: amount => [...plain(`x${'\u0336'.repeat(amount)}`)].length === amount + 1,
  EMOJI_JOINERS: amount =>
    plain(times(amount + 1, '👩').join('\u200D')).split('\u200D').length === amount + 1,
  WORD_CHARS: amount => !inert(plain('x'.repeat(amount))).includes(' '),
  TABLE_ENTRIES: [
    amount => toml(numbered(amount, at => `[agents.a${at}]\n`)),
    amount => toml(numbered(amount, at => `[jobs.a${at}]\ncommand = ["/x"]\n`)),
    amount => toml(numbered(amount, at => `[plugins.a${at}]\ncommand = ["/x"]\n`)),
    amount => toml(numbered(amount, at => `[workspaces.a${at}]\n`)),
    amount => toml(`[mcp]\nworkspaces = ${JSON.stringify(times(amount, 'x'))}`),
    amount => parsePolicy(numbered(amount, at => `[apply.a${at}]\nargv = ["/x"]\n`)).ok,
    amount =>
      parsePolicy(
        `[apply.a]\nargv = ["/x", "${numbered(amount - 1, at => `{a${at}}`)}{z}"]
${numbered(amount - 1, at => `arguments.a${at} = { type = "integer" }\n`)}arguments.z = { type = "integer" }`,
      ).ok,
  ],
  ARGUMENTS: [
    amount => toml(`[jobs.a]\ncommand = ${JSON.stringify(times(amount, '/x'))}`),
    amount => parsePolicy(`[apply.a]\nargv = ${JSON.stringify(times(amount, '/x'))}`).ok,
  ],
  ARGUMENT_CHARS: [
    amount => toml(`[jobs.a]\ncommand = ["/${'x'.repeat(amount - 1)}"]`),
    amount => parsePolicy(`[apply.a]\nargv = ["/${'x'.repeat(amount - 1)}"]`).ok,
    amount =>
      parsePolicy(
        `[apply.a]\nargv = ["/x", "{b}"]\narguments.b = { type = "text", pattern = "x", most = ${amount} }`,
      ).ok,
  ],
  JOB_PATHS: ['reads', 'writes'].map(
    key => amount => toml(`[jobs.a]\ncommand = ["/x"]\n${key} = ${JSON.stringify(times(amount, '/y'))}`),
  ),
  JOB_TIMES: [
    amount => toml(`[jobs.a]\ncommand = ["/x"]\nat = ${JSON.stringify(times(amount, '05:00'))}`),
    amount => toml(`[schedule]\nmail = ${JSON.stringify(times(amount, '05:00'))}`),
  ],
  JOB_SECONDS: amount => toml(`[jobs.a]\ncommand = ["/x"]\ntimeout = "${amount}s"`),
  LINK_HOSTS: amount => toml(`[brief]\nlink_hosts = ${JSON.stringify(times(amount, 'example.org'))}`),
  LIST_ENTRIES: amount => toml(`[operations]\nlist = ${amount}`),
  TEXT_CHARS: amount => toml(`[operations]\ntext = ${amount}`),
  CALLS_A_MINUTE: amount => toml(`[operations]\ncalls = ${amount}`),
  PROPOSALS_AN_HOUR: amount => toml(`[proposals]\nrate = ${amount}`),
  CHOICES: amount =>
    parsePolicy(
      `[apply.a]\nargv = ["/x", "{b}"]\narguments.b = { type = "choice", choices = ${JSON.stringify(times(amount, 'x'))} }`,
    ).ok,
  SENTENCE_CHARS: [
    takes([Outcome, PREVIEW], ['preview', 'sentence'], plainText),
    takes([Outcome, PREVIEW], ['preview', 'changes', 0, 'id'], plainText),
    takes([Outcome, PREVIEW], ['preview', 'changes', 0, 'before'], plainText),
    takes([Outcome, PREVIEW], ['preview', 'changes', 0, 'after'], plainText),
  ],
  PREVIEW_CHANGES: takes([Outcome, PREVIEW], ['preview', 'changes'], amount => times(amount, CHANGE)),
  ITEM_LINK_CHARS: amount =>
    JobItem.safeParse({ title: '', text: '', source: '', link: 'x'.repeat(amount) }).success,
}

const amounts: Readonly<Record<string, number>> = { ...limits }
const caps = Object.keys(amounts) as Cap[]

test.each(caps)('the cap %s is a positive whole number with cases in exactly one place', cap => {
  expect(Number.isSafeInteger(amounts[cap]) && Number(amounts[cap]) > 0).toBe(true)
  expect([cap in HERE, cap in ELSEWHERE].filter(Boolean)).toHaveLength(1)
})

test('no case stands for a cap that is gone', () => {
  expect(Object.keys({ ...HERE, ...ELSEWHERE }).filter(cap => !(cap in amounts))).toEqual([])
})

describe.each(Object.entries(HERE))('%s', (cap, cases) => {
  test.each([cases].flat().map((one, at) => [at + 1, one] as const))(
    'what is at the cap is taken and one past it is not (case %i)',
    (_, one) => {
      expect(one(Number(amounts[cap]))).toBe(true)
      expect(one(Number(amounts[cap]) + 1)).toBe(false)
    },
  )
})

test.each(Object.entries(ELSEWHERE))(
  'the cap %s is attacked by the tests that are named for it',
  (cap, { file, titles }) => {
    const text = readFileSync(join(import.meta.dirname, '..', `${file}.test.ts`), 'utf8')
    expect(titles.filter(title => !text.includes(title))).toEqual([])
    expect(titles.length).toBeGreaterThan(0)
    expect(amounts).toHaveProperty(cap)
  },
)
