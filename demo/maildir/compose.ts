// Writes one message of the sample Maildir as a mail program would: headers, a text, HTML beside it, attachments. The same input gives
// the same bytes. Relies on the lines being ASCII or UTF-8 without lines of its boundary.

export interface Attached {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
}
/** `minutes`: before `now`. `id`: the left part of its Message-ID. `answers`: ids of the thread, the oldest first. */
export interface Letter {
  readonly folder: string
  readonly minutes: number
  readonly id: string
  readonly from: string
  readonly to: string
  readonly cc?: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly attached?: readonly Attached[]
  readonly answers?: readonly string[]
  /** Headers besides, each "Name: value". */
  readonly headers?: readonly string[]
  /** Letters of the Maildir flags; undefined for a message in new/. */
  readonly flags?: string
}

export const HOST = 'mail.example.net'
const idOf = (id: string): string => `<${id}@${HOST}>`

/** `now`: Unix seconds. */
export function composed(letter: Letter, now: number): string {
  const { from, to, cc, subject, id, answers = [], headers = [], attached = [] } = letter
  const bodies = [part('plain', letter.text), part('html', letter.html)].flatMap(body => body ?? [])
  const body = bodies.length === 1 ? (bodies[0] ?? '') : multipart('alternative', `alt-${id}`, bodies)
  const whole =
    attached.length === 0
      ? body
      : multipart('mixed', `mix-${id}`, [body, ...attached.map(file => attachment(file))])
  const head = [
    `From: ${person(from)}`,
    `To: ${person(to)}`,
    ...(cc === undefined ? [] : [`Cc: ${person(cc)}`]),
    `Subject: ${encoded(subject)}`,
    `Date: ${dateOf(now - letter.minutes * 60)}`,
    `Message-ID: ${idOf(id)}`,
    ...(answers.length === 0
      ? []
      : [`In-Reply-To: ${idOf(answers.at(-1) ?? '')}`, `References: ${answers.map(idOf).join(' ')}`]),
    ...headers,
    'MIME-Version: 1.0',
  ]
  return `${head.join('\n')}\n${whole}`
}

const part = (kind: 'plain' | 'html', text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : `Content-Type: text/${kind}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${text.trimEnd()}\n`

const multipart = (kind: string, boundary: string, parts: readonly string[]): string =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\n\n${parts
    .map(one => `--${boundary}\n${one}`)
    .join('')}--${boundary}--\n`

function attachment({ name, type, content }: Attached): string {
  const base64 = Buffer.from(content)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\n')
  return `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${base64}`
}

/** "Name <address>" with the name as RFC 5322 and 2047 want it. */
function person(text: string): string {
  const [, name, address] = /^(.*) (<.*>)$/.exec(text) ?? []
  if (name === undefined || address === undefined) return text
  const word = encoded(name)
  return `${word === name && /[.,]/.test(name) ? `"${name}"` : word} ${address}`
}

/** RFC 2047 where it is not ASCII. */
const encoded = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

/** RFC 5322, in UTC. */
export const dateOf = (seconds: number): string =>
  new Date(seconds * 1_000).toUTCString().replace('GMT', '+0000')

/** A PDF of one page with these lines on it: as small as one can be that programs read. */
export function pdf(lines: readonly string[]): Uint8Array {
  const shown = lines.map(line => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 72 760 Td 16 TL\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const xref = text.length
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
