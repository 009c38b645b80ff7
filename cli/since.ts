// The value of --since and of --until: a duration from now, or an ISO 8601 date or date-time, local time where it names no zone.
// Pure: the caller passes now; only the process's time zone comes from outside. Relies on protocol/config.ts `duration`.
import { duration, secondsOf } from '../protocol/configValues.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i

/** The Unix second that `text` means, as of `now` (milliseconds). Refused ("usage") when malformed, future or before 1970. */
export function since(text: string, now: number): Result<number> {
  const value = secondOf(text, now, -1)
  if (value === undefined) return wrong('since', 'is neither a duration nor an ISO 8601 date')
  if (value * 1000 > now) return wrong('since', 'lies in the future')
  if (value < 0) return wrong('since', 'lies before 1970')
  return done(value)
}

/** The same for a moment that is to come: a duration counts forward. */
export function until(text: string, now: number): Result<number> {
  const value = secondOf(text, now, 1)
  if (value === undefined) return wrong('until', 'is neither a duration nor an ISO 8601 date')
  return value * 1000 > now ? done(value) : wrong('until', 'lies in the past')
}

const secondOf = (text: string, now: number, direction: 1 | -1): number | undefined =>
  duration.safeParse(text).success ? Math.floor(now / 1000) + direction * secondsOf(text) : isoSeconds(text)

const wrong = (option: 'since' | 'until', problem: string) =>
  refused('usage', {
    is: `the value of --${option} ${problem}`,
    wanted: `a duration such as 24h, or a date such as 2026-11-30 or 2026-11-30T05:25+01:00, not in the ${option === 'since' ? 'future' : 'past'}`,
    fix: `run it again with such a value, for example "--${option} 24h"`,
  })

function isoSeconds(text: string): number | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => Number(part ?? 0))
  if (year < 1970) return -1
  const calendar = new Date(Date.UTC(year, month - 1, day))
  if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return undefined
  const zone = match[7]
  if (zone === undefined) return new Date(year, month - 1, day, hour, minute, second).getTime() / 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - offsetSeconds(zone)
}

/** Seconds east of UTC of "Z", "+01:00" or "+0100". */
function offsetSeconds(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const digits = zone.replace(/\D/g, '')
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2)) * 60
  return zone.startsWith('-') ? -seconds : seconds
}
