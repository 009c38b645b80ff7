// Bytes of a message as text, by the name of a character set that the sender wrote. Relies on the platform's TextDecoder and its
// tables; one that it does not know is told, never guessed silently.
import type { Problems } from './problems.ts'

/** What the platform decodes with. */
export type Decoder = InstanceType<typeof TextDecoder>

/** Names that mail uses and the Encoding Standard does not list, without their separators. */
const ALIASES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  windows932: 'shift_jis',
  mskanji: 'shift_jis',
  cp936: 'gbk',
  windows936: 'gbk',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  windows950: 'big5',
  cp874: 'windows-874',
  cp51932: 'euc-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
  cp50222: 'iso-2022-jp',
  iso2022jp1: 'iso-2022-jp',
  iso2022jp2: 'iso-2022-jp',
  shiftjis: 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  tis620: 'windows-874',
  usascii: 'us-ascii',
  ansix341968: 'us-ascii',
}
/** What the platform would decode to one replacement character: it is as good as not known. */
const REPLACED = new Set(['iso-2022-kr', 'iso-2022-cn', 'iso-2022-cn-ext', 'hz-gb-2312', 'replacement'])

/** A decoder for the name, undefined where the platform has none. */
export function decoderOf(label: string): Decoder | undefined {
  const name = label.trim().toLowerCase()
  const bare = name.replace(/^(?:x-|cs)/, '').replace(/[\s._-]+/g, '')
  for (const each of [name, ALIASES[bare], name.replace(/^x-/, ''), bare])
    if (each !== undefined && each !== '' && !REPLACED.has(each)) {
      const decoder = tryDecoder(each)
      if (decoder) return decoder
    }
  return undefined
}

function tryDecoder(name: string): Decoder | undefined {
  try {
    return new TextDecoder(name)
  } catch {
    return undefined
  }
}

const UTF_8 = new TextDecoder('utf-8')

/** Bytes 80 to 9F in windows-1252: the platform's fast path for that encoding reads them as controls (Node 20 to 23). */
const WESTERN = [
  '\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F',
  '\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178',
].join('')
/** Nobody writes the controls from 80 to 9F: the letters that windows-1252 has there are meant. */
export const withoutC1 = (text: string): string =>
  text.replace(/[\x80-\x9F]/g, byte => WESTERN[byte.charCodeAt(0) - 0x80] ?? byte)

const decoded = (decoder: Decoder, bytes: Uint8Array): string => {
  const text = decoder.decode(bytes)
  return decoder.encoding === 'windows-1252' ? withoutC1(text) : text
}

/** Bytes in UTF-8, or, where they are none, in windows-1252, in which every byte is a character. */
export function decodeUnnamed(bytes: Uint8Array): string {
  const text = UTF_8.decode(bytes)
  return text.includes('\uFFFD') ? decoded(new TextDecoder('windows-1252'), bytes) : text
}

/** The text of `bytes` in the character set that the part names, '' where it names none. */
export function decodeText(bytes: Uint8Array, label: string, problems: Problems): string {
  if (label === '' || /^(?:us-ascii|ascii|default|none|unknown(?:-8bit)?|8bit)$/i.test(label)) {
    const text = decodeUnnamed(bytes)
    if (bytes.some(byte => byte >= 0x80))
      problems.add('a text has letters beyond ASCII and names no character set for them: it was guessed')
    return text
  }
  const decoder = decoderOf(label)
  if (!decoder) problems.add('a text is in a character set that is not known here: its letters were guessed')
  const text = decoder ? decoded(decoder, bytes) : decodeUnnamed(bytes)
  if (decoder && text.includes('\uFFFD'))
    problems.add('a text holds bytes that its character set does not have: they show as U+FFFD')
  return text
}
