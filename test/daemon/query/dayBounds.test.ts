// When days begin: in zones with summer time, where the clock skips midnight, and across the date line.
import { describe, expect, test } from 'vitest'
import { boundsOf, dayStart } from '../../../daemon/query/dayBounds.ts'

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()

describe('the beginning of a day', () => {
  test.each([
    ['2026-11-30', 'UTC', '2026-11-30T00:00:00.000Z'],
    ['2026-11-30', 'Europe/Oslo', '2026-11-29T23:00:00.000Z'],
    ['2026-06-30', 'Europe/Oslo', '2026-06-29T22:00:00.000Z'],
    ['2026-03-29', 'Europe/Oslo', '2026-03-28T23:00:00.000Z'],
    ['2026-11-30', 'Pacific/Kiritimati', '2026-11-29T10:00:00.000Z'],
    ['2026-11-30', 'Pacific/Pago_Pago', '2026-11-30T11:00:00.000Z'],
    ['2026-11-30', 'Asia/Kathmandu', '2026-11-29T18:15:00.000Z'],
    ['1970-01-01', 'UTC', '1970-01-01T00:00:00.000Z'],
  ])('of %s in %s is %s', (day, zone, start) => {
    expect(iso(dayStart(day, zone))).toBe(start)
  })
  test('is one o’clock where the clock skips midnight', () => {
    // Beirut, 27 March 2022: 00:00 was 01:00.
    expect(iso(dayStart('2022-03-27', 'Asia/Beirut'))).toBe('2022-03-26T22:00:00.000Z')
  })
})

describe('a date of a query', () => {
  const clock = { now: Date.UTC(2026, 10, 30, 12) / 1_000, timeZone: 'Europe/Oslo' }
  test('takes a day whole, and the last day of a range too', () => {
    const { least, below } = boundsOf({ from: { day: '2026-11-01' }, to: { day: '2026-11-30' } }, clock)
    expect([iso(least ?? 0), iso(below ?? 0)]).toEqual([
      '2026-10-31T23:00:00.000Z',
      '2026-11-30T23:00:00.000Z',
    ])
  })
  test('has 25 hours on the day the clock is set back', () => {
    const { least, below } = boundsOf({ from: { day: '2026-10-25' }, to: { day: '2026-10-25' } }, clock)
    expect((below ?? 0) - (least ?? 0)).toBe(25 * 3_600)
  })
  test('counts back from now, and leaves an end open', () => {
    expect(boundsOf({ from: { ago: 86_400 }, to: null }, clock)).toEqual({
      least: clock.now - 86_400,
      below: null,
    })
  })
})
