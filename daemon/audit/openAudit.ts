// The audit log of this machine: one line a call, an intent before each change, chained by hashes, its head kept apart. Relies
// on one process at a time (the instance's lock), appendAudit.ts for writing and settleAudit.ts for what it finds at first.
import { done, type Result } from '../../protocol/refusal.ts'
import { privateFolder } from '../privateFolder.ts'
import type { Audit, AuditEntry } from '../world.ts'
import { appendAudit, closeLog, isAsLeft, type OpenLog } from './appendAudit.ts'
import { attemptAudit, auditRefusal } from './auditRefusal.ts'
import { listAudit } from './listAudit.ts'
import { settleAudit } from './settleAudit.ts'
import { verifyAudit } from './verifyAudit.ts'

/**
 * The log in `folder`, which is made where it is missing. What a crash left is mended and recorded as `repaired`; what no crash
 * leaves is recorded as `repaired` with the code `audit`, and verify names it. `now`: milliseconds since 1970.
 */
export function openAudit(folder: string, now: () => number): Result<Audit> {
  const made = privateFolder(folder)
  if (!made.ok) return made
  const settled = settle(folder, now)
  if (!settled.ok) return settled
  let open: OpenLog | null = settled.value
  const write = (entry: AuditEntry): Result<number> => {
    const before = open
    if (!before) return auditRefusal('is closed')
    const asLeft = attemptAudit(() => done(isAsLeft(before)))
    if (!asLeft.ok) return asLeft
    const current = asLeft.value ? done(before) : settle(folder, now, before)
    if (!current.ok) return current
    open = current.value
    return appendAudit(open, entry, now())
  }
  /** Intents of this process that wait for their result. */
  const running = new Set<number>()
  const record = (entry: AuditEntry): Result<number> => {
    if (entry.event === 'result' && typeof entry.of === 'number') running.delete(entry.of)
    const written = write(entry)
    if (written.ok && entry.event === 'intent') running.add(written.value)
    return written
  }
  const close = () => {
    if (open) closeLog(open)
    open = null
  }
  return done({
    record,
    list: most => attemptAudit(() => done(listAudit(folder, most, running))),
    verify: () => verifyAudit(folder),
    close,
  })
}

/** The log as it is found, with a record of what had to be mended. `before`: what it was opened as, where somebody wrote to it. */
function settle(folder: string, now: () => number, before?: OpenLog): Result<OpenLog> {
  const settled = attemptAudit(() => settleAudit(folder, before))
  if (!settled.ok) return settled
  const { open, repaired } = settled.value
  if (repaired === null) return done(open)
  const written = appendAudit(open, { event: 'repaired', caller: 'internal', ...repaired }, now())
  if (written.ok) return done(open)
  closeLog(open)
  return written
}
