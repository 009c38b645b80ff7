// What policy.toml says now about one change of mail. What the run's own rules leave to a person is never done without one; what
// policy.toml forbids is not done whatever they say. Pure. Relies on protocol/mailVerbs.ts.
import type { Config } from '../../protocol/config.ts'
import type { Grant } from '../../protocol/capability.ts'
import type { MailChange } from '../../protocol/mailChange.ts'
import { capabilityOf, changeProblem } from '../../protocol/mailVerbs.ts'
import { grantOf, type Policy } from '../../protocol/policy.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { readDraft } from './readDraft.ts'

interface Wish {
  readonly proposer: string
  readonly change: MailChange
}

/** Refused where its proposer could not ask for it whatever policy.toml says: a run may, and a person to take something back. */
export function mailPermission(
  { config, policy }: { readonly config: Config; readonly policy: Policy },
  { proposer, change }: Wish,
): Result<Grant> {
  const isRun = proposer.startsWith('run:')
  if (!isRun && (change.undoes === null || proposer !== 'cli')) return notTheirs
  if (!Object.hasOwn(config.accounts, change.account)) return noAccount
  const problem = changeProblem(change)
  if (problem !== null) return impossible(problem)
  if (change.draft && !readDraft(change.draft.raw))
    return impossible('its text is no draft that can be shown whole')
  const grant = grantOf(policy, capabilityOf(change.verb))
  return done(grant === 'auto' && change.ask === 'person' ? 'propose' : grant)
}

const notTheirs = refused('denied', {
  is: 'only a run, or a person who takes something back, can propose a change of mail',
  wanted: 'a proposal of a run',
  fix: 'refuse it',
})
const noAccount = refused('denied', {
  is: 'the account of the change has no table in twin.toml',
  wanted: 'an account that is there',
  fix: 'add [accounts.NAME] to twin.toml, or refuse the proposal',
})
const impossible = (is: string) =>
  refused('bad-request', { is, wanted: 'a change that an account can make', fix: 'refuse it' })
