// Plain text as a field of the note that no renderer turns into anything: quoted by twin, never empty, never at a line
// start, the same after NFC, NFD, NFKC and NFKD as far as structure goes, and unable to reorder the text around it.
// Relies on substitutions.ts for every change; security.md 2.5 has the ten invariants.
import { brandInert, type Inert, type Plain } from '../brand.ts'
import { SUBSTITUTIONS } from './substitutions.ts'
import { RIGHT_TO_LEFT } from './visible.ts'

/** What a field says that has nothing to show. */
export const NO_TEXT = '(no text)'

const escaped = (char: string): string => char.replace(/[\\\]^-]/, '\\$&')
const RULES = SUBSTITUTIONS.map(({ from, to, where }) => ({
  pattern: new RegExp(where.replaceAll('X', `[${from.map(escaped).join('')}]`), 'gu'),
  to,
}))

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/**
 * `text` as `“text”`, changed only as SUBSTITUTIONS lists; `“(no text)”` when there is none. With a right-to-left letter the
 * text stands in twin's own isolate (UAX 9, FSI to PDI) inside the quotes; the sender's controls were removed by plain.
 */
export function inert(text: Plain): Inert {
  let body: string = text
  for (const { pattern, to } of RULES) body = body.replace(pattern, to)
  if (RIGHT_TO_LEFT.test(body)) body = `${FIRST_STRONG_ISOLATE}${body}${POP_ISOLATE}`
  return brandInert(`“${body || NO_TEXT}”`)
}
