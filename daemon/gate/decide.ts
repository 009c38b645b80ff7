// What becomes of a call, as a function of plain facts: whether it is offered, and what its class, policy.toml and the caller's
// confirmation make of it, in the order of design. Pure: the whole decision is here, and gate.ts only does what it says.
// Relies on the caller's channel, and on the token having been looked up (and burned) before.
import type { Grant } from '../../protocol/capability.ts'
import { type Channel, PERSON } from '../../protocol/door.ts'
import { done, refused, type Refusal, type Result } from '../../protocol/refusal.ts'
import type { Operation, OperationClass } from './operation.ts'

/** `declared`: the agent has a table in twin.toml. `exposed`: the operation is offered to agents now. */
export interface Offer {
  readonly operation: Pick<Operation, 'doors' | 'ceiling'> | undefined
  readonly channel: Channel
  readonly declared: boolean
  readonly exposed: boolean
}

/** Whether this caller is offered the operation at all. */
export function isOffered({ operation, channel, declared, exposed }: Offer): boolean {
  if (!operation?.doors.includes(channel.door)) return false
  return channel.door !== 'mcp' || (operation.ceiling !== 'never' && declared && exposed)
}

/** One wording for every cause, so that nobody learns what exists elsewhere. */
export const unavailable = refused('unavailable', {
  is: 'this operation is not available',
  wanted: 'an operation that this caller is offered',
  fix: 'run "twin ops"',
})

export interface Facts {
  readonly class: OperationClass
  readonly door: Channel['door']
  /** Of the operation's capability; "auto" for twin's own state, which policy.toml has no say in. */
  readonly grant: Grant
  /** What is wrong with the configuration files as they are now. */
  readonly problem: Refusal | null
  /** Whether the call carries `confirm`, and what it says. */
  readonly confirm: boolean | undefined
  readonly token: 'none' | 'good' | 'bad'
  /** Whether this caller's yes counts for this change (approval.ts). */
  readonly approves: boolean
}
/** `run` it, show its `preview` first, or file it as something that waits for a person. */
export type Verdict = 'run' | 'preview' | 'propose'

/** What to do with a call that is offered and whose input is right. */
export function decide(facts: Facts): Result<Verdict> {
  const isRead = facts.class === 'read'
  if (facts.class === 'send') return denied('operations that send are never run')
  if (!isRead && facts.problem) return broken
  if (facts.grant === 'never') return denied('policy.toml does not allow this')
  if (isRead && facts.grant === 'propose')
    return denied('policy.toml wants to be asked for what is only read')
  if (facts.confirm !== undefined && !isPerson(facts.door))
    return denied('this caller cannot confirm anything')
  if (facts.token === 'bad') return unconfirmed
  return done(isRead ? 'run' : confirmed(facts))
}

function confirmed({ door, grant, confirm, token, approves }: Facts): Verdict {
  if (door === 'internal') return grant === 'auto' ? 'run' : 'propose'
  if (door === 'mcp') return token === 'none' ? 'preview' : grant === 'auto' ? 'run' : 'propose'
  if (confirm !== true) return 'preview'
  return grant === 'auto' || approves ? 'run' : 'propose'
}

/** Whether an approved proposal of this caller may run `operation` at all: a change that it could have asked for itself. */
export const isProposable = <T extends Pick<Operation, 'doors' | 'ceiling' | 'class'>>(
  operation: T | undefined,
  { door }: Channel,
): operation is T =>
  operation?.class === 'mutate' &&
  operation.doors.includes(door) &&
  (door !== 'mcp' || operation.ceiling !== 'never')

/** The last look at policy.toml and at the files before an approved change is made: what is never allowed stays so. */
export function decideApproved(grant: Grant, problem: Refusal | null): Result<void> {
  if (problem) return broken
  return grant === 'never' ? denied('policy.toml does not allow this') : done(undefined)
}

const isPerson = (door: Channel['door']): boolean => PERSON.some(one => one === door)

const denied = (is: string) =>
  refused('denied', {
    is,
    wanted: 'something that policy.toml and this door allow',
    fix: 'run "twin policy" to see what is in force',
  })
const unconfirmed = refused('unconfirmed', {
  is: 'the token is not good for this call',
  wanted: 'the token of the last preview of the same operation and input, once, within two minutes',
  fix: 'ask for the preview again',
})
const broken = refused('config', {
  is: 'a configuration file cannot be understood, so nothing is changed',
  wanted: 'twin.toml and policy.toml as "twin init" writes them',
  fix: 'run "twin check", which names the key',
})
