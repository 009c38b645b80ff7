// Every cap of limits.ts has a case at the cap and one past it: here where a schema or a pure function holds it, else in the
// test that is named. A cap without either fails this file. Relies on the titles in the named files.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { checkReply } from '../../helpers/stages/rank/checkReply.ts'
import { identifyModel, type Records } from '../../helpers/stages/rank/model.ts'
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
import * as mcp from './mcpCaps.ts'
import * as pageCaps from './pageCaps.ts'
import * as shape from './shapes.ts'

type Cap = keyof typeof limits

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
const text = (amount: number): string => 'x'.repeat(amount)
const CHANGE = { id: 'i', before: 'b', after: 'a' }
const PREVIEW = {
  outcome: 'preview',
  preview: { sentence: 's', count: 1, changes: [CHANGE], token: null, expires: null },
}
const start = { type: 'start', inputs: {}, outputs: {}, lanes: 0, now: 1, config: null }

const HERE: Partial<Record<Cap, Takes | readonly Takes[]>> = {
  ...mcp.HERE,
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
    amount =>
      toml(
        times(amount, 0)
          .map((_, at) => `[agents.a${at}]\n`)
          .join(''),
      ),
    amount =>
      toml(
        times(amount, 0)
          .map((_, at) => `[jobs.a${at}]\ncommand = ["/x"]\n`)
          .join(''),
      ),
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
    takes([Outcome, PREVIEW], ['preview', 'sentence'], text),
    takes([Outcome, PREVIEW], ['preview', 'changes', 0, 'id'], text),
    takes([Outcome, PREVIEW], ['preview', 'changes', 0, 'before'], text),
    takes([Outcome, PREVIEW], ['preview', 'changes', 0, 'after'], text),
  ],
  PREVIEW_CHANGES: takes([Outcome, PREVIEW], ['preview', 'changes'], amount => times(amount, CHANGE)),
  ITEM_LINK_CHARS: amount =>
    JobItem.safeParse({ title: '', text: '', source: '', link: 'x'.repeat(amount) }).success,
}

