// Text in lines that fit into a terminal, broken between words, and within a word only where the word is wider than a line. Pure.
// Relies on displayWidth.ts for what a character takes.
import { displayWidth } from './displayWidth.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Wider than this no line is read well; also where output is no terminal. */
const WIDEST = 100

/** The lines of `text`, each of at most `columns` columns. */
export function wrapped(text: string, columns: number): string[] {
  const most = Math.max(10, Math.min(columns, WIDEST))
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap(one => pieces(one, most))) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > most) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A word in parts of at most `most` columns. */
function pieces(word: string, most: number): string[] {
  if (displayWidth(word) <= most) return [word]
  const parts: string[] = ['']
  for (const { segment } of graphemes.segment(word)) {
    const last = parts.at(-1) ?? ''
    if (displayWidth(last + segment) > most) parts.push(segment)
    else parts[parts.length - 1] = last + segment
  }
  return parts
}

/**
 * The same with the first line behind `first` and every further one behind `further`, so that no line of a long text can pass
 * for the first of another.
 */
export const hanging = (
  text: string,
  columns: number,
  { first, further }: { readonly first: string; readonly further: string },
): string[] =>
  wrapped(text, columns - further.length).map((line, at) => `${at === 0 ? first : further}${line}`)
