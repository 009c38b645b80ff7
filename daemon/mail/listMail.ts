// mail.list: what fits a question, newest first, with a handle minted for each message; the list is kept, so that its handles can
// be shown to its caller later. Relies on collectMail.ts for the mail and keptLists.ts for the keeping.
import { callerName } from '../../protocol/door.ts'
import type { MailList } from '../../protocol/mailOutput.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { Context } from '../gate/operation.ts'
import { mint } from '../brief/view.ts'
import { fits, listed, type Wanted } from './boundedMail.ts'
import { gatherMail } from './collectMail.ts'
import { keepList } from './keptLists.ts'
import { withinLimit } from '../withinLimit.ts'

interface Input extends Wanted {
  readonly account?: string | undefined
  readonly since?: number | undefined
  readonly limit?: number | undefined
}

/** The handler of mail.list. Refused (`over-limit`) where more is asked for than `[operations] list`. */
export async function listMail(context: Context, input: Input): Promise<Result<MailList>> {
  const { world, channel } = context
  const { operations } = world.configuration().config
  const limit = withinLimit(input.limit, operations.list)
  if (!limit.ok) return limit
  const gathered = await gatherMail(context, input)
  if (!gathered.ok) return gathered
  const { answer, covered, envelopes, unseen, since } = gathered.value
  const fitting = envelopes.filter(envelope => fits(envelope, input))
  const messages = mint(fitting.slice(0, limit.value))
  const owner = { caller: callerName(channel), now: Math.floor(world.now() / 1_000) }
  const kept = keepList(world.paths.runs, owner, messages)
  if (!kept.ok) return kept
  return done({
    messages: messages.map(message => listed(message, operations.text)),
    more: fitting.length - messages.length,
    unseen,
    since,
    accounts: [...covered.labels],
    outOfScope: covered.outOfScope,
    layout: answer.layout,
    notes: answer.degraded,
  })
}
