// The bytes of a part without its transfer encoding. Pure. What is no base64 in base64 is left out and told; in quoted-printable it
// stays as it is written, as RFC 2045 advises.
import type { Problems } from './problems.ts'

const LF = 0x0a
const CR = 0x0d
const EQUALS = 0x3d
/** Bytes of base64 that are decoded at once: a multiple of four. */
const CHUNK = 4_194_304

/** `bytes` decoded as `encoding` says; an encoding that is not known leaves them as they are. */
export function transferDecoded(bytes: Buffer, encoding: string, problems: Problems): Buffer {
  if (/^base-?64$/i.test(encoding)) return fromBase64(bytes, problems)
  if (/^quoted-printable$/i.test(encoding)) return fromQuotedPrintable(bytes)
  if (/^(?:x-)?uu(?:e|encode|encoded)?$/i.test(encoding)) return fromUu(bytes, problems)
  if (!/^(?:7-?bits?|8-?bits?|binary|none|)$/i.test(encoding))
    problems.add('a part has a transfer encoding that is not known here: it is as it was sent')
  return bytes
}

const BASE64 = (() => {
  const letters = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  const table = new Uint8Array(256)
  for (const letter of letters) table[letter] = 1
  for (const blank of [LF, CR, 0x20, 0x09, EQUALS]) table[blank] = 2
  return table
})()

function fromBase64(bytes: Buffer, problems: Problems): Buffer {
  const clean = Buffer.allocUnsafe(bytes.length)
  let length = 0
  let foreign = 0
  let ended = false
  const pieces: Buffer[] = []
  for (const byte of bytes) {
    const kind = BASE64[byte] ?? 0
    if (kind === 0) foreign++
    else if (kind === 1) {
      // A pad in the middle ends one piece; some programs write one a line.
      if (ended) {
        pieces.push(decoded(clean.subarray(0, length)))
        length = 0
        ended = false
      }
      clean[length++] = byte
    } else if (byte === EQUALS) ended = length > 0
  }
  pieces.push(decoded(clean.subarray(0, length)))
  if (foreign > 0) problems.add('the base64 of a part holds other characters: they were left out')
  if (length % 4 !== 0 && !ended) problems.add('the base64 of a part is cut short')
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

function decoded(clean: Buffer): Buffer {
  const out = Buffer.allocUnsafe(Math.ceil((clean.length * 3) / 4))
  let length = 0
  for (let from = 0; from < clean.length; from += CHUNK)
    length += out.write(clean.toString('latin1', from, from + CHUNK), length, 'base64')
  return out.subarray(0, length)
}

function fromQuotedPrintable(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte !== EQUALS) out[length++] = byte
    else {
      const skipped = softBreak(bytes, at)
      const code = skipped > 0 ? -1 : hexByte(bytes, at + 1)
      if (skipped > 0) at += skipped
      else if (code >= 0) {
        out[length++] = code
        at += 2
      } else out[length++] = byte
    }
  }
  return out.subarray(0, length)
}

/** How many bytes after the `=` at `at` belong to a soft line break; 0 where it is none. A stray `=` at the very end is one. */
function softBreak(bytes: Buffer, at: number): number {
  let next = at + 1
  while (next - at < 80 && (bytes[next] === 0x20 || bytes[next] === 0x09)) next++
  if (next >= bytes.length) return Math.max(1, next - at - 1)
  if (bytes[next] === CR && bytes[next + 1] === LF) return next + 1 - at
  return bytes[next] === LF || bytes[next] === CR ? next - at : 0
}

function hexByte(bytes: Buffer, at: number): number {
  const high = hexDigit(bytes[at] ?? 0)
  const low = hexDigit(bytes[at + 1] ?? 0)
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

function fromUu(bytes: Buffer, problems: Problems): Buffer {
  const lines = bytes.toString('latin1').split(/\r?\n/)
  const begin = lines.findIndex(line => /^begin [0-7]{3,4} /.test(line))
  if (begin < 0) problems.add('a uuencoded part has no beginning')
  return uuBytes(lines.slice(begin + 1))
}

/** The bytes of uuencoded lines, up to `end`. */
export function uuBytes(lines: readonly string[]): Buffer {
  const out: number[] = []
  for (const line of lines) {
    if (line === 'end' || line === '`' || line === '') break
    const wanted = out.length + ((line.charCodeAt(0) - 32) & 63)
    for (let at = 1; at < line.length && out.length < wanted; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map(more => (line.charCodeAt(at + more) - 32) & 63)
      const group = [(a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d]
      out.push(...group.slice(0, wanted - out.length))
    }
  }
  return Buffer.from(out)
}
