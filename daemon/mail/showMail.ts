// mail.show: one message of a list that its caller was given, while what the list covered may still be seen. A handle that is
// unknown, another caller's, or outside of what this caller may see now is refused in the same words. Relies on keptLists.ts.
import { callerName } from '../../protocol/door.ts'
import type { MailShow } from '../../protocol/mailOutput.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { inScope } from '../../protocol/scope.ts'
import type { Context } from '../gate/operation.ts'
import { shown } from './boundedMail.ts'
import { findListed } from './keptLists.ts'

/** The handler of mail.show. */
export async function showMail(
  { world, channel, narrowing }: Context,
  { handle }: { readonly handle: string },
): Promise<Result<MailShow>> {
  const { mail, operations } = world.configuration().config
  const owner = { caller: callerName(channel), now: Math.floor(world.now() / 1_000) }
  const found = findListed(world.paths.runs, owner, handle)
  if (!found.ok) return found
  if (!found.value) return unknown
  const { made, view, routing } = found.value
  const { account } = routing
  if (!inScope(account, mail) || !narrowing.allows(account)) return unknown
  return done(shown({ handle, view, routing }, made, operations.text))
}

const unknown = refused('stale', {
  is: 'no list that was given to you holds this handle',
  wanted: 'a handle of one of your last lists, of the last 24 hours',
  fix: 'ask mail.list again',
})
