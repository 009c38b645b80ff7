// Reads the whole audit log and names the first record that does not fit: its file, its line and why; and how many records the
// head knows beyond the last one that is there. It may run while another process appends: the head is read before the files, and
// once more behind them. Relies on monthLines.ts and on the definition of what a crash leaves, in judgeTail.ts.
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { AuditRecord } from '../../protocol/auditRecord.ts'
import { AUDIT_UNSYNCED } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptSteps } from '../attempt.ts'
import type { Verification } from '../world.ts'
import { monthFiles, readHead } from './monthFile.ts'
import { GENESIS, readAuditLine } from './auditLine.ts'
import type { Link } from './judgeTail.ts'
import { monthLines } from './monthLines.ts'

/** Lines after which others get a turn. */
const TURN = 500

type Broken = NonNullable<Verification['broken']>
/** What has been read so far. `known`: the head that was read first. */
interface Reading {
  readonly known: ReturnType<typeof readHead>
  last: Link
  records: number
  broken: Broken | null
}

/** Refused ("audit") where the files cannot be read at all. */
export async function verifyAudit(folder: string): Promise<Result<Verification>> {
  const verified = await attemptSteps('audit', 'the audit log', async () => {
    const reading: Reading = {
      known: readHead(folder),
      last: { seq: -1, hash: GENESIS },
      records: 0,
      broken: null,
    }
    const files = monthFiles(folder)
    for (const file of files) await readMonth(folder, { file, isLast: file === files.at(-1) }, reading)
    reading.broken ??= headProblem(folder, reading)
    const head = typeof reading.known === 'string' ? -1 : reading.known.seq
    const { records, broken, last } = reading
    return done({ records, files: files.length, broken, missing: Math.max(0, head - last.seq) })
  })
  return verified
}

/** What stands behind the last newline of the last month is being written, or is torn and set aside when the log is opened next. */
async function readMonth(
  folder: string,
  { file, isLast }: { readonly file: string; readonly isLast: boolean },
  reading: Reading,
): Promise<void> {
  let line = 0
  for (const each of monthLines(join(folder, file))) {
    line++
    if (each === 'foreign') reading.broken ??= { file, line, why: 'is no file of its own' }
    else if (each.isEnded || !isLast) {
      const why = readLine(each.text, reading)
      if (why !== null) reading.broken ??= { file, line, why }
    }
    if (line % TURN === 0) await breathe()
  }
}

/** Takes one line in; why it does not fit, or null. */
function readLine(text: string | null, reading: Reading): string | null {
  const record = text === null ? undefined : readAuditLine(text)
  if (!record) return 'is no record as twin writes them'
  const { last, known } = reading
  const why = misfit(record, last) ?? otherHead(record, known)
  reading.records++
  reading.last = record
  return why
}

function misfit(record: AuditRecord, last: Link): string | null {
  const gap = record.seq - last.seq - 1
  if (gap > 0) return `follows a gap: ${gap} ${gap === 1 ? 'record is' : 'records are'} missing`
  if (gap < 0) return 'stands behind a record with the same number or a later one'
  if (record.prev !== last.hash) return 'does not follow the record before it'
  if (record.event === 'repaired' && record.code === 'audit')
    return 'says that the log before it was not as twin had left it'
  return null
}

function otherHead(record: AuditRecord, known: Reading['known']): string | null {
  if (typeof known === 'string' || known.seq !== record.seq || known.hash === record.hash) return null
  return 'is another record than head.json names'
}

/** What is wrong with the head as it is now, given all that the files hold. */
function headProblem(folder: string, { last }: Reading): Broken | null {
  const head = readHead(folder)
  const broken = (why: string): Broken => ({ file: 'head.json', line: 1, why })
  if (head === 'bad') return broken('is no head as twin writes it')
  const seq = head === 'absent' ? -1 : head.seq
  if (last.seq - seq <= AUDIT_UNSYNCED + 1) return null
  return broken(head === 'absent' ? 'is missing' : 'names a record far before the last one')
}
