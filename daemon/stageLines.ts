// Reads a stage's lines from fd 3: whole lines, capped, strict JSON, strict shape, at most one end. Says which rule a stage
// broke and nothing of what it wrote. Relies on protocol/line.ts and protocol/stage.ts.
import { LINE_BYTES, STAGE_LINES } from '../protocol/limits.ts'
import { parseJson } from '../protocol/line.ts'
import { type StageEnd, StageLine } from '../protocol/stage.ts'

/** The rule that a stage broke: also the code of the refusal that it becomes. */
export type StageFault = 'too-long' | 'not-json' | 'wrong-shape'
type Progress = (done: number, total: number) => void

export interface StageLines {
  /** Takes bytes as they come; the fault that they show, or undefined. After a fault nothing more is read. */
  readonly push: (bytes: Uint8Array) => StageFault | undefined
  /** How the stage ended, once its last line has come. A stump without a newline is no line. */
  readonly end: () => StageEnd | undefined
}

const NEWLINE = 0x0a

/** A reader of one stage's lines. `onProgress` is called for each progress line. */
export function stageLines(onProgress: Progress): StageLines {
  let pending = Buffer.alloc(0)
  let lines = 0
  let end: StageEnd | undefined
  let broken: StageFault | undefined
  const takeLine = (bytes: Uint8Array): StageFault | undefined => {
    if (++lines > STAGE_LINES || bytes.length >= LINE_BYTES) return 'too-long'
    const line = parseLine(bytes)
    if (typeof line === 'string') return line
    if (end || (line.type === 'progress' && line.done > line.total)) return 'wrong-shape'
    if (line.type === 'progress') onProgress(line.done, line.total)
    else end = line
    return undefined
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
    end: () => (pending.length === 0 ? end : undefined),
  }
}

function parseLine(bytes: Uint8Array): StageLine | StageFault {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return 'not-json'
  }
  const parsed = parseJson(text)
  if (!parsed.ok) return 'not-json'
  const line = StageLine.safeParse(parsed.value)
  return line.success ? line.data : 'wrong-shape'
}
