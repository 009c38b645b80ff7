// The only links a note has: `message:` URLs that open one mail in Apple Mail. Relies on RFC 3986 for the encoding and
// security.md 3 for what Markdown and Mail make of each character.
import { MESSAGE_ID_BYTES } from '../limits.ts'

/** Why a Message-ID cannot be linked. */
export type LinkProblem = 'absent' | 'malformed' | 'too-long'

const PLAIN_OCTET = /[A-Za-z0-9.-]/
const encoder = new TextEncoder()

/** The id without surrounding white space and one pair of brackets. */
function bare(id: string): string {
  const trimmed = id.trim()
  return trimmed.length > 1 && trimmed.startsWith('<') && trimmed.endsWith('>')
    ? trimmed.slice(1, -1).trim()
    : trimmed
}

/** Why `id` gets no link: empty; control characters or lone surrogates; over MESSAGE_ID_BYTES octets without brackets. */
export function linkProblem(id: string): LinkProblem | null {
  const value = bare(id)
  if (value === '') return 'absent'
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) return 'malformed'
  return encoder.encode(value).length > MESSAGE_ID_BYTES ? 'too-long' : null
}

/**
 * `message://%3C…%3E` for a Message-ID with or without its brackets, null where linkProblem says why not. Only letters,
 * digits, `-` and `.` stay: RFC 3986 reads `_` and `~` the same encoded or not, and Markdown does not.
 */
export function messageLink(id: string): string | null {
  if (linkProblem(id) !== null) return null
  let encoded = ''
  for (const octet of encoder.encode(bare(id))) {
    const char = String.fromCharCode(octet)
    encoded += PLAIN_OCTET.test(char) ? char : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return `message://%3C${encoded}%3E`
}
