// When a day of a time zone begins, and what a date of a query means in Unix seconds. Pure. Relies on daemon/localTime.ts for the
// day of an instant; a day begins with the first second that is its own, also where the clock skips midnight.
import { daysTo } from '../../protocol/calendar.ts'
import { localTime } from '../localTime.ts'
import type { When } from './query.ts'

const DAY = 86_400

/** Unix seconds of the first second of `day` (YYYY-MM-DD) in `zone`. */
export const dayStart = (day: string, zone: string): number => firstSecond(day, zone, date => date >= day)
/** The same of the day after. */
const dayEnd = (day: string, zone: string): number => firstSecond(day, zone, date => date > day)

/** The first second near `day` whose date in `zone` is as wanted: all before it are not, all after it are. */
function firstSecond(day: string, zone: string, isWanted: (date: string) => boolean): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // No zone is further than 15 hours from UTC.
  let before = (daysTo(year, month, date) - 1) * DAY
  let after = before + 3 * DAY
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (isWanted(localTime(between * 1_000, zone).date)) after = between
    else before = between
  }
  return after
}

export interface Clock {
  /** Unix seconds. */
  readonly now: number
  readonly timeZone: string
}
/** From `least` on, and before `below`; null where the date leaves that end open. */
export function boundsOf(
  { from, to }: { readonly from: When | null; readonly to: When | null },
  { now, timeZone }: Clock,
): { readonly least: number | null; readonly below: number | null } {
  return {
    least: from && ('ago' in from ? now - from.ago : dayStart(from.day, timeZone)),
    below: to && ('ago' in to ? now - to.ago : dayEnd(to.day, timeZone)),
  }
}
