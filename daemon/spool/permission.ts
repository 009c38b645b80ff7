// What policy.toml says now about a proposal, and what it would do: asked when it is taken in, when a person approves it and once
// more before it is applied, since the files may have changed each time. Relies on the gate's rule for what may be proposed.
import type { Grant } from '../../protocol/capability.ts'
import { channelOf } from '../../protocol/door.ts'
import { isReversible } from '../../protocol/mailVerbs.ts'
import { grantOf } from '../../protocol/policy.ts'
import type { Proposal, Risk } from '../../protocol/proposal.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { riskOf } from '../gate/approval.ts'
import { isProposable } from '../gate/decide.ts'
import type { Operation } from '../gate/operation.ts'
import { commandOf, type Planned } from './commandOf.ts'
import { mailPermission } from './mailPermission.ts'
import type { SpoolSite } from './spoolSite.ts'

/** `planned`: the command as it would be started; null for anything else. */
export interface Permission {
  readonly grant: Grant
  readonly planned: Planned | null
}
type Asked = Pick<SpoolSite, 'configuration' | 'operations'>

/** Refused where it is nothing that its proposer could ask for, whatever policy.toml says. */
export function permissionOf(site: Asked, proposal: Proposal): Result<Permission> {
  const { config, policy } = site.configuration()
  const channel = channelOf(proposal.proposer)
  if (channel.agent !== null && !Object.hasOwn(config.agents, channel.agent)) return undeclared
  if (proposal.kind === 'command') {
    const planned = commandOf(policy, proposal.command, proposal.arguments)
    if (!planned.ok) return planned
    if (JSON.stringify(planned.value.argv) !== JSON.stringify(proposal.argv)) return otherWords
    return done({ grant: grantOf(policy, `apply.${proposal.command}`), planned: planned.value })
  }
  if (proposal.kind === 'mail') {
    const grant = mailPermission(site.configuration(), proposal)
    return grant.ok ? done({ grant: grant.value, planned: null }) : grant
  }
  const operation = operationOf(site, proposal)
  if (!isProposable(operation, channel)) return unknown
  const checked = operation.check(proposal.input, config)
  if (!checked.ok) return checked
  const { capability } = checked.value
  return done({ grant: capability === null ? 'never' : grantOf(policy, capability), planned: null })
}

/** The risk of what a proposal asks for: nobody can undo what a command does. */
export const riskOfProposal = (site: Pick<Asked, 'operations'>, proposal: Proposal): Risk =>
  riskOf(
    proposal.proposer,
    proposal.kind === 'mail'
      ? { reversible: isReversible(proposal.change.verb) }
      : operationOf(site, proposal),
  )

/** The operation that a proposal asks for; undefined where it asks for none. */
export const operationOf = (site: Pick<Asked, 'operations'>, proposal: Proposal): Operation | undefined =>
  proposal.kind === 'operation'
    ? site.operations().find(({ name }) => name === proposal.operation)
    : undefined

const unknown = refused('unavailable', {
  is: 'what is proposed is no change that its proposer could ask for',
  wanted: 'an operation that this caller is offered',
  fix: 'run "twin ops"',
})
const otherWords = refused('stale', {
  is: 'policy.toml has made another command of it since it was proposed',
  wanted: 'exactly the words that were proposed and shown',
  fix: 'refuse it and have it proposed again',
})
const undeclared = refused('denied', {
  is: 'the agent that proposes has no table in twin.toml',
  wanted: 'an agent that is declared',
  fix: 'add [agents.NAME] to twin.toml, or refuse the proposal',
})
