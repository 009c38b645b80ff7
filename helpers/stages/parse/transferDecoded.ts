// The bytes of a part without its transfer encoding. Pure. What is no base64 in base64 is left out and told; in quoted-printable it
// stays as it is written, as RFC 2045 advises.
import type { Problems } from '../../seenText/problems.ts'

const LF = 0x0a
const CR = 0x0d
const EQUALS = 0x3d

/** `bytes` decoded as `encoding` says; an encoding that is not known leaves them as they are. */
export function transferDecoded(bytes: Buffer, encoding: string, problems: Problems): Buffer {
  if (/^base-?64$/i.test(encoding)) return fromBase64(bytes, problems)
  if (/^quoted-printable$/i.test(encoding)) return fromQuotedPrintable(bytes)
  if (/^(?:x-)?uu(?:e|encode|encoded)?$/i.test(encoding)) return fromUu(bytes, problems)
  if (!/^(?:7-?bits?|8-?bits?|binary|none|)$/i.test(encoding))
    problems.add('a part has a transfer encoding that is not known here: it is as it was sent')
  return bytes
}

const PAD = 64
const BLANK = 65
/** What each byte is in base64: six bits, the pad, a blank, or undefined. */
const BASE64: readonly (number | undefined)[] = (() => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/='
  const table: (number | undefined)[] = Array.from({ length: 256 }, () => undefined)
  for (const [value, letter] of [...letters].entries()) table[letter.charCodeAt(0)] = value
  for (const blank of [LF, CR, 0x20, 0x09]) table[blank] = BLANK
  return table
})()

/** A pad in the middle ends one group, and another begins behind it: some programs pad each line. */
function fromBase64(bytes: Buffer, problems: Problems): Buffer {
  const out = Buffer.allocUnsafe(Math.ceil((bytes.length * 3) / 4))
  let length = 0
  let bits = 0
  let held = 0
  let foreign = 0
  for (const byte of bytes) {
    const value = BASE64[byte]
    if (value === BLANK) continue
    if (value === undefined) foreign++
    else if (value === PAD) held = 0
    else {
      bits = ((bits << 6) | value) & 0xffffff
      held += 6
      if (held < 8) continue
      held -= 8
      out[length++] = (bits >> held) & 0xff
    }
  }
  if (foreign > 0) problems.add('the base64 of a part holds other characters: they were left out')
  if (held > 0) problems.add('the base64 of a part is cut short')
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
  if (begin < 0) {
    problems.add('a uuencoded part has no beginning: it is as it was sent')
    return bytes
  }
  return uuBytes(lines.slice(begin + 1))
}

/** The bytes of uuencoded lines, up to `end`. */
function uuBytes(lines: readonly string[]): Buffer {
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
