// A proposer's own words as a person is shown them: one paragraph of plain text behind a mark on every line, capped, so that they
// can neither pass for twin's words nor push them off the screen. Pure. Relies on plain.ts.
import { PROSE_LINES } from '../../protocol/limits.ts'
import { plain } from '../../protocol/text/plain.ts'
import { styled, type Line } from '../answer.ts'
import { wrapped } from '../wrapped.ts'

/** Before each line of words that are not twin's. */
export const MARK = '  | '

/** `proposer`: its name. Nothing where it says nothing. */
export function proseLines(proposer: string, prose: string, columns: number): Line[] {
  const text = plain(prose)
  if (text === '') return []
  const lines = wrapped(text, columns - MARK.length)
  const shown = lines.slice(0, PROSE_LINES)
  const rest = lines.length - shown.length
  return [
    [''],
    [styled('dim', `${proposer} says about it, and twin has not checked it:`)],
    ...shown.map((line): Line => [styled('dim', MARK), line]),
    ...(rest > 0 ? [[styled('dim', `(${rest} more lines are left out)`)]] : []),
  ]
}
