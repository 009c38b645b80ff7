// fd 3 of an adapter, read and written a whole line at a time. The adapter does one thing at a time and waits meanwhile, so both calls
// block. Relies on twind passing a socket whose this end is blocking.
import { fstatSync, readSync, writeSync } from 'node:fs'
import type { AdapterLine } from '../../protocol/adapter.ts'
import { LINE_BYTES } from '../../protocol/limits.ts'
import { encodeLine } from '../../protocol/line.ts'

export interface Channel {
  /** The next line without its newline; null at the end; undefined where what came is no line of at most LINE_BYTES. */
  readonly read: () => string | null | undefined
  readonly send: (line: AdapterLine) => void
}

const CHANNEL = 3
const NEWLINE = 0x0a
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws where fd 3 is no socket: node has put something of its own there. */
export function openChannel(): Channel {
  if (!fstatSync(CHANNEL).isSocket())
    throw new Error('Cannot serve: fd 3 is no socket, wanted the channel of twind')
  let pending = Buffer.alloc(0)
  const chunk = Buffer.alloc(LINE_BYTES)
  return {
    read: () => {
      for (;;) {
        const end = pending.indexOf(NEWLINE)
        if (end >= LINE_BYTES || (end < 0 && pending.length >= LINE_BYTES)) return undefined
        if (end >= 0) {
          const line = pending.subarray(0, end)
          pending = pending.subarray(end + 1)
          return textOf(line)
        }
        const read = readSync(CHANNEL, chunk)
        if (read === 0) return pending.length === 0 ? null : undefined
        pending = Buffer.concat([pending, chunk.subarray(0, read)])
      }
    },
    send: line => {
      const bytes = Buffer.from(encodeLine(line))
      for (let sent = 0; sent < bytes.length;) sent += writeSync(CHANNEL, bytes, sent)
    },
  }
}

function textOf(line: Uint8Array): string | undefined {
  try {
    return UTF8.decode(line)
  } catch {
    return undefined
  }
}
