// The channel of a stage, fd 3: whole lines, capped, and what an error may say on it. Relies on the descriptor being twind's
// socketpair, or the file that a forked process reports in.
import { readSync, writeSync } from 'node:fs'
import { errnoOf } from '../files/errnoOf.ts'
import { LINE_BYTES } from '../protocol/limits.ts'
import { encodeLine } from '../protocol/line.ts'
import type { Refusal } from '../protocol/refusal.ts'
import type { StageEnd } from '../protocol/stage.ts'

export const CHANNEL = 3
const NEWLINE = 0x0a

/** Writes a line. One that cannot be delivered has no reader left; the sentence is for whoever starts a stage by hand. */
export function sendLine(line: unknown): void {
  const bytes = Buffer.from(encodeLine(line))
  try {
    for (let sent = 0; sent < bytes.length;) sent += writeSync(CHANNEL, bytes, sent)
  } catch {
    process.stderr.write('Cannot answer: nobody reads fd 3, wanted the channel of twind.\n')
    process.exit(1)
  }
}

/** A reader of whole lines: the next one without its newline, undefined at the end. Waits. Throws RangeError over the cap. */
export function lineReader(): () => string | undefined {
  const buffer = Buffer.alloc(LINE_BYTES + 1)
  let length = 0
  return () => {
    for (;;) {
      const end = buffer.subarray(0, length).indexOf(NEWLINE)
      if (end >= 0) {
        const line = buffer.toString('utf8', 0, end)
        buffer.copy(buffer, 0, end + 1, length)
        length -= end + 1
        return line
      }
      if (length > LINE_BYTES)
        throw new RangeError(`Cannot read a line: more than ${LINE_BYTES} bytes, wanted the lines of twind`)
      const read = readSync(CHANNEL, buffer, length, buffer.length - length, null)
      if (read === 0) return undefined
      length += read
    }
  }
}

/** The class of an error and the system's code say enough, and neither comes from a message. */
export function endOfError(error: unknown): StageEnd {
  const errno = errnoOf(error)
  if (errno === 'ENOSPC' || errno === 'EDQUOT' || errno === 'EFBIG')
    return { type: 'refused', refusal: fullDisk(errno) }
  const texts = error instanceof Error ? [error.name, 'code' in error ? String(error.code) : ''] : []
  const what = texts.filter(text => /^[A-Za-z0-9_]{1,40}$/.test(text)).join(' ') || 'no error object'
  return crashedStage(`the stage ended with ${what}`)
}

export const crashedStage = (is: string): StageEnd => ({
  type: 'refused',
  refusal: { code: 'crashed', is, wanted: 'a stage that finishes', fix: 'run it again' },
})

const fullDisk = (errno: string): Refusal => ({
  code: 'disk',
  is: `the stage could not write its output (${errno})`,
  wanted: "room on the disk of twin's state",
  fix: 'free some space, then run the same command again',
})
