// Numbers as people write them: the same worth in every form, and never within anything longer.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyOf, figureOfText, figuresIn, namesCurrency } from '../../helpers/amount.ts'

const values = (text: string): string[] => figuresIn(text).map(({ value }) => value)

/** `whole` in groups of three, divided by `mark`. */
const grouped = (whole: number, mark: string): string => String(whole).replace(/\B(?=(?:\d{3})+$)/g, mark)
const FORMS: readonly ((whole: number, cents: string) => string)[] = [
  (whole, cents) => `${whole}.${cents}`,
  (whole, cents) => `${whole},${cents}`,
  (whole, cents) => `${grouped(whole, ',')}.${cents}`,
  (whole, cents) => `${grouped(whole, '.')},${cents}`,
  (whole, cents) => `${grouped(whole, ' ')},${cents}`,
  (whole, cents) => `${grouped(whole, '\u00A0')},${cents}`,
  (whole, cents) => `${grouped(whole, '\u202F')}.${cents}`,
  (whole, cents) => `${grouped(whole, "'")}.${cents}`,
  (whole, cents) => `${grouped(whole, '’')}.${cents}`,
]
const AROUND: readonly ((digits: string) => string)[] = [
  digits => digits,
  digits => `Total: ${digits} kr.`,
  digits => `€${digits}`,
  digits => `${digits}€, thank you`,
  digits => `EUR ${digits}.`,
  digits => `(${digits})`,
  digits => `US$${digits}/month`,
  digits => `12 ${digits}`.slice(3),
]
const whole = fc.integer({ min: 0, max: 99_999_999 })
const cents = fc.integer({ min: 0, max: 99 }).map(n => String(n).padStart(2, '0'))
const canonical = (units: number, part: string): string => {
  const fraction = part.replace(/0+$/, '')
  return fraction === '' ? String(units) : `${units}.${fraction}`
}

describe('figuresIn', () => {
  test('figuresIn reads one amount as the same worth in every form that people write', () => {
    fc.assert(
      fc.property(
        fc.tuple(whole, cents),
        fc.constantFrom(...FORMS),
        fc.constantFrom(...AROUND),
        ([units, part], form, around) => {
          expect(values(around(form(units, part)))).toEqual([canonical(units, part)])
        },
      ),
    )
  })

  test('figuresIn never finds a number within a longer one, a word, a code, a date or a time', () => {
    const inside: readonly ((digits: string) => string)[] = [
      digits => `20${digits}`,
      digits => `A${digits}`,
      digits => `${digits}kg`,
      digits => `x-${digits}-y`,
      digits => `${digits}-${digits}`,
      digits => `${digits}:30`,
      digits => `#${digits}`,
      digits => `${digits}@shop.test`,
      digits => `2026-${digits}-01`,
      digits => `${digits}/2026`,
      digits => `v${digits}.1`,
    ]
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 99 }), fc.constantFrom(...inside), (number, put) => {
        expect(values(put(String(number)))).not.toContain(String(number))
      }),
    )
  })

  test.each([
    ['1.234', '1234'],
    ['0.125', '0.125'],
    ['1.2345', '1.2345'],
    ['1,00,000', '100000'],
    ['45,-', '45'],
    ['−5 EUR', '-5'],
    ['EUR -5.20', '-5.2'],
    ['٤٥', undefined],
    ['007', undefined],
    ['1.2.26', undefined],
    ['1,12,3', undefined],
    ['12.05.2026', undefined],
  ])('figuresIn reads %s as %s', (text, value) => expect(values(text)).toEqual(value ? [value] : []))

  test('figuresIn tells which currency stands beside a number, and which number is a share', () => {
    const found = figuresIn('12 kr, $13, 14 EUR, 15 %, 16')
    expect(found.map(({ currency, percent }) => [currency, percent])).toEqual([
      ['NOK', false],
      ['USD', false],
      ['EUR', false],
      [null, true],
      [null, false],
    ])
  })

  test('figuresIn takes a word that ends like a currency for a word', () => {
    expect(figuresIn('hours 5, country 6').map(({ currency }) => currency)).toEqual([null, null])
  })

  test('figuresIn reads a megabyte of digits and marks in one pass', () => {
    for (const piece of ['1,', '1 234 ', '1.', "1'", '- 1', '12 34 '])
      expect(figuresIn(piece.repeat(1_000_000 / piece.length)).length).toBeGreaterThanOrEqual(0)
  })
})

test('figureOfText takes one number with its currency and nothing more', () => {
  expect(figureOfText(' 1 234,50 kr ')).toMatchObject({ value: '1234.5', currency: 'NOK' })
  expect(figureOfText('about 12')).toBeUndefined()
  expect(figureOfText('12 and 13')).toBeUndefined()
})

test('namesCurrency finds a sign anywhere and a code as a word alone', () => {
  expect([namesCurrency('all prices in EUR', 'EUR'), namesCurrency('5€', 'EUR')]).toEqual([true, true])
  expect([namesCurrency('neuro', 'EUR'), namesCurrency('', 'NONE')]).toEqual([false, false])
})

test.each([
  ['1 234,50 kr', 'NOK'],
  ['€45.00', 'EUR'],
  ['US$1,234.00', 'USD'],
  ['12,00 SEK', 'SEK'],
  ['AUD 12', 'AUD'],
  ['45,- kr.', 'NOK'],
  ['A$12', null],
  ['12', null],
])('currencyOf reads %s as %s', (text, code) => expect(currencyOf(text)).toBe(code))
