// Bytes as lines of at most so many bytes; of a longer one nothing is kept. Pure. Relies on the caller to hand over bytes in order.

import { isUtf8 } from 'node:buffer'

const NEWLINE = 0x0a

/**
 * Takes bytes; calls `take` for each line as text, without its newline, and with undefined for one of more than `most` bytes
 * or of bytes that are no UTF-8. An empty line is none.
 */
export function cappedLines(most: number, take: (line: string | undefined) => void): (bytes: Buffer) => void {
  let chunks: Buffer[] = []
  let length = 0
  const keep = (bytes: Buffer) => {
    length += bytes.length
    if (length <= most) chunks.push(bytes)
    else chunks = []
  }
  const flush = () => {
    const line = length > most ? undefined : textOf(Buffer.concat(chunks))
    chunks = []
    length = 0
    if (line === undefined || line.trim() !== '') take(line)
  }
  return bytes => {
    let rest = bytes
    for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
      keep(rest.subarray(0, at))
      flush()
      rest = rest.subarray(at + 1)
    }
    if (rest.length > 0) keep(rest)
  }
}

function textOf(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString() : undefined
}
