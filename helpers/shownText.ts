// What a person sees of a message, as text that can be searched and pointed into: the author, the subject, and body.txt without the
// pieces that the sender hid. Relies on markedLines.ts for which those are. Pure; linear.
import type { MessageEnvelope } from '../protocol/message.ts'
import { markedLines } from '../protocol/text/markedLines.ts'

export const PLACES = ['subject', 'body', 'from'] as const
export type Place = (typeof PLACES)[number]

/**
 * `text`: in UTF-16 units, without characters that do not show, digits of every script as ASCII ones; NUL stands for a hidden
 * piece, so that nothing is found across one. `at[i]`: the code point of the place that unit i comes from; one entry more than
 * `text` has units, which is the end.
 */
export interface Shown {
  readonly place: Place
  readonly text: string
  readonly at: Uint32Array
}

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
/** Zeros of the digits that people write prices and dates in, besides ASCII. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

/** The places of a message that a claim may stand in: subject, body, then the author's name and address. */
export function shownText(
  { subject, from }: Pick<MessageEnvelope, 'subject' | 'from'>,
  body: string,
): Shown[] {
  const authors = from.map(({ name, address }) => `${name}\n${address}`).join('\n')
  return [shown('subject', subject), shown('body', withoutHidden(body)), shown('from', authors)]
}

/** The visible text of body.txt: each hidden piece, its marks included, is as many NULs, so that positions stay. */
export const withoutHidden = (body: string): string =>
  markedLines(body)
    .map(({ line, isHidden }) => (isHidden ? '\0'.repeat([...line].length) : line))
    .join('\n')

/** `source` as it is searched. */
export function shown(place: Place, source: string): Shown {
  let text = ''
  const at: number[] = []
  let codePoint = 0
  for (const char of source) {
    const kept = UNSEEN.test(char) ? '' : asciiDigit(char)
    for (let unit = 0; unit < kept.length; unit++) at.push(codePoint)
    text += kept
    codePoint++
  }
  at.push(codePoint)
  return { place, text, at: Uint32Array.from(at) }
}

function asciiDigit(char: string): string {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x660) return char
  const zero = ZEROS.find(first => code >= first && code < first + 10)
  return zero === undefined ? char : String(code - zero)
}
