// Which lines of a body.txt were hidden, whoever asks: the index, a stage and a model go by the same. Relies on the marks alone.
import { expect, test } from 'vitest'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../protocol/message.ts'
import { markedLines } from '../../../protocol/text/markedLines.ts'

const hiddenIn = (text: string): string[] =>
  markedLines(text).flatMap(({ line, isHidden }) => (isHidden ? [line] : []))

test.each([
  ['a piece with both marks', `a\n${HIDDEN_BEGIN}\nb\n${HIDDEN_END}\nc`, [HIDDEN_BEGIN, 'b', HIDDEN_END]],
  ['a piece without an end', `a\n${HIDDEN_BEGIN}\nb\nc`, [HIDDEN_BEGIN, 'b', 'c']],
  [
    'marks before CR LF',
    `${HIDDEN_BEGIN}\r\nb\r\n${HIDDEN_END}\r\nc`,
    [`${HIDDEN_BEGIN}\r`, 'b\r', `${HIDDEN_END}\r`],
  ],
  ['an end without a beginning', `a\n${HIDDEN_END}\nb`, []],
  ['a mark that does not stand alone', `a ${HIDDEN_BEGIN}\nb`, []],
])('markedLines finds %s', (_, text, hidden) => {
  expect(hiddenIn(text)).toEqual(hidden)
})

test('markedLines gives every line in its order', () => {
  const text = `a\n${HIDDEN_BEGIN}\n\nb\n${HIDDEN_END}\n`
  expect(
    markedLines(text)
      .map(({ line }) => line)
      .join('\n'),
  ).toBe(text)
})
