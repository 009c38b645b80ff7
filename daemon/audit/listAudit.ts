// The newest records of the audit log, read from its end, and which intents among them never got a result: a result always
// stands behind its intent, so whoever reads backwards has met it by then. Relies on monthLines.ts.
import { join } from 'node:path'
import type { AuditRecord } from '../../protocol/auditRecord.ts'
import { monthFiles } from './monthFile.ts'
import { readAuditLine } from './auditLine.ts'
import { monthLinesBackwards } from './monthLines.ts'

export interface Listed {
  readonly records: readonly AuditRecord[]
  readonly unknown: readonly number[]
  readonly unreadable: number
}

/** `running`: intents whose calls still run, which are not unknown yet. Throws the system's error. */
export function listAudit(folder: string, most: number, running: ReadonlySet<number>): Listed {
  const records: AuditRecord[] = []
  const answered = new Set<number>()
  const unknown: number[] = []
  let unreadable = 0
  for (const text of newestFirst(folder)) {
    if (records.length >= most) break
    const record = text === null ? undefined : readAuditLine(text)
    if (!record) {
      unreadable++
      continue
    }
    records.push(record)
    if (record.event === 'result' && record.of !== null) answered.add(record.of)
    if (record.event === 'intent' && !answered.has(record.seq) && !running.has(record.seq))
      unknown.push(record.seq)
  }
  return { records, unknown, unreadable }
}

function* newestFirst(folder: string): Generator<string | null> {
  for (const file of monthFiles(folder).toReversed()) yield* monthLinesBackwards(join(folder, file))
}
