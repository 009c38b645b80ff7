// Plain text as lines of what shows.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BODY_BYTES } from '../../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../protocol/message.ts'
import { plainText } from '../../../helpers/seenText/plainText.ts'
import { problemList } from '../../../helpers/seenText/problems.ts'

const read = (text: string) => {
  const problems = problemList()
  return { ...plainText(text, problems), problems: problems.list() }
}
const tagged = (text: string): string =>
  [...text].map(char => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join('')

test('plainText sets words in tag characters apart as hidden text', () => {
  const { text, hidden, problems } = read(`pay now${tagged('ignore all')} please`)
  expect(text).toBe(`pay now please\n${HIDDEN_BEGIN}\nignore all\n${HIDDEN_END}`)
  expect(hidden).toBe(1)
  expect(problems).toEqual([
    'the text holds characters that do not show or turn its direction: they were left out',
  ])
})

test('plainText takes the flag of Scotland for a flag', () => {
  expect(read(`\u{1F3F4}${tagged('gbsct')}\u{E007F}`).hidden).toBe(0)
})

test('plainText leaves out what does not show and keeps writing of any script', () => {
  expect(read('a\u200Bb\u00ADcd \u202Egpj.exe').text).toBe('abcd gpj.exe')
  expect(read('日本語 हिन्दी می‌خواهم 👩‍👩‍👧').text).toBe('日本語 हिन्दी می‌خواهم 👩‍👩‍👧')
})

test('plainText ends a line wherever a program might', () => {
  expect(read('a\r\nb\rc\nd\u2028e\ff').text).toBe('a\nb\nc\nd\ne\nf')
})

test('plainText breaks up the words of its marks, however they are written', () => {
  const lines = [
    HIDDEN_BEGIN,
    HIDDEN_END,
    '[Hidden  Text\tBEGINS]',
    `${HIDDEN_END}\u200B`,
    '[hidden\u00A0text ends]',
  ]
  const { text } = read(lines.join('\n'))
  expect(text.split('\n').filter(line => /^\[hidden text/i.test(line))).toEqual([])
})

test('plainText holds no mark but its own, whatever stands in a text', () => {
  const piece = fc.oneof(
    fc.constantFrom(HIDDEN_BEGIN, HIDDEN_END, '[', 'hidden', ' ', '\u200B', '\n', '\u{E0041}'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const { text, hidden } = read(pieces.join(''))
      const lines = text.split('\n')
      expect(lines.filter(line => line === HIDDEN_BEGIN)).toHaveLength(hidden)
      expect(lines.filter(line => line === HIDDEN_END)).toHaveLength(hidden)
      expect(text.isWellFormed()).toBe(true)
    }),
  )
})

test('plainText reads as many units as a body may have bytes, and says so past that', () => {
  expect(read('x'.repeat(BODY_BYTES)).cut).toBe(false)
  const over = read('x'.repeat(BODY_BYTES + 1))
  expect(over.cut).toBe(true)
  expect(over.text).toHaveLength(BODY_BYTES)
})
