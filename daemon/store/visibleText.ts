// What of body.txt a reader would have seen: without the pieces that the sender hid. Pure. Relies on markedLines.ts.
import { HIDDEN_BEGIN } from '../../protocol/message.ts'
import { markedLines } from '../../protocol/text/markedLines.ts'

/** `body` without its hidden pieces. */
export const visibleText = (body: string): string =>
  body.includes(HIDDEN_BEGIN)
    ? markedLines(body)
        .flatMap(({ line, isHidden }) => (isHidden ? [] : [line]))
        .join('\n')
    : body
