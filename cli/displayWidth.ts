// How many columns of a terminal a text takes at most: terminals disagree about emoji sequences, syllables and spacing marks, and a
// text that took more than was counted would wrap into a line of its own and pass for twin's. Pure. Relies on Unicode's properties
// in V8 and the wide blocks of UAX #11. A terminal that draws ambiguous characters wide is not reckoned with.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Zl}\p{Zp}]$/u
const FLAG = /^\p{RI}{2}$/u
const WIDE =
  /^(?:\p{Emoji_Presentation}|(?![\0-\u218F])\p{Extended_Pictographic}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18CFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{20000}-\u{3FFFD}])$/u
const EMOJI_STYLE = '\uFE0F'

/** Columns of one grapheme at most: those of its characters one by one, which is how the plainest terminal draws it. */
function widthOf(grapheme: string): number {
  if (FLAG.test(grapheme)) return 2
  let width = 0
  for (const char of grapheme) {
    if (char === EMOJI_STYLE && width === 1) width = 2
    else if (!NO_WIDTH.test(char)) width += WIDE.test(char) ? 2 : 1
  }
  return width
}

/** Columns that `text` takes on a terminal at most. */
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
