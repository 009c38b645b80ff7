// The adapter's end of the protocol: what twind would never write ends it, and what it answers keeps to the caps.
import { expect, test } from 'vitest'
import type { Adapter, OpenAdapter } from '../../../helpers/adapters/adapter.ts'
import { answerAll } from '../../../helpers/adapters/answerAll.ts'
import type { Channel } from '../../../helpers/adapters/channel.ts'
import { CAPABILITIES } from '../../../helpers/adapters/maildir/openMaildir.ts'
import { AdapterLine, type Listed } from '../../../protocol/adapter.ts'
import { piecesOf } from '../../../protocol/blob.ts'
import {
  BLOB_BYTES,
  BLOB_CHARS,
  LINE_BYTES,
  LISTED,
  PROBLEMS,
  SENTENCE_CHARS,
} from '../../../protocol/limits.ts'
import { encodeLine } from '../../../protocol/line.ts'
import { done, refused } from '../../../protocol/refusal.ts'

const OPEN = { op: 'open', id: 0, root: '/mail', scratch: '/scratch', credential: null }
const listed = (message: string): Listed => ({
  message,
  collection: '\u{1F4EC}'.repeat(256),
  flags: ['seen', 'flagged', 'answered', 'forwarded', 'draft', 'trashed'],
  keywords: Array.from({ length: 26 }, (_, at) => `${'\u{1F600}'.repeat(31)}${at}`),
  bytes: 1,
  received: 1,
})
const drafts: (Buffer | null)[] = []
const adapter: Adapter = {
  about: 'a test',
  capabilities: CAPABILITIES,
  list: (_cursor, onPart) => {
    onPart({ messages: [], gone: [], reset: true })
    onPart({ messages: Array.from({ length: 450 }, (_, at) => listed(String(at))), gone: [], reset: true })
    onPart({ messages: [], gone: Array.from({ length: 450 }, (_, at) => `${at}`), reset: true })
    return done({
      cursor: 'next',
      problems: Array.from({ length: 99 }, () => '\u{1F4A9}'.repeat(SENTENCE_CHARS)),
    })
  },
  fetch: () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO', errno: -5 })
  },
  apply: ({ raw }) => {
    drafts.push(raw)
    return done(null)
  },
  wasApplied: () => done('no'),
}

function talk(
  lines: readonly unknown[],
  open: OpenAdapter = () => done(adapter),
): { code: number; sent: AdapterLine[] } {
  const left = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
  const sent: AdapterLine[] = []
  const channel: Channel = {
    read: () => left.shift() ?? null,
    send: line => {
      const bytes = Buffer.byteLength(encodeLine(line))
      expect(bytes).toBeLessThanOrEqual(LINE_BYTES)
      sent.push(AdapterLine.parse(line))
    },
  }
  return { code: answerAll(channel, open), sent }
}

test.each([
  ['junk', ['junk']],
  ['a question before it is opened', [{ op: 'capabilities', id: 1 }]],
  ['a second opening', [OPEN, OPEN]],
  ['an unknown question', [OPEN, { op: 'search', id: 1 }]],
  ['an unknown key', [OPEN, { op: 'capabilities', id: 1, more: 1 }]],
  [
    'an unknown verb',
    [OPEN, { op: 'apply', id: 1, nonce: 'nonce-0001', verb: 'copy', message: 'x', from: 'x', to: 'x' }],
  ],
  ['a piece that begins in the middle', [OPEN, { op: 'blob', id: 1, seq: 1, final: true, data: '' }]],
  [
    'a gap between pieces',
    [OPEN, ...[0, 2].map(seq => ({ op: 'blob', id: 1, seq, final: false, data: '' }))],
  ],
  [
    'a piece after the final one',
    [OPEN, ...[0, 1].map(seq => ({ op: 'blob', id: 1, seq, final: true, data: '' }))],
  ],
  [
    'pieces of another question',
    [OPEN, { op: 'blob', id: 1, seq: 0, final: true, data: '' }, { op: 'capabilities', id: 2 }],
  ],
  [
    'pieces without a final one',
    [OPEN, { op: 'blob', id: 1, seq: 0, final: false, data: '' }, { op: 'capabilities', id: 1 }],
  ],
  [
    'a piece over the cap',
    [OPEN, { op: 'blob', id: 1, seq: 0, final: true, data: 'A'.repeat(BLOB_CHARS + 4) }],
  ],
])('%s ends the adapter', (_, lines) => {
  expect(talk(lines).code).toBe(1)
})

