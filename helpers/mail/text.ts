// Values from a database: any type may stand in any column. Makes well-formed text of at most so many code points, numbers and
// truths of them. Pure.
import { cut } from '../../protocol/text/cut.ts'

/** `value` as text; '' for anything else. */
export function textOf(value: unknown, codePoints: number): string {
  return typeof value === 'string' ? cut(value.toWellFormed(), codePoints) : ''
}

/** A whole number, from SQLite's INTEGER (BigInt) or REAL; undefined for anything else and for what exceeds 2^53. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(Math.floor(number))
    ? Math.floor(number)
    : undefined
}

export const truthOf = (value: unknown): boolean => (numberOf(value) ?? 0) !== 0
