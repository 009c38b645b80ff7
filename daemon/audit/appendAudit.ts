// Writes one line of the audit log, wholly or not at all. Calls are written at once and synced with the next record of another
// kind, or after AUDIT_UNSYNCED of them: so many a power cut may lose, a killed process none. The head is written after its
// record is synced, so it never runs ahead. Relies on one process at a time.
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isOwnFile } from '../../files/isOurs.ts'
import { AuditRecord } from '../../protocol/auditRecord.ts'
import { AUDIT_UNSYNCED } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { AuditEntry } from '../world.ts'
import { monthFile, monthFiles, openMonth, writeHead } from './monthFile.ts'
import { auditLine } from './auditLine.ts'
import { attemptAudit, auditRefusal } from './auditRefusal.ts'
import type { Link } from './judgeTail.ts'

/**
 * The file that is written to. `fd`: null before the first record. `size`: what the file has, unless somebody else wrote to it.
 * `last`: what the next record follows. `unsynced`: calls that the head does not know yet.
 */
export interface OpenLog {
  readonly folder: string
  file: string
  fd: number | null
  size: number
  last: Link
  unsynced: number
}

const BLANK = {
  v: 1,
  operation: null,
  proposal: null,
  digest: null,
  outcome: null,
  code: null,
  of: null,
  count: null,
} as const

/** Appends `entry` and gives its number; refused ("audit") where it cannot be written, and then nothing of it is left. */
export function appendAudit(open: OpenLog, entry: AuditEntry, time: number): Result<number> {
  const written = attemptAudit(() => {
    const fd = openFile(open, [monthFile(time), open.file].sort().at(-1) ?? open.file)
    return fd === 'foreign' ? auditRefusal('is no file of its own') : done(write(open, { fd, entry, time }))
  })
  if (!written.ok && open.fd !== null) cutBack(open.fd, open.size)
  return written
}

/** Whether the file is as this process left it. */
export function isAsLeft({ folder, fd, size }: OpenLog): boolean {
  if (fd === null) return monthFiles(folder).length === 0
  const stat = fstatSync(fd)
  return isOwnFile(stat) && stat.size === size
}

/** Syncs what is not yet, tells the head, closes the file. What fails here, the next opening mends. */
export function closeLog(open: OpenLog): void {
  attemptAudit(() => done(endFile(open)))
  attemptAudit(() => done(releaseLog(open)))
}

/** Lets go of the descriptor, once: its number may be another file's afterwards. */
export function releaseLog(open: OpenLog): void {
  const { fd } = open
  open.fd = null
  if (fd !== null) closeSync(fd)
}

function write(open: OpenLog, what: { fd: number; entry: AuditEntry; time: number }): number {
  const { fd, entry, time } = what
  const draft: Omit<AuditRecord, 'hash'> = {
    ...BLANK,
    ...entry,
    seq: open.last.seq + 1,
    time,
    prev: open.last.hash,
  }
  const { record, line } = auditLine(draft)
  if (!AuditRecord.safeParse(record).success)
    throw new Error(`Cannot record ${entry.event}: a field is of another shape`)
  const bytes = Buffer.from(line)
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
  const isSynced = entry.event !== 'call' || open.unsynced + 1 >= AUDIT_UNSYNCED
  if (isSynced) sync(open, fd, record)
  open.size += bytes.length
  open.last = record
  open.unsynced = isSynced ? 0 : open.unsynced + 1
  return record.seq
}

function sync({ folder, file }: OpenLog, fd: number, { seq, hash }: Link): void {
  fsyncSync(fd)
  writeHead(folder, { file, seq, hash })
}

/** A month is ended, synced and known to the head before the next one begins; the file never runs back with the clock. */
function openFile(open: OpenLog, file: string): number | 'foreign' {
  if (open.fd !== null && file === open.file) return open.fd
  endFile(open)
  const fd = openMonth(join(open.folder, file), constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
  if (fd === 'foreign') return fd
  Object.assign(open, { fd, file, size: fstatSync(fd).size })
  return fd
}

function endFile(open: OpenLog): void {
  const { fd } = open
  if (fd === null) return
  if (open.unsynced > 0) sync(open, fd, open.last)
  open.unsynced = 0
  releaseLog(open)
}

/** Where even this fails, the next record finds the file longer than it was left, and settles it. */
function cutBack(fd: number, size: number): void {
  attemptAudit(() => done(ftruncateSync(fd, size)))
}
