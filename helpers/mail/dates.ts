// Dates of the store: Unix seconds. NULL, 0, 2147483647 (Mail's mark for a Date header it could not read), text, and anything
// past tomorrow are no dates. Pure. Relies on apple-mail-store.md 2.9.
import { numberOf } from './text.ts'

const UNREADABLE = 2_147_483_647
/** Seconds that a sender's clock may be ahead of ours. */
const AHEAD = 86_400

/** The latest second that is a date, seen from `now` (Unix seconds). */
export const latestDate = (now: number): number => Math.floor(now) + AHEAD

/** A column's value as a date, or null. */
export function dateOf(value: unknown, latest: number): number | null {
  const seconds = numberOf(value)
  return seconds === undefined || seconds <= 0 || seconds > latest || seconds === UNREADABLE ? null : seconds
}

/** The same rule in SQL, for a column; `:latest` is a parameter of the statement. */
export const isDate = (column: string): string =>
  `(typeof(${column}) IN ('integer', 'real') AND ${column} >= 1 AND ${column} <= :latest AND ${column} <> ${UNREADABLE})`
