// The last half of applying: what came of it is recorded and kept beside the proposal, which then moves out of `applying`. Relies on
// beginApplying.ts having put it there.
import { done, type RefusalCode, type Result } from '../../protocol/refusal.ts'
import { traceOf } from './ingest.ts'
import type { Stored } from './readStored.ts'
import { keepReason, transition } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'

/** What came of it. `stuck`: nobody can say how far it came. `message`: what an adapter calls the message from now on. */
export interface Came {
  readonly to: 'applied' | 'approved' | 'refused' | 'stuck'
  readonly why: string | null
  readonly message?: string | null
}
/** Refusals after which it is not certain that nothing was changed. */
export const UNSURE: readonly RefusalCode[] = [
  'crashed',
  'late',
  'interrupted',
  'disk',
  'audit',
  'plugin',
  'job-failed',
]

/** Where the folder cannot be changed now, it stays in `applying`, which is seen to when the spool is next tended. */
export function endApplying(site: SpoolSite, stored: Stored, { to, why, message }: Came): void {
  if (why !== null || message)
    attemptSpool(() =>
      done(
        keepReason(site.folder, stored.id, {
          at: site.clock.seconds(),
          why: why ?? '',
          ...(message ? { message } : {}),
        }),
      ),
    )
  const ended = attemptSpool(() => done(transition(site.folder, stored, to)))
  if (!ended.ok) site.log(`the proposal ${stored.id} is ${to}, but its file could not be moved`)
}

/** What the audit log says of the intent with the number `of`. */
export function recordResult(
  site: SpoolSite,
  stored: Stored,
  {
    of,
    outcome,
    code,
  }: { of: number | null; outcome: 'done' | 'refused' | 'failed'; code: RefusalCode | null },
): Result<number> {
  const kept = site.audit.record({ ...traceOf(site, stored), event: 'result', of, outcome, code })
  if (!kept.ok) site.log(`the result of the proposal ${stored.id} could not be written into the audit log`)
  return kept
}
