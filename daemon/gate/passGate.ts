// A call's way through the gate: made ready, then run, previewed or filed, and recorded either way. A change has its own two
// records (carryOut.ts); everything else has one, after it. Relies on readyCall.ts for what to do.
import type { Outcome } from '../../protocol/call.ts'
import { callerName } from '../../protocol/door.ts'
import { TOKEN_SECONDS } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { AuditEntry } from '../world.ts'
import { type Actor, carryOut, outcomeOf, recorded, unrecordedRead } from './carryOut.ts'
import { contextOf } from './contextOf.ts'
import { previewOf } from './previewOf.ts'
import type { Operation } from './operation.ts'
import { type Passing, type Ready, readyCall } from './readyCall.ts'

/** What comes of the call. Throws what a handler throws, once that is recorded. */
export async function passGate(passing: Passing): Promise<Result<Outcome>> {
  const { world, channel, asked } = passing
  const ready = readyCall(passing)
  const isKnown = world.operations().some(({ name }) => name === asked.name)
  const actor = { caller: callerName(channel), operation: isKnown ? asked.name : null }
  if (ready.ok && ready.value.verdict === 'run' && ready.value.operation.class === 'mutate')
    return change(passing, ready.value, actor)
  return recorded(
    async () => (ready.ok ? answer(passing, ready.value) : ready),
    result => record(passing, actor, result),
  )
}

async function change(passing: Passing, ready: Ready, actor: Actor): Promise<Result<Outcome>> {
  const { world, io } = passing
  const run = () => ready.checked.run(contextOf(passing, io))
  return outcome(ready.operation, await carryOut(world, { actor, run }))
}

/** A read, a preview or a proposal: what changes nothing by itself. */
async function answer(passing: Passing, { operation, checked, verdict }: Ready): Promise<Result<Outcome>> {
  const { world, channel, io } = passing
  const context = contextOf(passing, io)
  if (verdict === 'run') return outcome(operation, await checked.run(context))
  if (verdict === 'propose') {
    const nonce = passing.asked.nonce ?? Buffer.from(passing.random()).toString('hex')
    const prose = passing.asked.prose ?? ''
    const filed = world.spool.file(channel, checked.proposed, { nonce, prose })
    return filed.ok ? done({ outcome: 'proposed', ...filed.value }) : filed
  }
  const foreseen = await checked.preview(context)
  if (!foreseen.ok) return foreseen
  const preview = previewOf(foreseen.value, channel.door === 'mcp' ? ticket(passing) : null)
  return done({ outcome: 'preview', preview })
}

function ticket({ world, tokens, channel, asked }: Passing): { token: string; expires: number } {
  const bound = { caller: callerName(channel), operation: asked.name, input: asked.input }
  return { token: tokens.issue(bound), expires: Math.floor(world.now() / 1_000) + TOKEN_SECONDS }
}

const outcome = (operation: Operation, result: Result<unknown>): Result<Outcome> =>
  result.ok ? done({ outcome: 'done', provenance: operation.provenance, output: result.value }) : result

/** An agent is given nothing that the log does not know; a person is, or a full disk would hide itself. */
function record(
  { world, channel }: Passing,
  actor: Actor,
  result: Result<Outcome> | undefined,
): Result<Outcome> | undefined {
  const kept = world.audit.record({ ...actor, event: 'call', ...traceOf(result) })
  if (kept.ok || !result?.ok) return result
  world.log(`a call of ${actor.operation} could not be written into the audit log`)
  return channel.door === 'mcp' && result.value.outcome !== 'proposed' ? unrecordedRead : result
}

function traceOf(result: Result<Outcome> | undefined): Partial<AuditEntry> {
  if (!result?.ok) return outcomeOf(result)
  const { value } = result
  return value.outcome === 'proposed'
    ? { outcome: 'proposed', proposal: value.id, digest: value.digest }
    : { outcome: value.outcome }
}
