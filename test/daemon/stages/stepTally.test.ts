// What a stage says is data: a few plain sentences, counted. At each cap and one past it.
import { expect, test } from 'vitest'
import { clauseOf, stepTally } from '../../../daemon/stages/stepTally.ts'
import { REMARKS, SENTENCE_CHARS } from '../../../protocol/limits.ts'
import { refused } from '../../../protocol/refusal.ts'

const sentences = (amount: number): string[] => Array.from({ length: amount }, (_, at) => `sentence ${at}`)

test('a stage may say as many sentences of one message as the cap, and one more is refused', () => {
  const counted = stepTally()
  expect(counted.said(sentences(REMARKS))).toBe(true)
  expect(counted.said(sentences(REMARKS + 1))).toBe(false)
  expect(counted.report({ skipped: 0, absent: 0 }).remarks).toHaveLength(REMARKS)
})

test('the same sentence is counted, and different ones are kept up to a bound', () => {
  const counted = stepTally()
  for (let at = 0; at < 3; at++) counted.said(['the same'])
  for (let at = 0; at < 200; at++) counted.said([`other ${at}`])
  const { remarks } = counted.report({ skipped: 0, absent: 0 })
  expect(remarks[0]).toEqual({ sentence: 'the same', count: 3 })
  expect(remarks).toHaveLength(100)
})

test.each([
  ['a text in place of a list', 'all well'],
  ['an object', { a: 1 }],
  ['a number in the list', [1]],
  ['an empty sentence', ['']],
  ['a newline', ['a\nb']],
  ['an escape sequence', ['\u001b[31m']],
  ['a character that turns the line around', ['a\u202eb']],
  ['a sentence over the cap', ['x'.repeat(SENTENCE_CHARS + 1)]],
])('a stage is refused to say %s', (_, said) => {
  const counted = stepTally()
  expect(counted.said(said)).toBe(false)
  expect(counted.report({ skipped: 0, absent: 0 }).remarks).toEqual([])
  expect(counted.said(['x'.repeat(SENTENCE_CHARS)])).toBe(true)
})

test('a refusal becomes a clause without the name of its step, and hides what is no plain sentence', () => {
  const clause = (is: string) => clauseOf(refused('crashed', { is, wanted: 'x', fix: 'y' }).refusal, 'parse')
  expect(clause('parse was killed (SIGKILL)')).toBe('was killed (SIGKILL)')
  expect(clause('no envelope was there')).toBe('no envelope was there')
  expect(clause('evil \u001b[2J')).toBe('was refused for a reason that is no plain sentence')
})
