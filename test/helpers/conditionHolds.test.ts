// What a rule's condition says of a message: only twind's own findings satisfy `dkim` and `known`.
import { describe, expect, test } from 'vitest'
import { conditionHolds, conditionProblem } from '../../helpers/conditionHolds.ts'
import { DKIM_STATES, HIDDEN_BEGIN, HIDDEN_END } from '../../protocol/message.ts'
import type { When } from '../../protocol/stageConfigs.ts'
import { mail } from './stages/stageHere.ts'

const holds = (when: When, changes: Parameters<typeof mail>[0] = {}, body = '') =>
  conditionHolds(when, { records: [], message: { envelope: mail(changes), body } })
const ofRecords = (when: When, ...records: unknown[]) => conditionHolds(when, { records, message: null })

describe('conditionHolds', () => {
  test('conditionHolds takes dkim for nothing but an aligned pass of that domain or one below it', () => {
    const pass = (domain: string | null) => ({ dkim: { state: 'pass' as const, domain, why: null } })
    expect(holds({ dkim: ['shoes.test'] }, pass('shoes.test'))).toBe(true)
    expect(holds({ dkim: ['shoes.test'] }, pass('mail.shoes.test'))).toBe(true)
    expect(holds({ dkim: ['shoes.test'] }, pass('myshoes.test'))).toBe(false)
    expect(holds({ dkim: ['shoes.test'] }, pass(null))).toBe(false)
    for (const state of DKIM_STATES.filter(one => one !== 'pass'))
      expect(
        holds({ dkim: ['shoes.test'] }, { dkim: { state, domain: 'shoes.test', why: null } }),
        state,
      ).toBe(false)
  })

  test('conditionHolds reads from_domain from one author alone', () => {
    expect(holds({ from_domain: ['shoes.test'] })).toBe(true)
    expect(holds({ from_domain: ['hoes.test'] })).toBe(false)
    const two = [
      { name: '', address: 'a@shoes.test' },
      { name: '', address: 'b@evil.test' },
    ]
    expect(holds({ from_domain: ['shoes.test'] }, { from: two })).toBe(false)
  })

  test('conditionHolds finds words whole, in the visible text alone', () => {
    expect(holds({ words: ['receipt'] })).toBe(true)
    expect(holds({ words: ['invoice', 'faktura'] }, {}, 'Din FAKTURA')).toBe(true)
    expect(holds({ words: ['faktura'] }, {}, 'fakturaen')).toBe(false)
    expect(holds({ words: ['faktura'] }, {}, `${HIDDEN_BEGIN}\nfaktura\n${HIDDEN_END}`)).toBe(false)
  })

  test('conditionHolds needs all that is named, and the facts of the envelope as they are', () => {
    expect(holds({ known: true })).toBe(false)
    expect(holds({ known: true }, { known: true })).toBe(true)
    expect(holds({ list: true, words: ['receipt'] })).toBe(false)
    expect(holds({ list: false, has_attachment: false, words: ['receipt'] })).toBe(true)
  })

  test('conditionHolds compares fields of any one record, and amounts by their numbers', () => {
    expect(ofRecords({ field: 'total', exists: true }, {}, { total: '5 kr' })).toBe(true)
    expect(ofRecords({ field: 'total', exists: true }, {}, { total: null })).toBe(false)
    expect(ofRecords({ field: 'total', exists: false }, {})).toBe(true)
    expect(ofRecords({ field: 'kind', equals: 'receipt' }, { kind: 'other' }, { kind: 'receipt' })).toBe(true)
    expect(ofRecords({ field: 'kind', one_of: ['a', 'b'] }, { kind: 'c' })).toBe(false)
    expect(ofRecords({ field: 'total', at_least: 1000 }, { total: '1 234,50 kr' })).toBe(true)
    expect(ofRecords({ field: 'total', at_least: 1000, at_most: 1200 }, { total: '1 234,50 kr' })).toBe(false)
    expect(ofRecords({ field: 'total', at_least: 0 }, { total: 'no number' })).toBe(false)
    expect(ofRecords({ field: 'constructor', exists: true }, {})).toBe(false)
  })
})

test('conditionProblem names what a condition needs and does not have', () => {
  expect(conditionProblem({ words: ['a'] }, false)).toContain('wants the input mail')
  expect(conditionProblem({ equals: 1 }, true)).toContain('wants a field')
  expect(conditionProblem({ field: 'a', equals: 1 }, false)).toBeNull()
})
