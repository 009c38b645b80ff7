// Everything that happens to a call before anything runs: its token is burned, then it is looked up among what its caller is
// offered, its input is checked, and decide.ts says what to do. Gathers facts; decides nothing. Relies on the world for what is
// in force now.
import { type Channel, callerName } from '../../protocol/door.ts'
import { grantOf } from '../../protocol/policy.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { Asked, Io, World } from '../world.ts'
import { mayApprove, riskOf } from './approval.ts'
import { interrupted } from './carryOut.ts'
import { decide, type Facts, isOffered, unavailable, type Verdict } from './decide.ts'
import type { CheckedCall, Operation } from './operation.ts'
import type { Tokens } from './tokens.ts'

/** One call on its way. `random`: 32 bytes nobody can guess. */
export interface Passing {
  readonly world: World
  readonly tokens: Tokens
  readonly channel: Channel
  readonly asked: Asked
  readonly io: Io
  readonly random: () => Uint8Array
}
/** A call that may go on, and how. */
export interface Ready {
  readonly operation: Operation
  readonly checked: CheckedCall
  readonly verdict: Verdict
}

/** The call with what to do with it, or why nothing is done. */
export function readyCall(passing: Passing): Result<Ready> {
  const { world, channel, asked, io } = passing
  const token = redeemed(passing)
  const operation = offeredTo(world, channel).find(({ name }) => name === asked.name)
  if (!operation) return unavailable
  const checked = operation.check(asked.input)
  if (!checked.ok) return checked
  const { config, policy, problem } = world.configuration()
  const { capability } = checked.value
  const verdict = decide({
    class: operation.class,
    door: channel.door,
    grant: capability === null ? 'auto' : grantOf(policy, capability),
    problem,
    confirm: asked.confirm,
    token,
    approves: mayApprove(channel, riskOf(callerName(channel), operation), config),
  })
  if (!verdict.ok) return verdict
  return io.signal.aborted ? interrupted : done({ operation, checked: checked.value, verdict: verdict.value })
}

/** What this caller is offered, in the registry's order. */
export function offeredTo(world: World, channel: Channel): readonly Operation[] {
  const { agents } = world.configuration().config
  const declared = channel.agent !== null && Object.hasOwn(agents, channel.agent)
  return world
    .operations()
    .filter(operation =>
      isOffered({ operation, channel, declared, exposed: world.exposure.isOffered(operation) }),
    )
}

/** A token is burned by being brought, whatever else is wrong with the call; only an agent's can be good. */
function redeemed({ tokens, channel, asked: { name, input, token } }: Passing): Facts['token'] {
  if (token === undefined) return 'none'
  const isGood = tokens.redeem(token, { caller: callerName(channel), operation: name, input })
  return isGood && channel.door === 'mcp' ? 'good' : 'bad'
}
