// Moments as a person reads them, in the time zone of this machine. Relies on daemon/localTime.ts.
import { localTime, ownTimeZone } from '../../daemon/localTime.ts'
import { counted } from '../../protocol/text/counted.ts'

/** "2026-11-30 05:25" of Unix seconds; "-" for none. */
export function moment(seconds: number | null): string {
  if (seconds === null) return '-'
  const { date, time } = localTime(seconds * 1000, ownTimeZone())
  return `${date} ${time}`
}

/** The same where it is near: "today 05:25", "tomorrow 05:25", "yesterday 05:25". `now`: milliseconds since 1970. */
export function near(seconds: number, now: number): string {
  const { date, time } = localTime(seconds * 1000, ownTimeZone())
  const day = DAYS.find(([, hours]) => localTime(now + hours * 3_600_000, ownTimeZone()).date === date)
  return `${day?.[0] ?? date} ${time}`
}

/** Today first: where a day of 25 hours makes two of them one date, that is the name. */
const DAYS = [
  ['today', 0],
  ['tomorrow', 24],
  ['yesterday', -24],
] as const

/** "3 minutes", "2 hours", "5 days": the length of a time in seconds, as its greatest whole unit. */
export function length(seconds: number): string {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, 'second']
  return counted(Math.floor(seconds / size), unit)
}

/**
 * The same for what is still to come: to the nearest whole unit, of which there are two at least. What was just filed for seven
 * days has "7 days" left, and not six.
 */
export function ahead(seconds: number): string {
  const [size, unit] = UNITS.find(([least]) => seconds >= 2 * least) ?? [1, 'second']
  return counted(Math.round(seconds / size), unit)
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const
