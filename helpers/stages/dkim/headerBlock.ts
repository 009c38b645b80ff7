// The header block of a raw message, as every reader takes it alike, or not at all: what a signature leaves open is what somebody who has
// one signed message can change. Pure. RFC 5322 section 3.6 and 2.2, RFC 6376 sections 8.2 and 8.15.
import { HEADER_BYTES } from '../../../protocol/limits.ts'

/** `values`: by small name, unfolded. `body`: how what stands behind the headers begins. */
export interface HeaderBlock {
  readonly values: ReadonlyMap<string, string>
  readonly body: string
}

/** Fields that stand there once: of two of them, one reader shows the one and a verifier has looked at the other. */
const ONCE: ReadonlySet<string> = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'list-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
])
const FIELD = /^([!-9;-~]+)[ \t]*:(.*)$/s
/** Characters of the body that are looked at. */
const BEGINNING = 1_024

/** undefined where two readers could find other fields in it, or another end. `raw`: the whole message. */
export function headerBlock(raw: Buffer): HeaderBlock | undefined {
  const text = raw.toString('latin1', 0, HEADER_BYTES + BEGINNING)
  const end = /\n\r?\n/.exec(text)
  if (!end || end.index > HEADER_BYTES) return undefined
  const block = text.slice(0, end.index + 1)
  if (/\0|\r(?!\n)/.test(block)) return undefined
  const values = new Map<string, string>()
  for (const line of unfolded(block) ?? ['']) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? []
    const key = name.toLowerCase()
    if (key === '' || (ONCE.has(key) && values.has(key))) return undefined
    values.set(key, value.trim())
  }
  return { values, body: text.slice(end.index + end[0].length) }
}

/** undefined where a line is neither the beginning of a field nor goes on with one, or is blank. */
function unfolded(block: string): string[] | undefined {
  const lines: string[] = []
  for (const line of block.replace(/\r?\n$/, '').split(/\r?\n/)) {
    const last = lines.at(-1)
    const goesOn = /^[ \t]/.test(line)
    if (goesOn && (last === undefined || line.trim() === '')) return undefined
    if (goesOn) lines[lines.length - 1] = `${last} ${line.trim()}`
    else lines.push(line)
  }
  return lines
}

/** Why a signature over `fields` leaves open how the message reads; null where it does not. */
export function openFault({ values, body }: HeaderBlock, fields: readonly string[]): string | null {
  const isOpen = (name: string): boolean => values.has(name) && !fields.includes(name)
  if (isOpen('subject')) return 'it does not sign the subject'
  if (isOpen('reply-to')) return 'it does not sign where answers go'
  const type = isOpen('content-type') ? values.get('content-type') : undefined
  if (type !== undefined && !isBodyOf(type, body)) return FORM
  const encoding = isOpen('content-transfer-encoding') ? values.get('content-transfer-encoding') : undefined
  return encoding === undefined || isEncodingOf(encoding, body) ? null : FORM
}
const FORM = 'it does not sign in which form its body is'

/**
 * Many signers leave Content-Type out. Then the body, which is signed, has to say the same: it begins with the boundary, or it is a text
 * that begins as such a text does.
 */
function isBodyOf(type: string, body: string): boolean {
  const first = /^[\r\n]*([^\r\n]*)/.exec(body)?.[1] ?? ''
  if (/^multipart\//i.test(type)) {
    const [, quoted, bare = ''] = /;\s*boundary\s*=\s*(?:"([^"\\]+)"|([^\s;"]+))/i.exec(type) ?? []
    const isOne = type.match(/boundary/gi)?.length === 1 && !/[(*]/.test(type)
    return isOne && first.trimEnd() === `--${quoted ?? bare}`
  }
  if (/^text\/html(?:\s*;|$)/i.test(type)) return /^\s*</.test(body)
  return /^text\/plain(?:\s*;|$)/i.test(type) && !first.startsWith('--')
}

function isEncodingOf(encoding: string, body: string): boolean {
  if (/^(?:7bit|8bit|binary|quoted-printable)$/i.test(encoding)) return true
  // A decoder leaves out what is none of it: words around a quotation would vanish.
  return /^base64$/i.test(encoding) && /^[A-Za-z0-9+/=\r\n]+$/.test(body)
}
