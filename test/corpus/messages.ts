// Old mail as the fields that a note shows: subject, sender and the beginning of the text, decoded as far as a mail program
// would. Not a MIME parser: what it does not understand stays as it is written, which is the worse case for the note.
// Relies on RFC 2047 for the encoded words.

export interface Message {
  readonly subject: string
  readonly name: string
  readonly address: string
  readonly preview: string
  readonly messageId: string
}

/** The first header of that name in `head`, unfolded and decoded. */
function header(head: string, name: string): string {
  const match = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)
  return decodeWords((match?.[1] ?? '').replace(/\r?\n[ \t]+/g, ' '))
}

const WORD = /=\?([\w-]+)\?([bq])\?([^?]*)\?=/gi

function decodeWords(text: string): string {
  return text.replace(/(\?=)\s+(?==\?)/g, '$1').replace(WORD, decoded)
}

/** One encoded word, as it is written where its character set is not known. */
function decoded(...[word, charset, how, value]: string[]): string {
  const octets = how?.toLowerCase() === 'b' ? Buffer.from(value ?? '', 'base64') : quoted(value ?? '')
  try {
    return new TextDecoder(charset).decode(octets)
  } catch {
    return word ?? ''
  }
}

const quoted = (value: string): Buffer =>
  Buffer.from(
    value
      .replaceAll('_', ' ')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )

/** `raw` in windows-1252, as the corpus mostly is. Texts are cut as the mail helper cuts them. */
export function messageOf(raw: Uint8Array): Message {
  const text = new TextDecoder('windows-1252').decode(raw)
  const end = /\r?\n\r?\n/.exec(text)
  const head = text.slice(0, end?.index ?? text.length)
  const body = end === null ? '' : text.slice(end.index, end.index + 4_000)
  const from = header(head, 'From')
  const address = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
  return {
    subject: cut(header(head, 'Subject'), 300),
    name: cut(from.replace(/<[^<>]*>\s*$/, '').replace(/^\s*"|"\s*$/g, ''), 200),
    address: cut(address, 320),
    preview: cut(body.replace(/<[^>]*>/g, ' ').trim(), 600),
    messageId: cut(header(head, 'Message-ID'), 998),
  }
}

const cut = (text: string, chars: number): string => Array.from(text).slice(0, chars).join('')