test('the end of the channel ends the adapter well', () => {
  expect(talk([])).toEqual({ code: 0, sent: [] })
  expect(talk([OPEN]).code).toBe(0)
})

test('an account that cannot be opened is refused in its answer', () => {
  const no = refused('no-store', { is: 'nothing', wanted: 'something', fix: 'make it' })
  expect(talk([OPEN], () => no)).toEqual({ code: 0, sent: [{ type: 'refused', id: 0, refusal: no.refusal }] })
})

test('a system error refuses the question and the next one is answered', () => {
  const { sent } = talk([
    OPEN,
    { op: 'fetch', id: 1, message: 'x' },
    { op: 'was-applied', id: 2, nonce: 'nonce-0001' },
  ])
  expect(sent.slice(1)).toMatchObject([
    { type: 'refused', id: 1, refusal: { code: 'no-access', is: 'the mailbox cannot be used (EIO)' } },
    { type: 'was-applied', id: 2, answer: 'no' },
  ])
})

test('a list of any size is divided into lines that keep to the caps', () => {
  const { sent } = talk([OPEN, { op: 'list', id: 1, cursor: null }])
  const lines = sent.slice(1).flatMap(line => (line.type === 'listed' ? [line] : []))
  expect(lines.flatMap(line => line.messages).map(one => one.message)).toEqual(
    Array.from({ length: 450 }, (_, at) => `${at}`),
  )
  expect(lines.flatMap(line => line.gone)).toHaveLength(450)
  expect(
    Math.max(...lines.map(line => Math.max(line.messages.length, line.gone.length))),
  ).toBeLessThanOrEqual(LISTED)
  expect(lines.flatMap(line => line.problems)).toHaveLength(PROBLEMS)
  expect(lines.map(line => line.final).indexOf(true)).toBe(lines.length - 1)
  expect([lines.at(-1)?.cursor, lines.every(line => line.reset)]).toEqual(['next', true])
})

test('a draft is put together from its pieces and given to the change that follows', () => {
  const raw = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
  const apply = { op: 'apply', nonce: 'nonce-0001', verb: 'draft', message: null, from: null, to: 'Drafts' }
  drafts.length = 0
  const { code } = talk([
    OPEN,
    ...piecesOf(1, raw).map(piece => ({ op: 'blob', ...piece })),
    { ...apply, id: 1 },
    { ...apply, id: 2 },
  ])
  expect([code, drafts[0]?.equals(raw), drafts[1]]).toEqual([0, true, null])
})

test('the pieces of a draft may have the cap together and not a byte more', { timeout: 60_000 }, () => {
  const data = 'A'.repeat(BLOB_CHARS)
  const whole = Math.floor(BLOB_BYTES / ((BLOB_CHARS / 4) * 3))
  const rest = BLOB_BYTES - whole * (BLOB_CHARS / 4) * 3
  const pieces = (bytes: number) => [
    ...Array.from({ length: whole }, (_, seq) => ({ op: 'blob', id: 1, seq, final: false, data })),
    { op: 'blob', id: 1, seq: whole, final: true, data: Buffer.alloc(bytes).toString('base64') },
  ]
  drafts.length = 0
  const apply = {
    op: 'apply',
    id: 1,
    nonce: 'nonce-0001',
    verb: 'draft',
    message: null,
    from: null,
    to: 'Drafts',
  }
  expect(talk([OPEN, ...pieces(rest), apply]).code).toBe(0)
  expect(drafts[0]?.length).toBe(BLOB_BYTES)
  expect(talk([OPEN, ...pieces(rest + 1), apply]).code).toBe(1)
})
