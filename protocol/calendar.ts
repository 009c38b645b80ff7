// Days of the Gregorian calendar as numbers, for what has no clock and no time zone: years are counted from March, so that the leap day
// is their last. Pure.

/** Days from 1 January 1970 to a day; `month` 1 to 12. */
export function daysTo(year: number, month: number, day: number): number {
  const from = month > 2 ? year : year - 1
  const months = (month + 9) % 12
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  return from * 365 + leaps + Math.floor((months * 306 + 5) / 10) + day - 719_469
}

/** Days of a month; 0 where `month` is not 1 to 12. */
export function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}
