// Reads a plugin's lines from fd 3: whole lines, capped, strict JSON, strict shape. Says which rule a plugin broke and nothing
// of what it wrote. Relies on protocol/line.ts and protocol/pluginLine.ts.
import { LINE_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { FromPlugin } from '../../protocol/pluginLine.ts'
import type { PluginFault } from './pluginFault.ts'

export interface PluginLines {
  /** Takes bytes as they come; the fault that they show, or undefined. After a fault nothing more is read. */
  readonly push: (bytes: Uint8Array) => PluginFault | undefined
}

const NEWLINE = 0x0a

/** A reader of one plugin's lines. `onLine` takes each one, and may refuse it. */
export function pluginLines(onLine: (line: FromPlugin) => PluginFault | undefined): PluginLines {
  let pending = Buffer.alloc(0)
  let broken: PluginFault | undefined
  const takeLine = (bytes: Uint8Array): PluginFault | undefined => {
    if (bytes.length >= LINE_BYTES) return 'too-long'
    const line = parseLine(bytes)
    return typeof line === 'string' ? line : onLine(line)
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
  }
}

function parseLine(bytes: Uint8Array): FromPlugin | PluginFault {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return 'not-json'
  }
  const parsed = parseJson(text)
  if (!parsed.ok) return 'not-json'
  const line = FromPlugin.safeParse(parsed.value)
  return line.success ? line.data : 'wrong-shape'
}
