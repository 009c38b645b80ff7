// A model that does not follow the rules is rejected and not mended. Relies on shapes.ts.
import { describe, expect, test } from 'vitest'
import { Answer, Score, Verdict } from '../../protocol/score.ts'
import { SCORED } from './shapes.ts'

const GOOD = { score: 7, reason: 'A deadline on Friday.', topics: ['contract'] }

describe('a model that does not follow the rules', () => {
  test.each([
    ['a score of 11', { score: 11 }],
    ['a score below 0', { score: -1 }],
    ['a score that is no integer', { score: 6.5 }],
    ['a score as text', { score: '7' }],
    ['no score', { score: null }],
    ['an infinite score', { score: Infinity }],
    ['an empty reason', { reason: '' }],
    ['a reason with half a character', { reason: 'a\uD83D' }],
    ['a list as reason', { reason: ['a'] }],
    ['an empty topic', { topics: [''] }],
    ['a number as topic', { topics: [1] }],
    ['topics as one text', { topics: 'contract' }],
    ['a key of its own', { verdict: 'keep' }],
    ['another sender’s handle', { handle: 'h_x' }],
  ])('an answer with %s is rejected and not mended', (_, change) => {
    expect(Answer.safeParse(GOOD).success).toBe(true)
    expect(Answer.safeParse({ ...GOOD, ...change }).success).toBe(false)
    expect(Score.safeParse({ ...SCORED, ...change }).success).toBe(false)
  })
})

test.each([0, 10])('a score of %i is within the scale', score => {
  expect(Answer.safeParse({ ...GOOD, score }).success).toBe(true)
})

test('a score says by whom it is and nobody else can give one', () => {
  expect(Score.safeParse({ ...SCORED, by: 'rules' }).success).toBe(true)
  expect(Score.safeParse({ ...SCORED, by: 'sender' }).success).toBe(false)
  expect(Score.safeParse({ by: 'none', why: 'bored' }).success).toBe(false)
  expect(Score.safeParse({ by: 'none', why: 'timeout', score: 10 }).success).toBe(false)
})

test('a verdict to drop says by which rule and one to keep says nothing more', () => {
  expect(Verdict.safeParse({ verdict: 'keep' }).success).toBe(true)
  expect(Verdict.safeParse({ verdict: 'drop' }).success).toBe(false)
  expect(Verdict.safeParse({ verdict: 'drop', why: 'dull' }).success).toBe(false)
  expect(Verdict.safeParse({ verdict: 'keep', why: 'read' }).success).toBe(false)
})
