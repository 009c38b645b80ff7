// Reads what a child writes on its channel, fd 3: whole lines, capped, strict JSON, strict shape. Says which rule a child broke
// and nothing of what it wrote. Relies on protocol/line.ts for JSON and on the caller for what a line may be.
import type * as z from 'zod/mini'
import { LINE_BYTES } from '../protocol/limits.ts'
import { parseJson } from '../protocol/line.ts'

/** The rule that a line broke: also the code of the refusal that it becomes. */
export type LineFault = 'too-long' | 'not-json' | 'wrong-shape'
export interface ChannelLines<F> {
  /** Takes bytes as they come; the fault that they show, or undefined. After a fault nothing more is read. */
  readonly push: (bytes: Uint8Array) => F | LineFault | undefined
  /** Whether nothing stands behind the last newline. */
  readonly isWhole: () => boolean
}

const NEWLINE = 0x0a
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A reader of one child's lines, each of `shape`. `onLine` takes each one, and may refuse it with a fault of its own. */
export function channelLines<T, F extends string>(
  shape: z.ZodMiniType<T>,
  onLine: (line: T) => F | LineFault | undefined,
): ChannelLines<F> {
  let pending = Buffer.alloc(0)
  let broken: F | LineFault | undefined
  const takeLine = (bytes: Uint8Array): F | LineFault | undefined => {
    if (bytes.length >= LINE_BYTES) return 'too-long'
    const parsed = parseJson(textOf(bytes))
    if (!parsed.ok) return 'not-json'
    const line = shape.safeParse(parsed.value)
    return line.success ? onLine(line.data) : 'wrong-shape'
  }
  return {
    push: bytes => {
      if (broken) return broken
      pending = Buffer.concat([pending, bytes])
      for (let at = pending.indexOf(NEWLINE); at >= 0 && !broken; at = pending.indexOf(NEWLINE)) {
        broken = takeLine(pending.subarray(0, at))
        pending = pending.subarray(at + 1)
      }
      if (pending.length >= LINE_BYTES) broken ??= 'too-long'
      return broken
    },
    isWhole: () => pending.length === 0,
  }
}

/** What is no UTF-8 becomes '', which is no JSON. */
function textOf(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    return ''
  }
}
