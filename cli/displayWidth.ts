// How many columns of a terminal a text takes: two for East Asian wide characters and emoji, none for marks and format
// characters. Pure. Relies on Unicode's properties in V8 and the wide blocks of UAX #11.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const NO_WIDTH = /^[\p{M}\p{Cf}\p{Cc}\p{Zl}\p{Zp}]+$/u
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}])/u

/** Columns of one grapheme: 0, 1 or 2. */
function widthOf(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0
  return WIDE.test(grapheme) ? 2 : 1
}

/** Columns that `text` takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment)
  return width
}

/** `text` cut to at most `columns` columns, with an ellipsis where something was cut. `columns` is at least 1. */
export function fit(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let width = 1
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment)
    if (width > columns) break
    kept += segment
  }
  return `${kept}…`
}
