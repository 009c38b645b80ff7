// An envelope is shortened until it fits its bytes, and says so.
import { expect, test } from 'vitest'
import { fitEnvelope } from '../../../../helpers/stages/parse/fitEnvelope.ts'
import { ENVELOPE_BYTES } from '../../../../protocol/limits.ts'
import type { ParsedMessage } from '../../../../protocol/message.ts'

const message = (bytes: number): ParsedMessage => {
  const empty: ParsedMessage = {
    v: 1,
    from: [{ name: '', address: 'a@b.example' }],
    fromHeaders: 1,
    sender: null,
    replyTo: [],
    to: Array.from({ length: 600 }, () => ({ name: 'n'.repeat(200), address: 'a'.repeat(320) })),
    cc: Array.from({ length: 600 }, () => ({ name: 'é'.repeat(200), address: 'é'.repeat(320) })),
    bcc: [],
    subject: '',
    date: null,
    messageId: '',
    inReplyTo: [],
    references: [],
    listId: null,
    body: { from: 'none', chars: 0, hidden: 0, remote: 0, cut: false },
    attachments: [],
    problems: [],
  }
  return { ...empty, messageId: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(empty))) }
}
const size = (value: unknown): number => Buffer.byteLength(`${JSON.stringify(value)}\n`)

test('fitEnvelope keeps an envelope of the cap, and of one a byte longer the ends of its longest list go', () => {
  const exact = message(ENVELOPE_BYTES - 1)
  expect(size(exact)).toBe(ENVELOPE_BYTES)
  expect(fitEnvelope(exact)).toEqual(exact)
  const fitted = fitEnvelope(message(ENVELOPE_BYTES))
  expect(size(fitted)).toBeLessThanOrEqual(ENVELOPE_BYTES)
  expect(fitted.cc).toHaveLength(300)
  expect(fitted.to).toHaveLength(600)
  expect(fitted.problems).toEqual([
    'the envelope is longer than it may be: the ends of its longest lists were left out',
  ])
})
