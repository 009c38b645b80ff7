// Times of day against the calendars of real zones. The instants that are expected are written out in UTC, from the zones' rules.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRun, runsBetween } from '../../../daemon/jobs/nextRun.ts'

const utc = (text: string): number => Date.parse(text)
const shown = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
/** The next `count` runs after `from`. */
const chain = (at: readonly string[], [from, zone]: readonly [string, string], count: number): string[] => {
  const found: string[] = []
  for (
    let time = nextRun(at, utc(from), zone);
    found.length < count && time !== null;
    time = nextRun(at, time, zone)
  )
    found.push(new Date(time).toISOString().replace(':00.000Z', 'Z'))
  return found
}

describe('an ordinary day', () => {
  test('nextRun gives the nearest of several times, on this day and on the next', () => {
    expect(chain(['14:20', '05:25', '10:30'], ['2026-11-30T04:00:00Z', 'Europe/Berlin'], 4)).toEqual([
      '2026-11-30T04:25Z',
      '2026-11-30T09:30Z',
      '2026-11-30T13:20Z',
      '2026-12-01T04:25Z',
    ])
  })
  test('nextRun never gives the moment that it is asked about', () => {
    const due = utc('2026-11-30T04:25:00Z')
    expect(shown(nextRun(['05:25'], due, 'Europe/Berlin'))).toBe('2026-12-01T04:25:00.000Z')
    expect(shown(nextRun(['05:25'], due - 1, 'Europe/Berlin'))).toBe('2026-11-30T04:25:00.000Z')
    expect(shown(nextRun(['05:25'], due + 1, 'Europe/Berlin'))).toBe('2026-12-01T04:25:00.000Z')
  })
  test('nextRun gives nothing where there are no times', () => {
    expect(nextRun([], utc('2026-11-30T04:00:00Z'), 'Europe/Berlin')).toBe(null)
  })
  test('nextRun comes on the 29th of February in a leap year and not in another', () => {
    expect(chain(['23:59'], ['2028-02-28T00:00:00Z', 'UTC'], 3)).toEqual([
      '2028-02-28T23:59Z',
      '2028-02-29T23:59Z',
      '2028-03-01T23:59Z',
    ])
    expect(chain(['23:59'], ['2100-02-28T00:00:00Z', 'UTC'], 2)).toEqual([
      '2100-02-28T23:59Z',
      '2100-03-01T23:59Z',
    ])
  })
  test('nextRun comes at midnight and crosses the end of a year', () => {
    expect(chain(['00:00'], ['2026-12-31T12:00:00Z', 'Asia/Kolkata'], 2)).toEqual([
      '2026-12-31T18:30Z',
      '2027-01-01T18:30Z',
    ])
  })
})

describe('a time that the clock skips', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-03-28T12:00:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['America/New_York', '02:30', '2026-03-07T12:00:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T00:00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
    ['Africa/Casablanca', '02:30', '2026-03-21T12:00:00Z', ['2026-03-22T02:00Z', '2026-03-23T01:30Z']],
    ['Asia/Beirut', '00:30', '2026-03-28T00:00:00Z', ['2026-03-28T22:00Z', '2026-03-29T21:30Z']],
  ])('nextRun in %s runs %s at the first moment after the gap, once', (...[zone, time, from, days]) => {
    expect(chain([time], [from, zone], 2)).toEqual(days)
  })
  test('two times of one gap meet at its end and are one run', () => {
    expect(chain(['02:10', '02:50'], ['2026-03-28T12:00:00Z', 'Europe/Berlin'], 2)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:10Z',
    ])
  })
  test('a day that a zone leaves out altogether has no run', () => {
    expect(chain(['05:00'], ['2011-12-29T00:00:00Z', 'Pacific/Apia'], 2)).toEqual([
      '2011-12-29T15:00Z',
      '2011-12-30T15:00Z',
    ])
  })
})

describe('a time that the clock shows twice', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-10-24T12:00:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ['America/New_York', '01:30', '2026-10-31T12:00:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T00:00:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
    ['Africa/Casablanca', '02:30', '2026-02-14T12:00:00Z', ['2026-02-15T01:30Z', '2026-02-16T02:30Z']],
  ])('nextRun in %s runs %s the first time and not the second', (...[zone, time, from, days]) => {
    expect(chain([time], [from, zone], 2)).toEqual(days)
  })
  test('nextRun asked between the two showings gives the next day', () => {
    expect(shown(nextRun(['02:30'], utc('2026-10-25T00:45:00Z'), 'Europe/Berlin'))).toBe(
      '2026-10-26T01:30:00.000Z',
    )
  })
})

describe('any time of day in any zone', () => {
  const ZONES = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'America/Santiago',
    'Asia/Kathmandu',
    'Asia/Beirut',
    'Pacific/Chatham',
  ]
  const two = (part: number) => String(part).padStart(2, '0')
  const shownIn = (zone: string, instant: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      .format(instant)
      .split(', ')

  test('nextRun comes once on each date, at its time or at the end of a gap that holds it', () => {
    const day = fc.integer({ min: utc('2020-01-01T00:00:00Z'), max: utc('2031-01-01T00:00:00Z') })
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), day, time, (zone, from, [hour, minute]) => {
        const at = `${two(hour)}:${two(minute)}`
        const dates: (string | undefined)[] = []
        let last = from
        for (let count = 0; count < 5; count++) {
          const next = nextRun([at], last, zone) ?? Infinity
          const [date, clock] = shownIn(zone, next)
          const skipped = clock !== at
          // Right before the end of a gap the clock shows what comes before the time that it skips.
          const before = shownIn(zone, next - 60_000)[1] ?? ''
          const began = before === '23:59' ? '' : before
          if (skipped) expect(began < at && at < (clock ?? '')).toBe(true)
          expect(next - last).toBeLessThanOrEqual(26 * 3_600_000)
          dates.push(date)
          last = next
        }
        expect(new Set(dates).size).toBe(5)
      }),
      { numRuns: 300 },
    )
  })
})

describe('runsBetween', () => {
  test('runsBetween leaves out its beginning and keeps its end', () => {
    const from = utc('2026-11-30T04:25:00Z')
    const to = utc('2026-11-30T09:30:00Z')
    expect(runsBetween(['05:25', '10:30'], { from, to }, 'Europe/Berlin').map(shown)).toEqual([
      '2026-11-30T09:30:00.000Z',
    ])
    expect(
      runsBetween(['05:25', '10:30'], { from: from - 1, to: to - 1 }, 'Europe/Berlin').map(shown),
    ).toEqual(['2026-11-30T04:25:00.000Z'])
  })
  test('runsBetween looks at the last two days of a longer stretch, and finds each moment once', () => {
    const span = { from: utc('2020-01-01T00:00:00Z'), to: utc('2026-11-30T12:00:00Z') }
    expect(runsBetween(['10:30', '05:25', '05:25'], span, 'Europe/Berlin')).toHaveLength(4)
  })
  test('runsBetween finds nothing where the clock went back', () => {
    const span = { from: utc('2026-11-30T12:00:00Z'), to: utc('2026-11-30T04:00:00Z') }
    expect(runsBetween(['05:25'], span, 'Europe/Berlin')).toEqual([])
  })
})
