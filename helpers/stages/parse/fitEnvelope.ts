// Keeps envelope.json within ENVELOPE_BYTES: the longest lists of the longest texts would have ten times that. Pure.
import { ENVELOPE_BYTES, PROBLEMS } from '../../../protocol/limits.ts'
import type { ParsedMessage } from '../../../protocol/message.ts'

const LISTS = ['bcc', 'cc', 'to', 'replyTo', 'from', 'references', 'inReplyTo', 'attachments'] as const
const SAID = 'the envelope is longer than it may be: the ends of its longest lists were left out'

/** `message`, or the same with its longest lists halved until it fits, and a problem that says so. */
export function fitEnvelope(message: ParsedMessage): ParsedMessage {
  let fits = message
  while (sizeOf(fits) > ENVELOPE_BYTES - 1) {
    const longest = LISTS.toSorted((a, b) => sizeOf(fits[b]) - sizeOf(fits[a]))[0] ?? 'to'
    const half = Math.floor(fits[longest].length / 2)
    const problems = [...message.problems.slice(0, PROBLEMS - 1), SAID]
    fits = { ...fits, [longest]: fits[longest].slice(0, half), problems }
  }
  return fits
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