/** Where the cap is a file, a process or a wait: the test that stands at it and one past it, by file and title. */
const ELSEWHERE: Partial<Record<Cap, { readonly file: string; readonly titles: readonly string[] }>> = {
  ...mcp.ELSEWHERE,
  ...pageCaps.ELSEWHERE,
  LINE_BYTES: {
    file: 'daemon/stageLines',
    titles: ['stageLines takes a line of the cap and refuses one a byte longer'],
  },
  PROFILE_BYTES: { file: 'native/launch', titles: ['a profile is read at each cap and refused one past it'] },
  REQUEST_BYTES: { file: 'helpers/mail/drain', titles: ['reads one at the cap and refuses one past it'] },
  ANSWER_BYTES: {
    file: 'helpers/mail/drain',
    titles: ['keeps an answer within its cap by leaving the oldest envelopes to the count of more'],
  },
  DRAIN_PASSES: {
    file: 'helpers/mail/drain',
    titles: ['ends after fifty passes although requests keep coming'],
  },
  WAITING_REQUESTS: {
    file: 'daemon/askMail',
    titles: ['askMail sends as many requests as may wait and refuses one more'],
  },
  STALE_SECONDS: {
    file: 'helpers/mail/drain',
    titles: [
      'sweeps requests, claims, answers and half-written files by age',
      'keeps what is younger than that',
    ],
  },
  REQUEST_SECONDS: {
    file: 'daemon/keepStarting',
    titles: ['keepStarting gives up at the deadline and not before it'],
  },
  RESTART_SECONDS: {
    file: 'daemon/keepStarting',
    titles: ['keepStarting starts at once and every two seconds while the request waits'],
  },
  ACCOUNT_HOPS: { file: 'helpers/mail/accountNames', titles: ['climbs five hops and not six'] },
  MAILBOXES: {
    file: 'protocol/storeLimits',
    titles: ['a store of the cap of mailboxes is read whole and one more is said'],
  },
  VERSION_FOLDERS: {
    file: 'helpers/mail/chooseVersion',
    titles: ['looks at as many versions as the cap and says where there is one more'],
  },
  ACCOUNT_FOLDERS: {
    file: 'native/mailProfile',
    titles: ['grants the lists of as many account folders as the cap, and the indexes of as many versions'],
  },
  MAILBOX_URL_CHARS: {
    file: 'protocol/storeLimits',
    titles: ['the address of a mailbox is read up to the cap and a longer one is said'],
  },
  ACCOUNT_ROWS: {
    file: 'protocol/storeLimits',
    titles: ['accounts are named of a table of the cap and none of one row more'],
  },
  ADDRESS_ROWS: {
    file: 'protocol/storeLimits',
    titles: ['addresses of the cap are read and one more is said'],
  },
  OWN_ROWS: {
    file: 'protocol/storeLimits',
    titles: ['an own address under as many names as the cap is known whole and one more is said'],
  },
  PLIST_OBJECTS: {
    file: 'helpers/mail/propertyList',
    titles: ['reads as many objects as the cap and nothing of one more'],
  },
  PLIST_DEPTH: {
    file: 'helpers/mail/propertyList',
    titles: ['reads objects nested to the cap and nothing that goes one deeper'],
  },
  CACHE_NODES: {
    file: 'helpers/mail/propertyList',
    titles: ['reads as many mailboxes as the cap and tells of one more'],
  },
  CACHE_DEPTH: {
    file: 'helpers/mail/propertyList',
    titles: ['reads mailboxes nested to the cap and tells of one deeper'],
  },
  PLIST_BYTES: { file: 'helpers/mail/propertyList', titles: ['reads a file at the cap and none past it'] },
  ARCHIVE_BYTES: {
    file: 'protocol/storeLimits',
    titles: ['a generated summary of the cap is read and a longer one is not'],
  },
  COPY_STALE_SECONDS: {
    file: 'helpers/mail/drain',
    titles: ['sweeps a copy of the index once nobody writes to it'],
  },
  MAIL_SECONDS: {
    file: 'protocol/deadlines',
    titles: ['the starter ends a mail helper that hangs and not one that ends'],
  },
  RECORD_BYTES: {
    file: 'daemon/collectRecords',
    titles: ['collectRecords takes a record of the cap', 'a record over the cap'],
  },
  MANIFEST_BYTES: {
    file: 'helpers/view',
    titles: ['readManifest refuses a link, a FIFO, a directory, nothing, and one byte past the cap'],
  },
  FACTS_BYTES: {
    file: 'protocol/stageLimits',
    titles: ['the brief stage reads facts of the cap and refuses one byte more'],
  },
  NOTE_BYTES: {
    file: 'protocol/stageLimits',
    titles: ['twind takes a note of the cap and refuses one byte more'],
  },
  BRIEF_BYTES: {
    file: 'protocol/stageLimits',
    titles: ['twind takes an object of the cap and refuses one byte more'],
  },
  MODEL_REPLY_BYTES: {
    file: 'protocol/stageLimits',
    titles: ['a reply of the cap is read and one byte more ends the lane'],
  },
  MODEL_LOAD_SECONDS: {
    file: 'protocol/deadlines',
    titles: ['a model may take the time to load on top of that of a message and no longer'],
  },
  MODEL_RECORD_SECONDS: {
    file: 'protocol/deadlines',
    titles: ['a model’s record may take its own time and no longer'],
  },
  MODEL_TRIES: {
    file: 'helpers/stages/rank/rank',
    titles: ['rank asks once more after %s and takes a good second answer', 'rank asks no third time'],
  },
  MODEL_BUSY_MILLISECONDS: {
    file: 'protocol/deadlines',
    titles: ['rank waits before it asks a busy server again'],
  },
  MODEL_TIMEOUTS: {
    file: 'helpers/stages/rank/rank',
    titles: ['rank gives the model up after some messages in a row without an answer in time'],
  },
  STAGE_RESTARTS: {
    file: 'daemon/keepStarting',
    titles: ['keepStarting tries a crashed start again as often as the cap and then gives up'],
  },
  STAGE_SECONDS: {
    file: 'protocol/deadlines',
    titles: ['twind ends a stage that hangs and not one that ends'],
  },
  VAULT_NOTE_BYTES: {
    file: 'daemon/writeNote',
    titles: ['writeNote rewrites a note of the cap and refuses one a byte longer'],
  },
  CACHE_ENTRIES: {
    file: 'daemon/scoreCache',
    titles: ['pruneScores keeps as many entries as the cap and removes the oldest one past it'],
  },
  CACHE_DAYS: {
    file: 'daemon/scoreCache',
    titles: ['pruneScores keeps an entry of the last day of the cap and removes one a second older'],
  },
  RUNS_KEPT: {
    file: 'daemon/run',
    titles: ['sweepRuns keeps the newest finished runs up to the cap and removes the one past it'],
  },
  STAGE_LINES: {
    file: 'daemon/stageLines',
    titles: ['stageLines takes as many lines as the cap and refuses one more'],
  },
  CHILD_EXIT_SECONDS: {
    file: 'protocol/deadlines',
    titles: ['twind ends a stage that stays after its last line'],
  },
  CHILD_TEXT_BYTES: {
    file: 'daemon/spawn',
    titles: ['spawnStage keeps only the first bytes of a flood on stdout and stderr'],
  },
  OUTPUT_ENTRIES: {
    file: 'daemon/collectRecords',
    titles: ['collectRecords looks at no more names than the cap and still finds the records'],
  },
  BRIEF_ITEMS: {
    file: 'daemon/itemsOfJobs',
    titles: ['itemsOfJobs takes as many items as the cap of all jobs together, the same share of each'],
  },
  JOB_ITEMS: {
    file: 'daemon/jobs/jobItems',
    titles: ['readItems keeps as many items as the cap says and counts the rest'],
  },
  ITEMS_WAIT_SECONDS: {
    file: 'daemon/jobs/schedule',
    titles: ['the brief waits for such a job as long as the cap and not longer'],
  },
  JOB_OUTPUT_BYTES: {
    file: 'daemon/jobs/programJob',
    titles: ['a flood is kept up to the cap, of each output, and said to be cut'],
  },
  JOB_KEPT_BYTES: {
    file: 'daemon/jobs/keptOutput',
    titles: ['a kept output is read at the cap of its file and not one byte past it'],
  },
  JOB_ITEMS_BYTES: {
    file: 'daemon/jobs/keptOutput',
    titles: ['kept items are read at the cap of their file and not one byte past it'],
  },
  JOB_RUNS: {
    file: 'daemon/jobs/jobRuns',
    titles: ['as many runs of a job are remembered as the cap says, and the oldest one past it is forgotten'],
  },
  AUDIT_LINE_BYTES: {
    file: 'daemon/audit/verifyAudit',
    titles: ['monthLines gives a line of the cap and not one a byte longer, in both directions'],
  },
  AUDIT_UNSYNCED: {
    file: 'daemon/audit/openAudit',
    titles: ['the head names the last record once it is synced: at once for a change, and never before'],
  },
  PROPOSAL_BYTES: {
    file: 'daemon/spool/fileProposal',
    titles: ['a proposal is filed at the cap of bytes and refused one byte past it'],
  },
  TOKEN_SECONDS: {
    file: 'daemon/gate/tokens',
    titles: ['a token is good until the last millisecond of its time and not one longer'],
  },
  TOKENS: {
    file: 'daemon/gate/tokens',
    titles: ['a caller holds as many tokens as the cap and the oldest makes room for one more'],
  },
  CALLS_AT_ONCE: {
    file: 'daemon/gate/gate',
    titles: ['an agent may have as many calls in flight as the cap and not one more; a person may'],
  },
  PROSE_CHARS: {
    file: 'daemon/spool/fileProposal',
    titles: ['prose is taken at its cap and refused one character past it'],
  },
  PENDING_OF_ONE: {
    file: 'daemon/spool/fileProposal',
    titles: ['as many wait of one proposer as the cap, and one more is refused until one is decided'],
  },
  PENDING_OF_ALL: {
    file: 'daemon/spool/fileProposal',
    titles: ['as many wait of all proposers as the cap, and one more is refused'],
  },
  BATCH: {
    file: 'daemon/spool/decisionDigest',
    titles: ['one decision covers as many as the cap and refuses one more'],
  },
  PROPOSAL_DAYS: {
    file: 'daemon/spool/changedFiles',
    titles: [
      'what is finished is kept for the days of the cap and removed a moment later, and what is stuck stays',
    ],
  },
  PROPOSALS_KEPT: {
    file: 'daemon/spool/changedFiles',
    titles: ['as many finished proposals are kept as the cap, and of one more the oldest goes'],
  },
  SPOOL_NAMES: {
    file: 'daemon/spool/changedFiles',
    titles: ['in one pass as many names are looked at as the cap, and what is left is looked at in the next'],
  },
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
