// Local dates and times, whatever the environment says of its zone.
import { afterEach, expect, test, vi } from 'vitest'
import { localTime, ownTimeZone } from '../../daemon/localTime.ts'

const at = Date.UTC(2026, 10, 30, 4, 25)
afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['UTC', '2026-11-30', '04:25'],
  ['Europe/Oslo', '2026-11-30', '05:25'],
  ['America/Los_Angeles', '2026-11-29', '20:25'],
  ['Pacific/Kiritimati', '2026-11-30', '18:25'],
])('localTime gives the date and the time of %s', (zone, date, time) => {
  expect(localTime(at, zone)).toEqual({ date, time })
})

test('localTime writes midnight as 00 and counts a day from there', () => {
  expect(localTime(Date.UTC(2026, 0, 1), 'UTC')).toEqual({ date: '2026-01-01', time: '00:00' })
})

test('ownTimeZone takes TZ where it names a zone and the zone of the system otherwise', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(ownTimeZone()).toBe('Asia/Tokyo')
  for (const odd of [':/etc/localtime', 'CET-1CEST,M3.5.0', 'no/where', '']) {
    vi.stubEnv('TZ', odd)
    expect(() => localTime(at, ownTimeZone())).not.toThrow()
  }
})
