// A draft as a message: RFC 5322 and 2045 to 2047, one part of text/plain, ASCII alone, lines of CR LF. Every header is made of what
// was checked before, so that no text can begin one. Pure.
import { isoDay } from '../../isoDay.ts'

/** `subject` without line breaks; `body` with LF alone; `now`: Unix seconds. `references`: Message-IDs with their brackets. */
export interface RawParts {
  readonly from: string | null
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly body: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly now: number
}

export function rawMessage(parts: RawParts): string {
  const { from, to, cc, inReplyTo, references } = parts
  const plain = isPlain(parts.body)
  const headers = [
    ...(from === null ? [] : [`From: ${from}`]),
    `To: ${to.join(',\r\n ')}`,
    ...(cc.length === 0 ? [] : [`Cc: ${cc.join(',\r\n ')}`]),
    `Subject: ${subjectOf(parts.subject)}`,
    `Date: ${dateOf(parts.now)}`,
    ...(inReplyTo === null ? [] : [`In-Reply-To: ${inReplyTo}`]),
    ...(references.length === 0 ? [] : [`References: ${references.join('\r\n ')}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${plain ? '7bit' : 'base64'}`,
  ]
  const body = `${parts.body.replaceAll('\n', '\r\n')}\r\n`
  return `${headers.join('\r\n')}\r\n\r\n${plain ? body : `${wrapped(base64(body))}\r\n`}`
}

/** Lines that pass every server as they are. */
const isPlain = (body: string): boolean => /^[\t\n -~]*$/.test(body) && !/[^\n]{900}/.test(body)

/** RFC 2047: encoded words of at most 75 characters, never dividing a character. A plain subject stays. */
function subjectOf(subject: string): string {
  if (/^[ -~]*$/.test(subject) && !subject.includes('=?') && subject.length < 400) return subject
  const words: string[] = []
  let word = ''
  for (const char of subject) {
    if (new TextEncoder().encode(word + char).length > 42) {
      words.push(word)
      word = ''
    }
    word += char
  }
  return [...words, word].map(text => `=?utf-8?B?${base64(text)}?=`).join('\r\n ')
}

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))
const wrapped = (text: string): string => (text.match(/.{1,76}/g) ?? []).join('\r\n')

const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** RFC 5322 3.3, in UTC. The first of January 1970 was a Thursday. */
function dateOf(now: number): string {
  const [year, month, day] = isoDay(now).split('-')
  const pad = (number: number): string => String(number).padStart(2, '0')
  const time = [Math.floor(now / 3_600) % 24, Math.floor(now / 60) % 60, now % 60].map(pad).join(':')
  return `${WEEKDAYS[Math.floor(now / 86_400) % 7]}, ${day} ${MONTHS[Number(month) - 1]} ${year} ${time} +0000`
}
