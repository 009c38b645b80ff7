// When a day of a time zone begins, and what a date of a query means in Unix seconds. Pure. Relies on daemon/localTime.ts for the
// day of an instant; a day begins with the first second that is its own, also where the clock skips midnight.
import { localTime } from '../localTime.ts'
import type { When } from './queryAst.ts'

const DAY = 86_400

/** Unix seconds of the first second of `day` (YYYY-MM-DD) in `zone`. */
export function dayStart(day: string, zone: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // No zone is further than 15 hours from UTC, so the day has not begun at `before` and has at `after`.
  const middle = Date.UTC(year, month - 1, date) / 1_000
  let before = middle - DAY
  let after = middle + DAY
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (localTime(between * 1_000, zone).date < day) before = between
    else after = between
  }
  return after
}

/** Unix seconds of the first second after `day`. */
function dayEnd(day: string, zone: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayStart(new Date(Date.UTC(year, month - 1, date + 1)).toISOString().slice(0, 10), zone)
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
