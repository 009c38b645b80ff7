// What the headers of a message say, as fields of envelope.json. Pure. Relies on postal-mime for addresses and encoded words, and on
// visible() for what a person would see of them; nothing here is believed.
import { addressParser, decodeWords } from 'postal-mime'
import * as cap from '../../../protocol/limits.ts'
import type { Mailbox, ParsedMessage } from '../../../protocol/message.ts'
import { cut } from '../../../protocol/text/cut.ts'
import { visible } from '../../../protocol/text/visible.ts'
import { decoderOf, withoutC1 } from '../../seenText/charset.ts'
import { mailDate } from './mailDate.ts'
import type { Header } from './mimeTree.ts'
import type { Problems } from '../../seenText/problems.ts'

export type Envelope = Omit<ParsedMessage, 'v' | 'body' | 'attachments' | 'problems'>

/** The fields of the headers, each within its cap; what was cut or not understood is a problem. */
export function envelopeOf(headers: readonly Header[], problems: Problems): Envelope {
  const all = (key: string): string[] => headers.filter(each => each.key === key).map(each => each.value)
  const first = (key: string): string | undefined => headers.find(each => each.key === key)?.value
  const boxes = (key: string): Mailbox[] => mailboxes(all(key), problems)
  const date = first('date')
  const sent = date === undefined ? null : mailDate(date)
  if (date !== undefined && sent === null) problems.add('the Date header names no time from 1970 on')
  const [messageId = null] = messageIds(first('message-id') ?? '', problems)
  repeats(headers, problems)
  return {
    from: boxes('from'),
    fromHeaders: all('from').length,
    sender: boxes('sender')[0] ?? null,
    replyTo: boxes('reply-to'),
    to: boxes('to'),
    cc: boxes('cc'),
    bcc: boxes('bcc'),
    subject: shown(first('subject') ?? '', cap.SUBJECT_CHARS, problems),
    date: sent,
    messageId,
    inReplyTo: messageIds(first('in-reply-to') ?? '', problems),
    references: messageIds(all('references').join(' '), problems),
    listId: listId(first('list-id'), problems),
  }
}

const ONCE = ['from', 'sender', 'reply-to', 'to', 'cc', 'subject', 'date', 'message-id', 'content-type']

function repeats(headers: readonly Header[], problems: Problems): void {
  for (const key of ONCE) {
    const count = headers.filter(each => each.key === key).length
    if (count > 1) problems.add(`there are ${count} ${key} headers where there may be one`)
  }
}

/** The same, cut to `chars`. */
function shown(value: string, chars: number, problems: Problems): string {
  const whole = readable(value, problems)
  const text = cut(whole, chars)
  if (text !== whole) problems.add('a header is longer than it may be: it was cut')
  return text
}

/** Encoded words decoded, what does not show left out. */
export function readable(value: string, problems: Problems): string {
  const decoded = withoutC1(decodeWords(value))
  if (value !== decoded) wordCharsets(value, problems)
  if (/[^\s\p{Cc}]/u.test(decoded) && hides(decoded))
    problems.add('a header holds characters that do not show: they were left out')
  return visible(decoded).replace(/ {2,}/g, ' ').trim()
}

/** Format characters, tags and the like; blanks and controls are common and made plain without a word. */
const hides = (text: string): boolean =>
  /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u{E0000}-\u{E01EF}]/u.test(text)

function wordCharsets(value: string, problems: Problems): void {
  for (const [, label = ''] of value.matchAll(/=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?\?[bq]\?/gi))
    if (!decoderOf(label))
      problems.add('a header is in a character set that is not known here: its letters were guessed')
}

function mailboxes(values: readonly string[], problems: Problems): Mailbox[] {
  const found: Mailbox[] = []
  for (const value of values) {
    wordCharsets(value, problems)
    for (const { name, address } of addressParser(value, { flatten: true })) {
      if (found.length === cap.ADDRESSES) {
        problems.add(`a header lists over ${cap.ADDRESSES} addresses: the rest was left out`)
        return found
      }
      found.push({
        name: shown(name, cap.NAME_CHARS, problems),
        address: shown(address ?? '', cap.ADDRESS_CHARS, problems),
      })
    }
  }
  return found
}

/** The ids in a header, without their brackets; words where it has no brackets. */
function messageIds(value: string, problems: Problems): string[] {
  const bracketed = [...value.matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id)
  const ids = bracketed.length > 0 ? bracketed : value.split(/\s+/)
  const clean = ids.map(id => cut(visible(id).replaceAll(' ', ''), cap.MESSAGE_ID_CHARS)).filter(Boolean)
  const distinct = [...new Set(clean)]
  if (distinct.length <= cap.REFERENCES) return distinct
  problems.add(`a message refers to over ${cap.REFERENCES} others: only the last were kept`)
  return distinct.slice(-cap.REFERENCES)
}

function listId(value: string | undefined, problems: Problems): string | null {
  if (value === undefined) return null
  const id = /<([^<>]*)>\s*$/.exec(value)?.[1] ?? value
  return shown(id, cap.LABEL_CHARS, problems) || null
}
