// body.txt: its texts joined, within its cap.
import { expect, test } from 'vitest'
import { BODY_BYTES } from '../../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../protocol/message.ts'
import { type Body, bodyText } from '../../../helpers/seenText/bodyText.ts'

const body = (text: string, changes: Partial<Body> = {}): Body => ({
  from: 'text',
  text,
  hidden: 0,
  remote: 0,
  cut: false,
  ...changes,
})

test('bodyText joins texts with an empty line and says what they were', () => {
  const { text, about } = bodyText([
    body('\n\na\n'),
    body('  '),
    body('b', { from: 'html', hidden: 2, remote: 3 }),
  ])
  expect(text).toBe('a\n\nb\n')
  expect(about).toEqual({ from: 'html', chars: 5, hidden: 2, remote: 3, cut: false })
})

test('bodyText of nothing is nothing', () => {
  expect(bodyText([])).toEqual({
    text: '',
    about: { from: 'none', chars: 0, hidden: 0, remote: 0, cut: false },
  })
})

test('bodyText keeps a body of the cap and cuts a longer one after a whole line', () => {
  const lines = (bytes: number): string => `${'é'.repeat(99)}\n`.repeat(Math.ceil(bytes / 199))
  const whole = 'z'.repeat(BODY_BYTES - 1)
  expect(bodyText([body(whole)]).about.cut).toBe(false)
  expect(bodyText([body(`${whole}z`)]).about.cut).toBe(true)
  const { text, about } = bodyText([body(lines(BODY_BYTES + 10_000))])
  expect(about.cut).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BODY_BYTES)
  expect(text.endsWith('é\n')).toBe(true)
})

test('bodyText closes a hidden piece that it cuts', () => {
  const { text } = bodyText([body(`seen\n${HIDDEN_BEGIN}\n${'x\n'.repeat(BODY_BYTES)}${HIDDEN_END}`)])
  expect(text.endsWith(`\n${HIDDEN_END}\n`)).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BODY_BYTES)
})
