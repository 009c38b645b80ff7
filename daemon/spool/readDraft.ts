// What a draft says, read out of the very bytes that would be put into the mailbox, in the one form that draft-lint writes: so what a
// person is shown is what stands there. Anything of another form says nothing, and is no draft. Pure.

export interface DraftRead {
  /** null where the mail program is to fill it in. */
  readonly from: string | null
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  /** The Message-IDs of In-Reply-To and References, as they stand there: words could be put into them too. */
  readonly refersTo: string | null
  /** Lines end with LF. */
  readonly body: string
}

/** The headers that there may be, each at most once. */
const HEADERS = [
  'From',
  'To',
  'Cc',
  'Subject',
  'Date',
  'In-Reply-To',
  'References',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
] as const
type Header = (typeof HEADERS)[number]
type Headers = ReadonlyMap<Header, string>

/** Undefined for what is not of the form. `raw`: ASCII, lines of CR LF. */
export function readDraft(raw: string): DraftRead | undefined {
  if (!/^[\t\r\n -~]*$/.test(raw) || /\r(?!\n)|(?<!\r)\n/.test(raw)) return undefined
  const end = raw.indexOf('\r\n\r\n')
  const headers = end < 0 ? undefined : headersIn(raw.slice(0, end))
  const subject = headers && subjectIn(headers.get('Subject'))
  const body = headers && bodyIn(raw.slice(end + 4), headers)
  if (!headers || subject === undefined || body === undefined) return undefined
  const to = addressesIn(headers.get('To'))
  if (to.length === 0 || !isPlainDate(headers.get('Date')) || headers.get('MIME-Version') !== '1.0')
    return undefined
  const refersTo = [headers.get('In-Reply-To'), headers.get('References')].filter(Boolean).join(' ') || null
  return {
    from: headers.get('From') ?? null,
    to,
    cc: addressesIn(headers.get('Cc')),
    subject,
    refersTo,
    body,
  }
}

/** As draft-lint writes it: nothing but a moment stands there. */
const isPlainDate = (date: string | undefined): boolean =>
  date !== undefined && /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/.test(date)

function headersIn(text: string): Headers | undefined {
  const found = new Map<Header, string>()
  // Some programs take a line of blanks for the end of the headers.
  if (/\r\n[ \t]+(?:\r\n|$)/.test(text)) return undefined
  for (const line of text.replaceAll('\r\n ', ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Za-z-]+): (.*)$/.exec(line) ?? []
    const header = HEADERS.find(one => one === name)
    if (!header || found.has(header)) return undefined
    found.set(header, value)
  }
  return found
}

const addressesIn = (value: string | undefined): string[] =>
  value === undefined ? [] : value.split(',').map(address => address.trim())

const WORDS = /^(?:=\?utf-8\?B\?[A-Za-z0-9+/]+=*\?= ?)+$/
function subjectIn(value: string | undefined): string | undefined {
  if (value === undefined || !value.includes('=?')) return value
  if (!WORDS.test(value)) return undefined
  const words = [...value.matchAll(/=\?utf-8\?B\?([A-Za-z0-9+/=]+)\?=/g)].map(([, word = '']) =>
    bytesOf(word),
  )
  return words.every(one => one !== undefined) ? utf8(words) : undefined
}

function bodyIn(text: string, headers: Headers): string | undefined {
  if (headers.get('Content-Type') !== 'text/plain; charset=utf-8') return undefined
  const encoding = headers.get('Content-Transfer-Encoding')
  if (encoding !== '7bit' && encoding !== 'base64') return undefined
  if (encoding === 'base64' && !/^(?:[A-Za-z0-9+/]+=*\r\n)*$/.test(text)) return undefined
  const bytes = encoding === '7bit' ? Buffer.from(text, 'latin1') : bytesOf(text.replaceAll('\r\n', ''))
  const whole = bytes && utf8([bytes])
  if (whole === undefined || !whole.endsWith('\r\n')) return undefined
  const lines = whole.slice(0, -2).replaceAll('\r\n', '\n')
  return lines.includes('\r') ? undefined : lines
}

/** Base64 in its one form: programs do not agree on what any other says. */
function bytesOf(base64: string): Buffer | undefined {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : undefined
}

function utf8(pieces: readonly Buffer[]): string | undefined {
  const bytes = Buffer.concat(pieces)
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}
