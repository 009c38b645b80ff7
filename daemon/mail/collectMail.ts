// mail.collect: the mail helper's answer, without what the caller may not see and within `[operations] list`. What is not in it
// is counted. Relies on askMail.ts for the answer.
import { windowStart } from '../../protocol/config.ts'
import type { Envelope } from '../../protocol/envelope.ts'
import type { MailCollect } from '../../protocol/mailOutput.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { CollectAnswer } from '../../protocol/request.ts'
import { askMail } from '../askMail.ts'
import type { Context } from '../gate/operation.ts'
import { coveredAccounts, type Covered } from './coveredAccounts.ts'

/** What the mail helper has of the accounts that a call covers. `unseen`: messages of these beyond what it hands out at once. */
export interface Gathered {
  readonly since: number
  readonly answer: CollectAnswer
  readonly covered: Covered
  readonly envelopes: readonly Envelope[]
  readonly unseen: number
}

/** `asked.since`: Unix seconds; the window of a brief where it is left out. */
export async function gatherMail(
  context: Context,
  asked: { readonly since?: number | undefined; readonly account?: string | undefined },
): Promise<Result<Gathered>> {
  const { world, narrowing, signal } = context
  const now = Math.floor(world.now() / 1_000)
  const since = asked.since ?? windowStart(world.configuration().config.brief.window, now)
  const answer = await askMail({ ...world, signal }, { op: 'collect', since })
  if (!answer.ok) return answer
  const covered = coveredAccounts(narrowing, answer.value.accounts, asked.account)
  if (!covered.ok) return covered
  const { labels, whole } = covered.value
  const envelopes = answer.value.envelopes.filter(({ account }) => labels.has(account))
  const all = answer.value.accounts
    .filter(({ label }) => labels.has(label))
    .reduce((sum, { messages }) => sum + messages, 0)
  const unseen = whole ? answer.value.more : Math.max(0, all - envelopes.length)
  return done({ since, answer: answer.value, covered: covered.value, envelopes, unseen })
}

/** The handler of mail.collect. */
export async function collectMail(
  context: Context,
  input: { readonly since?: number | undefined; readonly account?: string | undefined },
): Promise<Result<MailCollect>> {
  const gathered = await gatherMail(context, input)
  if (!gathered.ok) return gathered
  const { answer, covered, envelopes, unseen, since } = gathered.value
  const { list } = context.world.configuration().config.operations
  const isAgent = context.channel.door === 'mcp'
  return done({
    ...answer,
    since,
    envelopes: envelopes.slice(0, list),
    more: unseen + Math.max(0, envelopes.length - list),
    leftOut: covered.whole ? answer.leftOut : null,
    accounts: isAgent ? answer.accounts.filter(({ label }) => covered.labels.has(label)) : answer.accounts,
    outOfScope: covered.outOfScope,
  })
}
