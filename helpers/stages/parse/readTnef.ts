// What Outlook packs into winmail.dat (TNEF): its attachments, and its text where the message has one there. Pure, and bounded by the
// bytes it is given: every length is checked against what is left. MS-OXTNEF 2.1.3; compressed RTF is not read.
import { ATTACHMENTS } from '../../../protocol/limits.ts'
import type { Body } from '../../seenText/bodyText.ts'
import { decodeUnnamed, decoderOf } from '../../seenText/charset.ts'
import type { Sink } from './collectParts.ts'
import { htmlText } from '../../seenText/htmlText.ts'
import { mapiProperties, type Properties } from './mapiProperties.ts'
import { plainText } from '../../seenText/plainText.ts'

const SIGNATURE = 0x223e9f78
const ATTRIBUTE = {
  body: 0x800c,
  codePage: 0x9007,
  message: 0x9003,
  rendering: 0x9002,
  title: 0x8010,
  data: 0x800f,
  attachment: 0x9005,
} as const
const PROPERTY = {
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  longName: 0x3707,
  type: 0x370e,
  data: 0x3701,
} as const

interface Packed {
  title: Buffer
  data: Buffer
  properties: Properties
}
interface Read {
  body: Buffer
  codePage: number
  message: Properties
  readonly files: Packed[]
  whole: boolean
}
const EMPTY = Buffer.alloc(0)

/** The texts in it, its attachments to `sink`; undefined where it is no TNEF at all. */
export function readTnef(bytes: Buffer, sink: Sink): Body[] | undefined {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) return undefined
  const read = attributesOf(bytes)
  if (!read.whole) sink.problems.add('winmail.dat is broken: what stands before the break was read')
  const decode = (text: Buffer): string => {
    const decoder = read.codePage === 65_001 ? decoderOf('utf-8') : decoderOf(`windows-${read.codePage}`)
    const decoded = decoder ? decoder.decode(text) : decodeUnnamed(text)
    return decoded.split('\0')[0] ?? ''
  }
  for (const file of read.files) sink.attach(attachmentOf(file, decode))
  return bodiesOf(read, sink, decode)
}

function attributesOf(bytes: Buffer): Read {
  const read: Read = { body: EMPTY, codePage: 1252, message: new Map(), files: [], whole: true }
  for (let at = 6; at < bytes.length;) {
    if (at + 9 > bytes.length) return { ...read, whole: false }
    const id = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const from = at + 9
    if (length > bytes.length - from) return { ...read, whole: false }
    if (read.files.length > ATTACHMENTS) return { ...read, whole: false }
    take(read, id, bytes.subarray(from, from + length))
    at = from + length + 2
  }
  return read
}

function take(read: Read, id: number, data: Buffer): void {
  if (id === ATTRIBUTE.rendering) read.files.push({ title: EMPTY, data: EMPTY, properties: new Map() })
  const file = read.files.at(-1)
  if (id === ATTRIBUTE.body) read.body = data
  else if (id === ATTRIBUTE.codePage && data.length >= 4) read.codePage = data.readUInt32LE(0)
  else if (id === ATTRIBUTE.message) read.message = mapiProperties(data)
  else if (!file) return
  else if (id === ATTRIBUTE.title) file.title = data
  else if (id === ATTRIBUTE.data) file.data = data
  else if (id === ATTRIBUTE.attachment) file.properties = mapiProperties(data)
}

type Decode = (text: Buffer) => string

function attachmentOf({ title, data, properties }: Packed, decode: Decode) {
  const name = textOf(properties, PROPERTY.longName, decode) || decode(title)
  const object = properties.get(PROPERTY.data)?.bytes
  return {
    name,
    type: textOf(properties, PROPERTY.type, decode).toLowerCase() || 'application/octet-stream',
    // An object begins with the 16 bytes that name its interface.
    bytes: data.length > 0 || !object ? data : object.subarray(16),
    inline: false,
    problem: null,
  }
}

const UTF_16 = new TextDecoder('utf-16le')
function textOf(properties: Properties, id: number, decode: Decode): string {
  const found = properties.get(id)
  if (!found) return ''
  return found.unicode ? (UTF_16.decode(found.bytes).split('\0')[0] ?? '') : decode(found.bytes)
}

function bodiesOf(read: Read, { problems }: Sink, decode: Decode): Body[] {
  const html = read.message.get(PROPERTY.html)
  if (html && html.bytes.length > 0) return [htmlText(decode(html.bytes), problems)]
  const text = textOf(read.message, PROPERTY.body, decode) || decode(read.body)
  if (text.trim() !== '') return [plainText(text, problems)]
  if (read.message.has(PROPERTY.rtf))
    problems.add('the text in winmail.dat is compressed RTF, which is not read')
  return []
}
