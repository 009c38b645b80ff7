// Which accounts one call covers: those in scope that its caller may see, or the one that it names. Pure. Relies on
// gate/narrowing.ts, which refuses an account that exists elsewhere in the words of one that does not exist.
import { done, type Result } from '../../protocol/refusal.ts'
import { requireAccount, type Narrowing } from '../gate/narrowing.ts'

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
  const inScope = accounts.filter(account => account.inScope).map(({ label }) => label)
  const required = requireAccount(narrowing, { named, inScope })
  if (!required.ok) return required
  const labels = new Set(required.value)
  const left = accounts.filter(account => !account.inScope || !labels.has(account.label)).length
  return done({ labels, whole: inScope.every(label => labels.has(label)), outOfScope: left })
}
