// --since: what it means, and what is refused. The time zone is pinned so that local time is a known one.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { since } from '../../cli/since.ts'

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0)
const zone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'Europe/Oslo'
})
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const valueOf = (text: string) => {
  const result = since(text, NOW)
  return result.ok ? result.value : result.refusal.code
}

describe('since', () => {
  test.each([
    ['24h', Date.UTC(2026, 10, 29, 12)],
    ['90m', Date.UTC(2026, 10, 30, 10, 30)],
    ['7d', Date.UTC(2026, 10, 23, 12)],
    ['1s', NOW - 1000],
    ['2026-11-30', Date.UTC(2026, 10, 29, 23)],
    ['2026-07-01', Date.UTC(2026, 5, 30, 22)],
    ['2026-11-30T05:25', Date.UTC(2026, 10, 30, 4, 25)],
    ['2026-11-30 05:25:07', Date.UTC(2026, 10, 30, 4, 25, 7)],
    ['2026-11-30T05:25:07.999', Date.UTC(2026, 10, 30, 4, 25, 7)],
    ['2026-11-30T05:25Z', Date.UTC(2026, 10, 30, 5, 25)],
    ['2026-11-30T05:25+05:30', Date.UTC(2026, 10, 29, 23, 55)],
    ['2026-11-29T05:25-0800', Date.UTC(2026, 10, 29, 13, 25)],
    ['2024-02-29', Date.UTC(2024, 1, 28, 23)],
    ['2026-11-30T13:00', NOW],
  ])('reads %s as a moment', (text, moment) => {
    expect(valueOf(text)).toBe(moment / 1000)
  })

  test.each([
    '',
    ' ',
    '24',
    'h',
    '0h',
    '-1h',
    '1.5h',
    '24 h',
    '24H',
    '1w',
    '9999999d',
    'yesterday',
    '1764500000',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29',
    '2026-00-10',
    '2026-11-30T24:00',
    '2026-11-30T05:60',
    '2026-11-30T05',
    '2026-11-30T05:25+25:00',
    '2026-11-30Z',
    '26-11-30',
    '+002026-11-30',
    '0099-01-01',
    '1969-12-31T23:59',
    '999999d',
    '2026-12-01',
    '2026-11-30T13:00:01',
    '2026-11-30T05:25-0800',
    '2026-11-30\n',
    '２０２６-11-30',
    '24h\u001B[2J',
  ])('refuses %j as usage', text => {
    expect(valueOf(text)).toBe('usage')
  })

  test('answers a second between 1970 and now, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const value = valueOf(text)
        expect(value === 'usage' || (Number.isSafeInteger(value) && Number(value) >= 0)).toBe(true)
      }),
    )
  })

  test('reads every date of the last fifty years as the local midnight', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(1976, 0, 1), max: new Date(2026, 10, 29), noInvalidDate: true }),
        day => {
          const [y, m, d] = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
          const text = `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
          expect(valueOf(text)).toBe(new Date(y, m - 1, d).getTime() / 1000)
        },
      ),
    )
  })
})
