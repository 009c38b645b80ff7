// The lines of a body.txt, each with whether the sender hid it. Pure. Relies on the marks of message.ts standing on lines of their own; a
// piece without an end goes to the end of the text.
import { HIDDEN_BEGIN, HIDDEN_END } from '../message.ts'

export interface MarkedLine {
  readonly line: string
  readonly isHidden: boolean
}

/** Every line of `body`, in order; the marks themselves are hidden. */
export function markedLines(body: string): MarkedLine[] {
  let isWithin = false
  return body.split('\n').map(line => {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line
    const isHidden = isWithin || bare === HIDDEN_BEGIN
    isWithin = isHidden && bare !== HIDDEN_END
    return { line, isHidden }
  })
}
