// Whether the longest message fits the window beside what the model may write, at four tokens a character.
import { expect, test } from 'vitest'
import { thinkValue } from '../../../../helpers/askOllama.ts'
import { budgetOf } from '../../../../helpers/stages/rank/budget.ts'
import { promptOf } from '../../../../helpers/stages/rank/prompt.ts'
import { ADDRESS_CHARS, NAME_CHARS, PREVIEW_CHARS, SUBJECT_CHARS } from '../../../../protocol/limits.ts'
import { envelope } from '../run.ts'

const THINK = ['off', 'low', 'medium', 'on', 'high'] as const

test.each(THINK)('budgetOf leaves room for the longest message and the answer with think %s', think => {
  const own = promptOf(envelope())
  const written = SUBJECT_CHARS + PREVIEW_CHARS + NAME_CHARS + ADDRESS_CHARS
  // English takes about four characters a token; three is careful.
  const prompt = (own.system.length + own.user.length) / 3 + 4 * written
  const { window, written: answer } = budgetOf(think)
  expect(prompt + answer).toBeLessThan(window)
  expect(own.leastTokens).toBeLessThan((own.system.length + own.user.length) / 4)
})

test('thinkValue gives each setting its value on the wire', () => {
  expect(THINK.map(thinkValue)).toEqual([false, 'low', 'medium', true, 'high'])
})
