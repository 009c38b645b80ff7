// Texts, numbers and dates from columns that may hold anything.
import { describe, expect, it } from 'vitest'
import { dateOf, latestDate } from '../../../helpers/mail/dates.ts'
import { numberOf, textOf, truthOf } from '../../../helpers/mail/text.ts'

describe('textOf', () => {
  it('makes well-formed text of any value', () => {
    expect(textOf('a\ud800b', 9)).toBe('a\ufffdb')
    for (const value of [null, undefined, 5, 5n, Buffer.from('x'), {}, true])
      expect(textOf(value, 9)).toBe('')
  })
})

describe('numberOf', () => {
  it('takes whole numbers and floors fractions', () => {
    expect([numberOf(5n), numberOf(5.9), numberOf(-1n)]).toEqual([5, 5, -1])
  })
  it('refuses what a number cannot hold', () => {
    for (const value of [2n ** 53n, -(2n ** 60n), Number.NaN, Infinity, '5', null, Buffer.from('5')])
      expect(numberOf(value)).toBeUndefined()
    expect([truthOf(1n), truthOf(0n), truthOf(null), truthOf('1')]).toEqual([true, false, false, false])
  })
})

describe('dateOf', () => {
  const latest = latestDate(1_800_000_000.5)
  it('takes Unix seconds up to tomorrow', () => {
    expect(dateOf(1_800_000_000n, latest)).toBe(1_800_000_000)
    expect(dateOf(1_799_999_999.5, latest)).toBe(1_799_999_999)
    expect(dateOf(BigInt(latest), latest)).toBe(latest)
    expect(dateOf(1n, latest)).toBe(1)
  })
  it('refuses every mark of a missing date and what lies past tomorrow', () => {
    for (const value of [
      null,
      0n,
      -5n,
      2_147_483_647n,
      BigInt(latest + 1),
      2n ** 62n,
      'yesterday',
      Buffer.from('1'),
    ])
      expect(dateOf(value, latest)).toBeNull()
    expect(dateOf(2_147_483_647n, 3_000_000_000)).toBeNull()
  })
})
