// Dates as people write them: the same day in every form, and no day where the text could mean two.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfText, datesIn } from '../../helpers/dates.ts'

const days = (text: string): (string | null)[] => datesIn(text).map(({ day }) => day)
const pad = (number: number): string => String(number).padStart(2, '0')
const ENGLISH = 'January February March April May June July August September October November December'.split(
  ' ',
)
const NORWEGIAN = 'januar februar mars april mai juni juli august september oktober november desember'.split(
  ' ',
)
const FRENCH = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
)
const SPANISH =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const FORMS: readonly ((y: number, m: number, d: number) => string)[] = [
  (y, m, d) => `${y}-${pad(m)}-${pad(d)}`,
  (y, m, d) => `${y}/${pad(m)}/${pad(d)}`,
  (y, m, d) => `${y}-${pad(m)}-${pad(d)}T05:25:00Z`,
  (y, m, d) => `${pad(d)}.${pad(m)}.${y}`,
  (y, m, d) => `${d}. ${m}. ${y}`,
  (y, m, d) => `${d} ${ENGLISH[m - 1]} ${y}`,
  (y, m, d) => `${ENGLISH[m - 1]} ${d}, ${y}`,
  (y, m, d) => `${ENGLISH[m - 1]?.slice(0, 3)} ${d} ${y}`,
  (y, m, d) => `${d}-${ENGLISH[m - 1]?.slice(0, 3)}-${y}`,
  (y, m, d) => `${d}. ${NORWEGIAN[m - 1]} ${y}`,
  (y, m, d) => `${d} ${FRENCH[m - 1]} ${y}`,
  (y, m, d) => `${d} de ${SPANISH[m - 1]} de ${y}`,
  (y, m, d) => `${y}年${m}月${d}日`,
]
const date = fc.record({
  y: fc.integer({ min: 1970, max: 2099 }),
  m: fc.integer({ min: 1, max: 12 }),
  d: fc.integer({ min: 1, max: 28 }),
})

describe('datesIn', () => {
  test('datesIn reads one day as the same in every form and language', () => {
    fc.assert(
      fc.property(date, fc.constantFrom(...FORMS), ({ y, m, d }, form) => {
        expect(days(`Due on ${form(y, m, d)}.`)).toEqual([`${y}-${pad(m)}-${pad(d)}`])
      }),
    )
  })

  test('datesIn gives no day to 01/02/2026 unless another date of the text says the order', () => {
    expect(days('on 01/02/2026')).toEqual([null])
    expect(days('on 01/02/2026, paid 30/01/2026')).toEqual(['2026-02-01', '2026-01-30'])
    expect(days('on 01/02/2026, paid 01/30/2026')).toEqual(['2026-01-02', '2026-01-30'])
    expect(days('01/02/2026, 30/01/2026 and 01/30/2026')).toEqual([null, '2026-01-30', '2026-01-30'])
    expect(days('on 02/02/2026')).toEqual(['2026-02-02'])
  })

  test.each([
    '31.2.2026',
    '2026-13-01',
    '12026-11-30',
    '2026-11-301',
    '1.1.1',
    '30 November',
    'v1.2.2026.4',
    '10:30:45',
  ])('datesIn finds no date in %s', text => expect(days(text)).toEqual([]))

  test('datesIn knows a leap year', () => {
    expect(days('29.2.2024 29.2.2000 29.2.1900 29.2.2025')).toEqual(['2024-02-29', '2000-02-29'])
  })

  test('datesIn reads a megabyte of digits and marks in one pass', () => {
    for (const piece of ['1.', '1/', '2026-', 'may ', '1 may '])
      expect(datesIn(piece.repeat(1_000_000 / piece.length)).length).toBeGreaterThanOrEqual(0)
  })
})

test('dateOfText takes one date and nothing more', () => {
  expect(dateOfText(' 30.11.2026 ')?.day).toBe('2026-11-30')
  expect(dateOfText('on 30.11.2026')).toBeUndefined()
})
