// The single values of twin.toml and policy.toml, each with the sentence that says what it wants. Relies on limits.ts.
import * as z from 'zod/mini'
import { NAME } from './door.ts'
import * as cap from './limits.ts'

/** A character that shows by itself: an invisible entry would look as if it named somebody. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u2800]/gu
export const WORD = 'wants text in quotes'
/** Text of 1 to `most` UTF-16 units without NUL, which no system takes. */
export const textOf = (most: number) =>
  z.string(WORD).check(
    z.minLength(1, 'wants at least one character'),
    z.maxLength(most, `wants at most ${most} characters`),
    z.refine(value => !value.includes('\0'), 'wants text without NUL'),
  )
const scopeEntry = z.string(WORD).check(
  z.refine(
    value => (value.match(VISIBLE)?.length ?? 0) >= 2,
    'wants at least two characters that are not blank',
  ),
  z.maxLength(cap.LABEL_CHARS, `wants at most ${cap.LABEL_CHARS} characters`),
)
export const scopeList = z._default(
  z
    .array(scopeEntry, 'wants a list, for example ["Work"]')
    .check(z.maxLength(cap.SCOPE_ENTRIES, `wants at most ${cap.SCOPE_ENTRIES} entries`)),
  [],
)
/** A relative path would mean another place for each program that starts a brief. */
export const place = z.string(WORD).check(
  z.regex(/^(\/|~\/|~$)/, 'wants an absolute path, or one from ~/'),
  z.maxLength(cap.PATH_CHARS, `wants a path of at most ${cap.PATH_CHARS} characters`),
  z.refine(path => !path.includes('\0'), 'wants a path without NUL, which no system takes'),
)
export const clock = z.string(WORD).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'wants HH:MM'))
/** A whole number of a range, which is named where the value is none. */
export function whole(least: number, most: number) {
  const wants = `wants a whole number from ${least} to ${most}`
  return z.int(wants).check(z.minimum(least, wants), z.maximum(most, wants))
}
/** One of `words`, which are named where the value is none. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `wants one of ${words.map(word => JSON.stringify(word)).join(', ')}`)
const DURATION = /^[1-9]\d{0,5}[smhd]$/
/** A duration: a whole number and s, m, h or d. */
export const duration = z
  .string('wants a duration in quotes, for example "24h"')
  .check(z.regex(DURATION, 'wants a whole number and s, m, h or d, for example "24h"'))

/** Seconds of a duration such as "24h". Throws RangeError where `duration` would not parse. */
export function secondsOf(length: string): number {
  const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[length.slice(-1)]
  if (unit === undefined || !DURATION.test(length))
    throw new RangeError('Cannot read a duration: wanted a number and s, m, h or d')
  return Number(length.slice(0, -1)) * unit
}
/** Whether `duration` takes `text`. */
export const isDuration = (value: string): boolean => DURATION.test(value)

/** A table whose keys are names that the person chooses: `[jobs.news]`. */
export const named = <T extends z.ZodMiniType>(value: T) =>
  z._default(
    z
      .record(z.string().check(z.regex(NAME)), value, 'wants a table')
      .check(
        z.refine(
          table => Object.keys(table).length <= cap.TABLE_ENTRIES,
          `wants at most ${cap.TABLE_ENTRIES} entries`,
        ),
      ),
    {},
  )

/**
 * Whether a table anywhere in `value` has a key of JavaScript's own: the checker of named tables would leave it out, and what a
 * person wrote would be missing in silence.
 */
export function hasPrototypeKey(value: unknown): boolean {
  // A list of what is still to look at: tables may lie deeper in each other than calls can.
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const inside of Object.values(next)) if (typeof inside === 'object') open.push(inside)
  }
  return false
}
