// What the model is asked about an item of a job: that it is told that this is no mail, and that no field leaves its place.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANSWER_SCHEMA } from '../../../../helpers/stages/rank/answerForm.ts'
import { CLOSING, promptOf } from '../../../../helpers/stages/rank/prompt.ts'
import { scoreItemByRules } from '../../../../helpers/stages/rank/itemRules.ts'
import { WORD_LISTS } from '../../../../helpers/stages/rank/words.ts'
import type { ViewItem } from '../../../../protocol/envelope.ts'
import { Score } from '../../../../protocol/score.ts'
import { envelope } from '../run.ts'

const item = (changes: Partial<ViewItem> = {}): ViewItem => ({
  title: 'A title',
  text: 'The text of it.',
  source: 'The Paper',
  ...changes,
})
const fieldsOf = (user: string) => JSON.parse(user.split('\n')[1] ?? '') as Record<string, object>

describe('promptOf of an item', () => {
  test('promptOf tells the model that an item is no mail and has no sender', () => {
    const { system, user } = promptOf(item())
    expect(system).toContain('They are not mail')
    expect(system).toContain('nobody waits for an answer')
    expect(system).toContain(JSON.stringify(ANSWER_SCHEMA))
    for (const word of ['letters_written_to_sender', 'sender_wrote', 'new mail'])
      expect(system + user).not.toContain(word)
    expect(promptOf(envelope()).system).not.toBe(system)
  })

  test('promptOf shows the title, the text and the source, and neither link nor job', () => {
    expect(fieldsOf(promptOf(item()).user)).toEqual({
      source_wrote: { source: 'The Paper', title: 'A title', text: 'The text of it.' },
    })
  })

  test('promptOf lets no field of an item leave its place, whatever a stranger writes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 })
    fc.assert(
      fc.property(text, text, text, (title, body, source) => {
        const { system, user } = promptOf(item({ title, text: body, source }))
        expect(system).toBe(promptOf(item()).system)
        const lines = user.split('\n')
        expect(lines).toHaveLength(5)
        expect([lines[0], ...lines.slice(2)]).toEqual(
          promptOf(item())
            .user.split('\n')
            .filter((_, index) => index !== 1),
        )
        expect(Object.keys(fieldsOf(user))).toEqual(['source_wrote'])
      }),
    )
  })

  test('promptOf of an item ends with the agreed words, and stands without them', () => {
    const without = promptOf(item(), '').user
    expect(promptOf(item()).user).toBe(`${without}\nThe item above is ${CLOSING}`)
  })
})

describe('scoreItemByRules', () => {
  const scoreOf = (changes: Partial<ViewItem> = {}) => scoreItemByRules(item(changes))

  test('rules score an item four, and say why', () => {
    expect(scoreOf()).toEqual({
      by: 'rules',
      score: 4,
      reason: 'By fixed rules: a program of yours printed it.',
      topics: [],
    })
  })

  test.each(WORD_LISTS.map(list => [list.topic, list] as const))(
    'rules give an item the points of the words of %s',
    (_, list) => {
      const found = scoreOf({ title: list.words[0] ?? '' })
      expect(found).toMatchObject({ score: 4 + list.points })
    },
  )

  test('rules keep to the form of a score whatever an item says', () => {
    const words = fc.constantFrom(...WORD_LISTS.flatMap(list => list.words))
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words).map(all => all.join(' ')),
    )
    fc.assert(
      fc.property(text, text, (title, body) => {
        const score = scoreOf({ title, text: body })
        expect(Score.safeParse(score).success).toBe(true)
        expect(score.by === 'rules' && score.score <= 8).toBe(true)
      }),
    )
  })
})
