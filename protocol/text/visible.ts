// Removes from untrusted text whatever does not show: controls, bidi and format characters, default-ignorables, tags,
// private use, unassigned, lone surrogates. What is left is what a person sees, and what a model and a terminal get too.
// Relies on the Unicode tables of the running Node; security.md 1.3.
import { EMOJI_JOINERS, MARKS } from '../limits.ts'

/** White space of every class, controls, and the letters and symbols that draw nothing but are no default-ignorables. */
const BLANK = /[\s\p{Z}\p{Cc}\u2800\u{13441}\u{13442}\u{1D159}]/u
const HIDDEN = /[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\uFFFC]/u
const MARK = /\p{M}/u
const EMOJI = /\p{Emoji}/u
const DIGIT = /[0-9#*]/
const PICTURE = /\p{Extended_Pictographic}/u
const PICTURE_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0E\uFE0F]/u
/** Scripts in which a joiner shapes the letters beside it: RFC 5892 appendix A, wider, since a mail is no host name. */
const CURSIVE =
  /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Mand}\p{scx=Adlm}\p{scx=Rohg}]/u
const INDIC =
  /(?=[\p{L}\p{M}])[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]/u
const ZWNJ = '\u200C'
const ZWJ = '\u200D'
const SELECTOR = /[\uFE0E\uFE0F]/

/** Bidi classes R, AL and AN by block (DerivedBidiClass.txt): enough to tell whether a field can reorder a line. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** What has been kept so far, as far as the next character depends on it. */
interface Kept {
  /** The last character, '' at the start. */
  last: string
  marks: number
  joiners: number
}

/**
 * `text` with every blank or control character as one ordinary space each and everything invisible removed. Kept are
 * variation selectors 15 and 16 on emoji, zero-width joiners inside emoji, and joiners between letters of the scripts that
 * need them; the flags of England, Scotland and Wales lose their tags. At most MARKS combining marks a letter. Well-formed,
 * idempotent, never throws, linear.
 */
export function visible(text: string): string {
  const kept: Kept = { last: '', marks: 0, joiners: 0 }
  let out = ''
  for (let at = 0; at < text.length;) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
    at += char.length
    const next = at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : ''
    const shown = BLANK.test(char) ? ' ' : char
    if (!stays(shown, next, kept)) continue
    out += shown
    kept.last = shown
  }
  return out
}

/** A stretch of a text that shows as it is, or `hidden`: one character that would not, or that would pass for another. */
export interface Part {
  readonly text: string
  readonly hidden: boolean
}

/**
 * `text` in parts, for whoever decides on exactly this text: hidden is whatever `visible` would change, and each blank at an
 * end or after a blank. The parts together are the text; `visible` changes no part that is not hidden, whatever stands in
 * place of the hidden ones.
 */
export function exactParts(text: string): Part[] {
  const kept: Kept = { last: '', marks: 0, joiners: 0 }
  const parts: Part[] = []
  let from = 0
  for (let at = 0; at < text.length;) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const end = at + char.length
    const next = end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 0) : ''
    if (isUnseenBlank(char, next, kept) || !stays(char, next, kept) || isLeftHanging(char, next, kept)) {
      if (from < at) parts.push({ text: text.slice(from, at), hidden: false })
      parts.push({ text: char, hidden: true })
      from = end
      // Nothing may lean on what is not shown: a mark or a joiner behind it is hidden too.
      kept.last = ''
    } else kept.last = char
    at = end
  }
  if (from < text.length) parts.push({ text: text.slice(from), hidden: false })
  return parts
}

/** A blank that nobody sees, or that is not the ordinary one. */
const isUnseenBlank = (char: string, next: string, { last }: Kept): boolean =>
  char === ' ' ? last === '' || last === ' ' || next === '' : BLANK.test(char)

/** What joins, or selects for, a mark that will not stay. */
const isLeftHanging = (char: string, next: string, { marks }: Kept): boolean =>
  (char === ZWNJ || char === ZWJ || SELECTOR.test(char)) && MARK.test(next) && marks >= MARKS

/** Whether `char` stays, given what was kept before it; counts it when it does. */
function stays(char: string, next: string, kept: Kept): boolean {
  if (char === ZWNJ || char === ZWJ) return joins(char, next, kept)
  if (SELECTOR.test(char))
    return EMOJI.test(kept.last) && (!DIGIT.test(kept.last) || next === '\u20E3') && countMark(kept)
  if (HIDDEN.test(char) && !PICTURE.test(char)) return false
  if (MARK.test(char)) return kept.last !== '' && kept.last !== ' ' && countMark(kept)
  kept.marks = 0
  if (kept.last !== ZWJ) kept.joiners = 0
  return true
}

function countMark(kept: Kept): boolean {
  if (kept.marks >= MARKS) return false
  kept.marks++
  return true
}

function joins(joiner: string, next: string, kept: Kept): boolean {
  if (joiner === ZWJ && PICTURE_PART.test(kept.last) && PICTURE.test(next))
    return kept.joiners++ < EMOJI_JOINERS
  if (INDIC.test(kept.last)) return INDIC.test(next)
  return CURSIVE.test(kept.last) && CURSIVE.test(next)
}
