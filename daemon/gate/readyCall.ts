// Everything that happens to a call before anything runs: its token is burned, then it is looked up among what its caller is
// offered, its input is checked, and decide.ts says what to do. Gathers facts; decides nothing. Relies on the world for what is
// in force now.
import { callerName, type Channel } from '../../protocol/door.ts'
import { grantOf } from '../../protocol/policy.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { Asked, InForce, World } from '../world.ts'
import { mayApprove, riskOf } from './approval.ts'
import { interrupted } from './carryOut.ts'
import { decide, type Facts, isOffered, unavailable, type Verdict } from './decide.ts'
import type { CheckedCall, Operation } from './operation.ts'
import type { Tokens } from './tokens.ts'
import type { Io } from '../io.ts'

/** One call on its way. `inForce`: the files as they were when it came. `random`: 32 bytes nobody can guess. */
export interface Passing {
  readonly world: World
  readonly inForce: InForce
  readonly tokens: Tokens
  readonly channel: Channel
  readonly asked: Asked
  readonly io: Io
  readonly random: () => Uint8Array
}
export type Caller = Pick<Passing, 'world' | 'inForce' | 'channel'>
/** A call that may go on, and how. */
export interface Ready {
  readonly operation: Operation
  readonly checked: CheckedCall
  readonly verdict: Verdict
}

/** The call with what to do with it, or why nothing is done. */
export function readyCall(passing: Passing): Result<Ready> {
  const { inForce, channel, asked, io } = passing
  const token = redeemed(passing)
  const operation = offeredTo(passing).find(({ name }) => name === asked.name)
  if (!operation) return unavailable
  const checked = operation.check(asked.input, inForce.config)
  if (!checked.ok) return checked
  const { config, policy, problem } = inForce
  const { capability } = checked.value
  const verdict = decide({
    // What needs mail.send sends, whatever its class says: a capability may depend on the input.
    class: capability === 'mail.send' ? 'send' : operation.class,
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
export function offeredTo({ world, inForce, channel }: Caller): readonly Operation[] {
  const { agents } = inForce.config
  const declared = channel.agent !== null && Object.hasOwn(agents, channel.agent)
  return world
    .operations()
    .filter(operation =>
      isOffered({ operation, channel, declared, exposed: world.exposure.isOffered(operation) }),
    )
}

/** A token is burned by being brought, whatever else is wrong with the call; bound to its caller, it is good for an agent alone. */
function redeemed({ tokens, channel, asked: { name, input, token } }: Passing): Facts['token'] {
  if (token === undefined) return 'none'
  return tokens.redeem(token, { caller: callerName(channel), operation: name, input }) ? 'good' : 'bad'
}
