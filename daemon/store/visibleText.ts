// What of body.txt a reader would have seen: without the pieces that the sender hid. Pure. Relies on the marks of protocol/message.ts
// standing on lines of their own; a piece without an end goes to the end of the text.
import { HIDDEN_BEGIN, HIDDEN_END } from '../../protocol/message.ts'

/** `body` without its hidden pieces. */
export function visibleText(body: string): string {
  if (!body.includes(HIDDEN_BEGIN)) return body
  let isHidden = false
  const seen: string[] = []
  for (const line of body.split('\n')) {
    if (line === HIDDEN_BEGIN) isHidden = true
    else if (isHidden) isHidden = line !== HIDDEN_END
    else seen.push(line)
  }
  return seen.join('\n')
}
