// Asks the mail helper one thing: a request file of its own, a start, an answer file of its own. Relies on protocol/request.ts
// for both shapes and on the state folder being ours alone; security.md 8 lists the attacks.
import type { Paths } from '../protocol/paths.ts'
import { refused, type Result } from '../protocol/refusal.ts'
import type { CollectAnswer, DiagnoseAnswer, ProbeAnswer } from '../protocol/request.ts'

export interface MailContext {
  readonly paths: Paths
  readonly home: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly signal?: AbortSignal
  /** The folder of the built processes, where it is not the package's own. */
  readonly dist?: string
}
export type MailAsk =
  { readonly op: 'diagnose' } | { readonly op: 'probe' } | { readonly op: 'collect'; readonly since: number }

/** The helper's answer, checked. `since`: Unix seconds. */
export function askMail(
  _context: MailContext,
  _ask: MailAsk,
): Promise<Result<CollectAnswer | ProbeAnswer | DiagnoseAnswer>> {
  return Promise.resolve(
    refused('crashed', { is: 'the mail helper is not started yet', wanted: 'an answer', fix: 'build it' }),
  )
}
