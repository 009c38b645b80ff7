// The lines of one month's file, forwards or backwards, a piece at a time: a log of any length costs the memory of one piece.
// Relies on monthFile.ts for careful opening; a line over the cap is cut, so that nothing grows with what lies there.
import { closeSync, constants, fstatSync } from 'node:fs'
import { AUDIT_LINE_BYTES } from '../../protocol/limits.ts'
import { openMonth, readAt } from './monthFile.ts'

const PIECE = 65_536
/** Bytes of a line behind which nobody looks for its begin: it is none of twin's, and a listing must not wait for it. */
const ENDLESS = 64 * PIECE
const NEWLINE = 0x0a

/** `text`: without its newline; null where the line is over the cap. `isEnded`: false for what stands behind the last newline. */
export interface MonthLine {
  readonly text: string | null
  readonly isEnded: boolean
}

/** The lines of the file at `path` from its first, as it was when it was opened. 'foreign' alone where it is no file of ours. */
export function* monthLines(path: string): Generator<MonthLine | 'foreign'> {
  const fd = openMonth(path, constants.O_RDONLY)
  if (fd === 'foreign') {
    yield fd
    return
  }
  try {
    const { size } = fstatSync(fd)
    let held = Buffer.alloc(0)
    let isLong = false
    for (let at = 0; at < size; at += PIECE) {
      const piece = readAt(fd, at, Math.min(PIECE, size - at))
      let from = 0
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
        const line = Buffer.concat([held, piece.subarray(from, end)])
        yield {
          text: isLong || line.length >= AUDIT_LINE_BYTES ? null : line.toString('utf8'),
          isEnded: true,
        }
        held = Buffer.alloc(0)
        isLong = false
        from = end + 1
      }
      held = Buffer.concat([held, piece.subarray(from)])
      if (held.length >= AUDIT_LINE_BYTES) {
        isLong = true
        held = Buffer.alloc(0)
      }
    }
    if (isLong || held.length > 0) yield { text: isLong ? null : held.toString('utf8'), isEnded: false }
  } finally {
    closeSync(fd)
  }
}

/**
 * The whole lines of the file at `path` from its last; null for one over the cap, and alone where it is no file of ours. An
 * endless one is the last: what stands before it is not looked for.
 */
export function* monthLinesBackwards(path: string): Generator<string | null> {
  const fd = openMonth(path, constants.O_RDONLY)
  if (fd === 'foreign') {
    yield null
    return
  }
  try {
    yield* backwards(fd, fstatSync(fd).size)
  } finally {
    closeSync(fd)
  }
}

function* backwards(fd: number, size: number): Generator<string | null> {
  let held: Buffer | null = null
  let isLong = false
  let lineEnd = size
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - PIECE)
    let piece = readAt(fd, from, end - from)
    end = from
    for (let at = piece.lastIndexOf(NEWLINE); at >= 0; at = piece.lastIndexOf(NEWLINE)) {
      const line: Buffer = Buffer.concat([piece.subarray(at + 1), held ?? Buffer.alloc(0)])
      // What stands behind the last newline is no line yet.
      if (held !== null || isLong)
        yield isLong || line.length >= AUDIT_LINE_BYTES ? null : line.toString('utf8')
      isLong = false
      held = Buffer.alloc(0)
      lineEnd = from + at
      piece = piece.subarray(0, at)
    }
    if (held !== null) held = Buffer.concat([piece, held])
    if (held !== null && held.length >= AUDIT_LINE_BYTES) {
      isLong = true
      held = Buffer.alloc(0)
    }
    if (lineEnd - from > ENDLESS) break
  }
  if (held !== null) yield isLong ? null : held.toString('utf8')
}
