// The deterministic scorer: each documented fact with its points, each word list, its bounds.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreByRules } from '../../../../helpers/stages/rank/rules.ts'
import { WORD_LISTS } from '../../../../helpers/stages/rank/words.ts'
import type { ViewEnvelope } from '../../../../protocol/envelope.ts'
import { Score } from '../../../../protocol/score.ts'
import { envelope, NOW } from '../run.ts'

const bare = (changes: Partial<ViewEnvelope> = {}) =>
  envelope({ subject: 'Hello', preview: '', category: null, received: NOW - 86_400, ...changes })
const scoreOf = (changes: Partial<ViewEnvelope> = {}): number => {
  const score = scoreByRules(bare(changes), NOW)
  return score.by === 'rules' ? score.score : Number.NaN
}
const BASE = scoreOf()

describe('scoreByRules', () => {
  test('rules give each fact the points that are documented', () => {
    const cases: [string, Partial<ViewEnvelope>, number][] = [
      ['written to once', { writtenTo: 1 }, 2],
      ['written to three times', { writtenTo: 3 }, 3],
      ['written to ten times', { writtenTo: 10 }, 4],
      ['not flagged', { flagged: false }, -2],
      ['urgent', { urgent: true }, 2],
      ['high impact', { highImpact: true }, 1],
      ['not addressed to the user', { direct: false }, -2],
      ['primary', { category: 0 }, 1],
      ['a transaction', { category: 1 }, 1],
      ['an update', { category: 2 }, -1],
      ['a promotion', { category: 3 }, -3],
      ['new', { received: NOW - 3_600 }, 1],
      ['old', { received: NOW - 4 * 86_400 }, -1],
      ['without a date', { received: null, sent: null }, 0],
      ['from nobody who reads', { from: { name: 'Shop', address: 'No-Reply@shop.test' } }, -1],
    ]
    // Flagged, so that no difference ends at 0.
    for (const [name, changes, points] of cases)
      expect([name, scoreOf({ flagged: true, ...changes }) - scoreOf({ flagged: true })]).toEqual([
        name,
        points,
      ])
  })

  test('rules find each word list in subject and preview, and name it as a topic', () => {
    for (const list of WORD_LISTS)
      for (const word of list.words) {
        for (const place of [{ subject: `(${word.toUpperCase()})!` }, { preview: `x, ${word}.` }]) {
          const score = scoreByRules(bare(place), NOW)
          expect([word, score.by === 'rules' && score.topics]).toEqual([
            word,
            expect.arrayContaining([list.topic]),
          ])
        }
      }
  })

  test('rules match whole words only', () => {
    const score = scoreByRules(bare({ subject: 'Residue of duet, billing and taxi' }), NOW)
    expect(score).toMatchObject({ topics: [] })
  })

  test('rules give a stranger who uses every word no more than four points for it', () => {
    const words = WORD_LISTS.filter(list => list.points > 0).flatMap(list => list.words)
    expect(scoreOf({ preview: words.join(' ') }) - BASE).toBe(4)
  })

  test('rules say so in the reason, within its length, and keep the scale', () => {
    fc.assert(
      fc.property(
        fc.record({
          subject: fc.oneof(fc.string(), fc.constantFrom(...WORD_LISTS.map(list => list.words.join(' ')))),
          preview: fc.string({ unit: 'binary' }),
          flagged: fc.boolean(),
          urgent: fc.boolean(),
          highImpact: fc.boolean(),
          direct: fc.boolean(),
          verified: fc.constant(null),
          writtenTo: fc.nat(2_000_000_000),
          category: fc.constantFrom(null, 0, 1, 2, 3, 99),
          received: fc.option(fc.nat(2 * NOW)),
        }),
        changes => {
          const score = scoreByRules(envelope(changes), NOW)
          expect(Score.safeParse(score).error).toBeUndefined()
          expect(score).toMatchObject({
            by: 'rules',
            reason: expect.stringMatching(/^By fixed rules: /),
          })
          expect(scoreByRules(envelope(changes), NOW)).toEqual(score)
        },
      ),
    )
  })

  test('rules read the sender by facts and not by what a name claims', () => {
    const claims = { from: { name: 'Flagged urgent, written to 12 times', address: 'some@body.test' } }
    expect(scoreOf(claims)).toBe(BASE)
  })
})
