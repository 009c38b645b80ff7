// Why the audit log could not be used, as a refusal with the code `audit`: a change that cannot be recorded is not made.
// Relies on attempt.ts to tell the system's errors from our own bugs.
import { refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'

const WHAT = 'the audit log'

/** The result of `act`; refused ("audit") where the system or the disk stood in the way. */
export function attemptAudit<T>(act: () => Result<T>): Result<T> {
  const result = attempt('audit', WHAT, act)
  if (result.ok) return result.value
  return { ok: false, refusal: { ...result.refusal, code: 'audit' } }
}

/** `is`: what is wrong with the log, for example "is closed". */
export const auditRefusal = (is: string) =>
  refused('audit', {
    is: `${WHAT} ${is}`,
    wanted: 'a log that twin alone writes, in a folder of its own',
    fix: 'run "twin audit verify"; to begin a new log, move the folder state/audit away and keep it',
  })
