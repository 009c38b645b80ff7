// Which accounts one call covers: those in scope that its caller may see, or the one that it names. An account that exists
// elsewhere and one that does not exist are refused in the same words. Pure.
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { inScope } from '../../protocol/scope.ts'
import type { Narrowing } from '../gate/narrowing.ts'

/** An account as the mail helper answers it; '' has no name, and is never in scope. */
interface Account {
  readonly label: string
  readonly inScope: boolean
}
/** `labels`: what the answer may hold mail of. `whole`: that is every account in scope. `outOfScope`: accounts that it leaves out. */
export interface Covered {
  readonly labels: ReadonlySet<string>
  readonly whole: boolean
  readonly outOfScope: number
}

/** `named`: words of the account that the call asks for. Refused where it names none that the caller may see, or has to name one. */
export function coveredAccounts(
  narrowing: Narrowing,
  accounts: readonly Account[],
  named: string | undefined,
): Result<Covered> {
  const scoped = accounts.filter(account => account.inScope)
  const seen = scoped.filter(({ label }) => narrowing.allows(label))
  if (named === undefined && seen.length < scoped.length) return nameOne
  const asked = seen.filter(
    ({ label }) => named === undefined || inScope(label, { accounts: [named], exclude: [] }),
  )
  if (named !== undefined && asked.length === 0) return noSuch
  return done({
    labels: new Set(asked.map(({ label }) => label)),
    whole: asked.length === scoped.length,
    outOfScope: accounts.length - asked.length,
  })
}

const nameOne = refused('bad-request', {
  is: 'no account is named, and not every account may be seen from here',
  wanted: 'name an account in scope',
  fix: 'pass words of its name or address as account',
})
const noSuch = refused('bad-request', {
  is: 'account names no account in scope',
  wanted: 'name an account in scope',
  fix: 'ask mail.accounts for those that may be seen from here',
})
