// Days as numbers against the clock's own type, which counts the same calendar. Relies on Date.UTC for the truth.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysIn, daysTo } from '../../protocol/calendar.ts'

const MILLISECONDS = 86_400_000

test('daysTo counts the days from 1970 as the clock does, of every month and year', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      (year, month, day) => daysTo(year, month, day) * MILLISECONDS === Date.UTC(year, month - 1, day),
    ),
  )
})

test('daysIn is how long a month is, and nothing for a month that is none', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 9999 }),
      fc.integer({ min: 1, max: 12 }),
      (year, month) => daysIn(year, month) === new Date(Date.UTC(year, month, 0)).getUTCDate(),
    ),
  )
  expect([0, 13].map(month => daysIn(2026, month))).toEqual([0, 0])
})
