// An audit log of a test: opened in a folder of its own, on a clock that the test sets, and written to by hand. Relies on
// auditLine.ts for lines that fit.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit } from '../../../daemon/audit/openAudit.ts'
import type { AuditEntry } from '../../../daemon/world.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

export const NOVEMBER = Date.UTC(2026, 10, 30, 5, 25)
export const DECEMBER = Date.UTC(2026, 11, 1, 0, 0, 1)
export const CALL: AuditEntry = { event: 'call', caller: 'cli', operation: 'status', outcome: 'done' }
export const INTENT: AuditEntry = { event: 'intent', caller: 'cli', operation: 'jobs.run' }

export interface Log {
  readonly folder: string
  readonly clock: { now: number }
  /** Opens it anew, as the next process would, and gives it. */
  readonly open: () => ReturnType<typeof opened>
  readonly text: (file: string) => string
  readonly write: (file: string, text: string) => void
  readonly append: (file: string, text: string) => void
  readonly names: () => string[]
}

function opened(folder: string, clock: { now: number }) {
  const audit = openAudit(folder, () => clock.now)
  if (!audit.ok) throw new Error(`Cannot open the log: ${audit.refusal.is}`)
  return audit.value
}

/** A new log in `folder`, which is a temporary one where it is not given. */
export function newLog(folder = join(temporaryFolder(), 'audit')): Log {
  const clock = { now: NOVEMBER }
  return {
    folder,
    clock,
    open: () => opened(folder, clock),
    text: file => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text, { mode: 0o600 }),
    append: (file, text) => appendFileSync(join(folder, file), text),
    names: () => readdirSync(folder).sort(),
  }
}

/** A log of November and December with a clean end: three records, then two. */
export function twoMonths(): Log {
  const log = newLog()
  const audit = log.open()
  audit.record({ event: 'started', caller: 'internal' })
  audit.record(CALL)
  audit.record({ event: 'stopped', caller: 'internal' })
  log.clock.now = DECEMBER
  audit.record({ event: 'started', caller: 'internal' })
  audit.record(CALL)
  audit.close()
  return log
}

export const linesOf = (log: Log, file: string): string[] => log.text(file).split('\n').slice(0, -1)
