// Moments as a person reads them, in the time zone of this machine. Relies on daemon/localTime.ts.
import { localTime, ownTimeZone } from '../../daemon/localTime.ts'

/** "2026-11-30 05:25" of Unix seconds; "-" for none. */
export function moment(seconds: number | null): string {
  if (seconds === null) return '-'
  const { date, time } = localTime(seconds * 1000, ownTimeZone())
  return `${date} ${time}`
}

/** "3 minutes", "2 hours", "5 days": the length of a time in seconds, as its greatest whole unit. */
export function length(seconds: number): string {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const
