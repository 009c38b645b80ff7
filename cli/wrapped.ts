// Text in lines that fit into a terminal, broken between words, and within a word only where the word is wider than a line. Pure.
// Relies on displayWidth.ts for what a character takes.
import { displayWidth } from './displayWidth.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Wider than this no line is read well; also where output is no terminal. */
const WIDEST = 100

/** The lines of `text`, each of at most `columns` columns. `broken`: stands at the end of a line that a word was broken at. */
export function wrapped(text: string, columns: number, broken = ''): string[] {
  const most = Math.max(10, Math.min(columns, WIDEST))
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap(one => pieces(one, most, broken))) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > most) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A word in parts of at most `most` columns, `broken` at the end of each but the last. */
function pieces(word: string, most: number, broken: string): string[] {
  if (displayWidth(word) <= most) return [word]
  const parts: string[] = []
  let part = ''
  let width = broken.length
  for (const { segment } of graphemes.segment(word)) {
    // One that is wider than a line, of endless marks or syllables, is taken character by character.
    for (const one of displayWidth(segment) > most / 2 ? segment : [segment]) {
      const more = displayWidth(one)
      if (width + more > most) {
        parts.push(part + broken)
        part = ''
        width = broken.length
      }
      part += one
      width += more
    }
  }
  return [...parts, part]
}

/** What a line ends with where it breaks a word: in JSON no backslash stands alone. */
const BROKEN = '\\'

/**
 * The same with the first line behind `first` and every further one behind `further`, so that no line of a long text can pass
 * for the first of another; a line that breaks a word ends with a backslash, since one that does not stands for a blank.
 */
export const hanging = (
  text: string,
  columns: number,
  { first, further }: { readonly first: string; readonly further: string },
): string[] =>
  wrapped(text, columns - further.length, BROKEN).map((line, at) => `${at === 0 ? first : further}${line}`)
