// The day of a moment, as the clock's own type tells it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '../../helpers/isoDay.ts'

test('isoDay tells the same day as the platform, from 1970 to 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), seconds => {
      expect(isoDay(seconds)).toBe(new Date(seconds * 1_000).toISOString().slice(0, 10))
    }),
  )
  expect([isoDay(0), isoDay(951_782_400), isoDay(1_709_164_800)]).toEqual([
    '1970-01-01',
    '2000-02-29',
    '2024-02-29',
  ])
})
