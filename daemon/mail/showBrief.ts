// brief.show: the newest finished brief and its age, without what the caller may not see. The note's text is one piece over all
// accounts, so it is given only to whom every account is open. Relies on latestBrief.ts and coveredAccounts.ts.
import type { Coverage } from '../../protocol/brief.ts'
import type { BriefShown } from '../../protocol/mailOutput.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { isRead } from '../../protocol/scope.ts'
import { cut } from '../../protocol/text/cut.ts'
import type { Context } from '../gate/operation.ts'
import { coveredAccounts } from './coveredAccounts.ts'
import { latestBrief } from './latestBrief.ts'

/** The handler of brief.show. An account that has left the scope since is not shown any more. */
export async function showBrief(
  { world, channel, narrowing }: Context,
  input: { readonly account?: string | undefined },
): Promise<Result<BriefShown>> {
  const latest = latestBrief(world.paths.runs)
  if (!latest.ok) return latest
  const { made, facts, output, text } = latest.value
  const { config } = world.configuration()
  const { operations } = config
  const accounts = output.coverage.accounts.map(account => ({
    ...account,
    inScope: account.inScope && isRead(account.label, config),
  }))
  const covered = coveredAccounts(narrowing, accounts, input.account)
  if (!covered.ok) return covered
  const { labels, outOfScope } = covered.value
  const isWhole = output.coverage.accounts.every(({ label, inScope: was }) => !was || labels.has(label))
  const items = output.items.filter(({ account }) => labels.has(account))
  const shown = isWhole ? cut(text, operations.text) : null
  return done({
    made,
    age: Math.max(0, Math.floor(world.now() / 1_000) - made),
    engine: facts.model === null ? 'rules' : 'ollama',
    model: facts.model,
    window: facts.window,
    items: items.slice(0, operations.list),
    sections: isWhole ? output.sections : [],
    more: Math.max(0, items.length - operations.list),
    coverage: isWhole ? coverageFor(channel.door === 'mcp', output.coverage) : null,
    outOfScope,
    text: shown,
    cut: shown !== null && shown !== text,
  })
}

/** Agents are told no names of accounts out of scope. */
const coverageFor = (isAgent: boolean, coverage: Coverage): Coverage =>
  isAgent ? { ...coverage, accounts: coverage.accounts.filter(account => account.inScope) } : coverage
