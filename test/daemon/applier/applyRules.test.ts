// The rules of a run, byte by byte: what they deny, what they let pass without a person, and where they let mail be put.
import { describe, expect, test } from 'vitest'
import { destinationsOf, isAuto, isDenied, rateOf, ruleOf } from '../../../daemon/applier/applyRules.ts'
import type { Verb } from '../../../protocol/adapter.ts'

const rules = (auto: string[], deny: string[] = []) => ({ auto, deny, rate: '200/h' })

describe('a rule', () => {
  test.each([
    ['collection.add -> Receipts', { verb: 'collection.add', to: 'Receipts' }],
    ['collection.add -> A -> B', { verb: 'collection.add', to: 'A -> B' }],
    ['trash', { verb: 'trash', to: null }],
  ])('%j names its verb and its target', (rule, wanted) => {
    expect(ruleOf(rule)).toEqual(wanted)
  })
  test.each<[rule: string, wish: { verb: Verb; to: string | null }, comes: boolean]>([
    ['collection.add -> Receipts', { verb: 'collection.add', to: 'Receipts' }, true],
    ['collection.add -> Receipts', { verb: 'collection.add', to: 'receipts' }, false],
    ['collection.add -> Receipts', { verb: 'collection.remove', to: 'Receipts' }, false],
    ['collection.add', { verb: 'collection.add', to: 'Receipts' }, false],
    ['collection.remove', { verb: 'collection.remove', to: 'INBOX' }, false],
    ['flag.add', { verb: 'flag.add', to: 'seen' }, true],
    ['flag.add', { verb: 'flag.add', to: 'later' }, false],
    ['flag.add -> later', { verb: 'flag.add', to: 'later' }, true],
    ['flag.add', { verb: 'flag.remove', to: 'seen' }, false],
    ['trash', { verb: 'trash', to: null }, true],
    ['draft', { verb: 'draft', to: null }, true],
  ])('"%s" under auto lets %j pass: %s', (rule, wish, passes) => {
    expect(isAuto(rules([rule]), wish)).toBe(passes)
  })
  test.each<[rule: string, wish: { verb: Verb; to: string | null }, comes: boolean]>([
    ['flag.add', { verb: 'flag.add', to: 'anything' }, true],
    ['flag.add -> seen', { verb: 'flag.add', to: 'seen' }, true],
    ['flag.add -> seen', { verb: 'flag.add', to: 'flagged' }, false],
    ['expunge', { verb: 'expunge', to: null }, true],
    ['expunge', { verb: 'trash', to: null }, false],
  ])('"%s" under deny denies %j: %s', (rule, wish, denies) => {
    expect(isDenied(rules([], [rule]), wish)).toBe(denies)
  })
  test('names destinations only where something is added, and under auto', () => {
    const given = rules(
      ['collection.add -> A', 'collection.remove -> B', 'collection.add'],
      ['collection.add -> C'],
    )
    expect([...destinationsOf(given)]).toEqual(['A'])
    expect(rateOf(given)).toBe(200)
  })
})
