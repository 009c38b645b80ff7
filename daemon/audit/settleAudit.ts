// Opens the audit log as it lies there: mends what a crash left, and notes what no crash leaves. Nothing is ever removed: a torn
// end is set aside under a name that says which record took its place. Each step may be interrupted and is then done again.
// Relies on judgeTail.ts for what is what.
import { constants, existsSync, fsyncSync, ftruncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sweepAside, writeAside } from '../../files/writeAside.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { AuditEntry } from '../world.ts'
import { type OpenLog, releaseLog } from './appendAudit.ts'
import { openMonth, readAt, readHead, tornName, writeHead } from './monthFile.ts'
import { auditRefusal } from './auditRefusal.ts'
import { type Judgement, TAIL_BYTES } from './judgeTail.ts'
import { readTail } from './readTail.ts'

/** `repaired`: what is to be recorded of it; null where nothing is. */
export interface Settled {
  readonly open: OpenLog
  readonly repaired: Pick<AuditEntry, 'code' | 'outcome'> | null
}
interface Found {
  readonly folder: string
  readonly file: string
  readonly size: number
  readonly judged: Judgement
}

/** `before`: the log as this process had it open, which is closed. Throws the system's error. */
export function settleAudit(folder: string, before?: OpenLog): Result<Settled> {
  if (before) releaseLog(before)
  sweepAside(folder)
  const tail = readTail(folder)
  if (tail === 'foreign') return auditRefusal('is no file of its own')
  const { file, size, judged } = tail
  const { last, unsynced, unexplained } = judged
  const fd = file === null ? null : openMonth(join(folder, file), constants.O_RDWR | constants.O_APPEND)
  if (fd === 'foreign') return auditRefusal('is no file of its own')
  const open: OpenLog = { folder, file: file ?? newestOf(folder), fd, size, last, unsynced }
  const isTorn = fd !== null && file !== null && mend(open, fd, { folder, file, size, judged })
  if (unexplained !== null) return done({ open, repaired: { code: 'audit', outcome: 'failed' } })
  return done({ open, repaired: isTorn ? { outcome: 'done' } : null })
}

/** The month that the head names although its file is gone: later records belong behind it. */
function newestOf(folder: string): string {
  const head = readHead(folder)
  return typeof head === 'string' ? '' : head.file
}

/** Sets a torn end aside and brings the head up to date. Whether an end is, or was, set aside that no record tells of yet. */
function mend(open: OpenLog, fd: number, { folder, file, size, judged }: Found): boolean {
  const { torn, last, isBehind, unexplained } = judged
  const aside = join(folder, tornName(file, last.seq + 1))
  if (torn !== null && size - torn <= TAIL_BYTES) {
    writeAside(aside, readAt(fd, torn, size - torn))
    ftruncateSync(fd, torn)
    fsyncSync(fd)
    open.size = torn
  } else if (torn !== null) {
    // Too much to be a crash's: it stays where it is, as a line that is no record.
    open.size += writeSync(fd, '\n')
  }
  if (isBehind && unexplained === null) {
    fsyncSync(fd)
    writeHead(folder, { file, seq: last.seq, hash: last.hash })
    open.unsynced = 0
  }
  return existsSync(aside)
}
