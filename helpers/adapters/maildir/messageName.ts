// The name of a message's file in cur/ or new/, in bytes: what names the message, and the info with its flags behind it. Pure. Relies on
// the Maildir specification: unique name, colon, "2,", letters in ASCII order; where a colon cannot be, clients write "!" or ";".
import { FLAGS, type Flag } from '../../../protocol/adapter.ts'

/** `key`: the same for as long as the message lies in this folder. `base`: all before the info, as it stands. */
export interface MessageName {
  readonly key: string
  readonly base: string
  /** ":", "!" or ";"; null where the name has no info. */
  readonly separator: string | null
  /** The letters of the flags; null where the info is of another kind than "2,". */
  readonly letters: string | null
  /** What stands behind the letters. */
  readonly rest: string
}

const LETTERS: Readonly<Record<Flag, string>> = {
  seen: 'S',
  flagged: 'F',
  answered: 'R',
  forwarded: 'P',
  draft: 'D',
  trashed: 'T',
}
const FLAGGED = /^2,([A-Za-z]*)((?:,.*)?)$/s
const SUBSTITUTE = /^(.*)([!;])(2,[A-Za-z]*(?:,.*)?)$/s

export function messageName(name: string): MessageName {
  const colon = name.indexOf(':')
  const [, base = '', separator = '', info = ''] =
    colon < 0 ? (SUBSTITUTE.exec(name) ?? []) : [name, name.slice(0, colon), ':', name.slice(colon + 1)]
  if (separator === '') return { key: keyOf(name), base: name, separator: null, letters: '', rest: '' }
  const flagged = FLAGGED.exec(info)
  return {
    key: keyOf(base),
    base,
    separator,
    letters: flagged?.[1] ?? null,
    rest: flagged ? (flagged[2] ?? '') : info,
  }
}

/** mbsync writes a message's number into its name once it has one, and changes it: it names nothing. */
const keyOf = (base: string): string => base.replace(/,U=\d+/, '')

/** `name` with these letters; undefined where its info is of a kind that has none. */
export function nameWith(
  { base, separator, letters: known, rest }: MessageName,
  letters: string,
): string | undefined {
  if (known === null) return undefined
  return `${base}${separator ?? ':'}2,${sorted(letters)}${rest}`
}

const sorted = (letters: string): string => [...new Set(letters)].sort().join('')

export const letterOf = (flag: Flag): string => LETTERS[flag]
/** The flags among the letters; small ones are keywords. */
export const flagsOf = (letters: string): Flag[] => FLAGS.filter(flag => letters.includes(LETTERS[flag]))
export const keywordLetters = (letters: string): string[] =>
  [...letters].filter(letter => letter >= 'a' && letter <= 'z')
