// The end of the newest file of the audit log, as judgeTail.ts looks at it. Relies on monthFile.ts for careful opening.
import { join } from 'node:path'
import { readAuditLine } from './auditLine.ts'
import { monthFiles, readAt, readHead, withMonth } from './monthFile.ts'
import { type Judgement, judgeTail, type Tail, TAIL_BYTES, type TailLine } from './judgeTail.ts'

/** Bytes that are looked at first: a clean log needs no more. */
const SHORT = 8_192

/** The newest file, null where there is none, with its size and what its end says; 'foreign' where it is no file of ours. */
export function readTail(
  folder: string,
): { file: string | null; size: number; judged: Judgement } | 'foreign' {
  for (const bytes of [SHORT, TAIL_BYTES]) {
    const tail = tailOf(folder, bytes)
    if (tail === 'foreign') return tail
    const judged = judgeTail(tail)
    if (judged !== 'more') return { file: tail.file, size: tail.size, judged }
  }
  throw new Error('Cannot judge the audit log: the longest tail is not enough, wanted a judgement')
}

function tailOf(folder: string, bytes: number): Tail | 'foreign' {
  const file = monthFiles(folder).at(-1)
  const head = readHead(folder)
  if (file === undefined) return { head, file: null, lines: [], from: 0, rest: null, size: 0 }
  return withMonth(join(folder, file), (fd, size) => {
    const from = Math.max(0, size - bytes)
    const text = readAt(fd, from, size - from)
    return { head, file, from, size, ...linesOf(text, from) }
  })
}

/** Whole lines alone: where the text begins within a line, it begins behind that line; without an end of one it is all rest. */
function linesOf(text: Buffer, from: number): { lines: TailLine[]; rest: number | null } {
  const lines: TailLine[] = []
  if (from > 0 && !text.includes(0x0a)) return { lines, rest: 0 }
  let at = from === 0 ? 0 : text.indexOf(0x0a) + 1
  for (let end = text.indexOf(0x0a, at); end >= 0; end = text.indexOf(0x0a, at)) {
    const line = text.subarray(at, end)
    lines.push({
      at: from + at,
      record: readAuditLine(line.toString('utf8')),
      hasNul: line.includes(0),
    })
    at = end + 1
  }
  return { lines, rest: at < text.length ? from + at : null }
}
