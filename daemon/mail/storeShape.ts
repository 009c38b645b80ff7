// mail.accounts and mail.mailboxes: how the store is laid out, as far as the caller may see it. Relies on the mail helper's
// probe, which reads no content.
import type { MailAccounts, MailMailboxes } from '../../protocol/mailOutput.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { askMail } from '../askMail.ts'
import type { Context } from '../gate/operation.ts'
import { coveredAccounts } from './coveredAccounts.ts'
import { withinLimit } from '../withinLimit.ts'

/** The handler of mail.accounts: a person sees every account, an agent those that it may see mail of. */
export async function accountsOf({
  world,
  channel,
  narrowing,
  signal,
}: Context): Promise<Result<MailAccounts>> {
  const probe = await askMail({ ...world, signal }, { op: 'probe' })
  if (!probe.ok) return probe
  const { accounts, layout, degraded } = probe.value
  const seen = accounts.filter(account => account.inScope && narrowing.allows(account.label))
  return done({
    accounts: channel.door === 'mcp' ? seen : accounts,
    outOfScope: accounts.length - seen.length,
    layout,
    notes: degraded,
  })
}

/** The handler of mail.mailboxes. */
export async function mailboxesOf(
  { world, narrowing, signal }: Context,
  input: { readonly account?: string | undefined; readonly limit?: number | undefined },
): Promise<Result<MailMailboxes>> {
  const limit = withinLimit(input.limit, world.configuration().config.operations.list)
  if (!limit.ok) return limit
  const probe = await askMail({ ...world, signal }, { op: 'probe' })
  if (!probe.ok) return probe
  const { accounts, mailboxes, moreMailboxes, layout, degraded } = probe.value
  const covered = coveredAccounts(narrowing, accounts, input.account)
  if (!covered.ok) return covered
  const { labels, outOfScope } = covered.value
  const seen = mailboxes.filter(({ account }) => labels.has(account))
  return done({
    mailboxes: seen.slice(0, limit.value),
    more: Math.max(0, seen.length - limit.value) + moreMailboxes,
    accounts: [...labels],
    outOfScope,
    layout,
    notes: degraded,
  })
}
