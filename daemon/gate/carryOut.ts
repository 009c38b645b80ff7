// Runs what the gate has decided to run, and records it: a read after it; a change as an intent before it and a result after
// it, so that a crash between the two shows. A handler that throws is our own bug: it is recorded as failed, and the error goes
// on. Relies on audit.record having put an intent on the disk when it returns.
import { refused, type Result } from '../../protocol/refusal.ts'
import type { AuditEntry, World } from '../world.ts'

/** Who asked for what. `proposal`: the approved one that is carried out. */
export type Actor = Pick<AuditEntry, 'caller' | 'operation' | 'proposal'>
export interface Act {
  readonly actor: Actor
  readonly run: () => Promise<Result<unknown>>
}

/** Runs a change. Refused ("audit") before it where the intent, and after it where the result, cannot be recorded. */
export async function carryOut(
  { audit, log }: Pick<World, 'audit' | 'log'>,
  { actor, run }: Act,
): Promise<Result<unknown>> {
  const intent = audit.record({ ...actor, event: 'intent' })
  if (!intent.ok) return unrecorded
  return recorded(run, result => {
    const kept = audit.record({ ...actor, event: 'result', of: intent.value, ...outcomeOf(result) })
    if (!kept.ok) log(`the result of ${actor.operation} could not be written into the audit log`)
    return kept.ok || !result?.ok ? result : ranUnrecorded
  })
}

/** Runs `run` and hands its result to `record`, which may put another in its place; nothing where it threw, which goes on. */
export async function recorded<T>(
  run: () => Promise<Result<T>>,
  record: (result: Result<T> | undefined) => Result<T> | undefined,
): Promise<Result<T>> {
  let result: Result<T> | undefined
  try {
    result = await run()
  } finally {
    if (!result) record(undefined)
  }
  return record(result) ?? result
}

/** What the log says of a result; nothing is one that a throw left. */
export function outcomeOf(result: Result<unknown> | undefined): Pick<AuditEntry, 'outcome' | 'code'> {
  if (!result) return { outcome: 'failed' }
  return result.ok ? { outcome: 'done' } : { outcome: 'refused', code: result.refusal.code }
}

const unwritten = (is: string, fix: string) =>
  refused('audit', { is, wanted: 'an audit log that can be written', fix })
export const unrecordedRead = unwritten(
  'what was asked for cannot be recorded, so an agent is not given it',
  'look at the disk and at state/audit, then call again',
)
const unrecorded = unwritten(
  'the change cannot be recorded, so it is not made',
  'look at the disk and at state/audit, then call again',
)
const ranUnrecorded = unwritten(
  'the change was made, but its result could not be recorded',
  'do not repeat it before you have looked at what it did; then look at the disk and at state/audit',
)
export const interrupted = refused('interrupted', {
  is: 'the caller went away',
  wanted: 'a caller that waits for the answer',
  fix: 'call again',
})
