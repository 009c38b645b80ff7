// Carries out an operation that a person has approved, from the stored copy alone. Everything that can have changed since is
// checked again: the operation, its input, the files, policy.toml. Relies on the spool having checked digest and expiry, and on
// the approval being a person's.
import { channelOf } from '../../protocol/door.ts'
import { grantOf } from '../../protocol/policy.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { Approved, World } from '../world.ts'
import { carryOut, interrupted } from './carryOut.ts'
import { contextOf } from './contextOf.ts'
import { decideApproved, isProposable, unavailable } from './decide.ts'
import type { Io } from '../io.ts'

/** What the handler gave; refused where the change is no longer allowed, or was never one that its proposer could ask for. */
export async function applyApproved(
  world: World,
  { id, proposal }: Approved,
  io: Io,
): Promise<Result<unknown>> {
  // The proposer's own channel: what it may not see, its proposal may not touch.
  const channel = channelOf(proposal.proposer)
  const operation = world.operations().find(one => one.name === proposal.operation)
  if (!isProposable(operation, channel)) return unavailable
  const inForce = world.configuration()
  const checked = operation.check(proposal.input, inForce.config)
  if (!checked.ok) return checked
  const { capability, run } = checked.value
  const isKnown = capability !== null && capability !== 'mail.send'
  const grant = isKnown ? grantOf(inForce.policy, capability) : 'never'
  const allowed = decideApproved(grant, inForce.problem)
  if (!allowed.ok) return allowed
  if (io.signal.aborted) return interrupted
  return carryOut(world, {
    actor: { caller: proposal.proposer, operation: proposal.operation, proposal: id },
    run: () => run(contextOf({ world, inForce, channel }, io)),
  })
}
