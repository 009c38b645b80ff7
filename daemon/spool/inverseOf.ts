// What takes an applied change of mail back: further changes of the same message, or why none can. Pure. Relies on what the adapter
// said the message has been called since.
import type { Account } from '../../protocol/configTables.ts'
import type { MailChange } from '../../protocol/mailChange.ts'
import { TRASHED } from '../../protocol/mailVerbs.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'

type Where = NonNullable<MailChange['message']>
/** `since`: the adapter's name for the message after the change; null where it said none. `elsewhere`: another collection that holds it. */
export interface Applied {
  readonly id: string
  readonly change: MailChange
  readonly since: string | null
  readonly elsewhere: Where | null
  readonly account: Account
}

/** Refused for what nobody can take back. */
export function inverseOf(applied: Applied): Result<readonly MailChange[]> {
  const { change, since, elsewhere, account } = applied
  const { verb, message, to } = change
  if (!message)
    return cannot(verb === 'send' ? 'what was sent is with others' : 'a draft is removed in the mail program')
  const now: Where = { ...message, id: since ?? message.id }
  if (verb === 'flag.add') return done([back(applied, 'flag.remove', { message: now, to })])
  if (verb === 'flag.remove') return done([back(applied, 'flag.add', { message: now, to })])
  if (verb === 'expunge') return cannot('the message is gone for good')
  if (verb === 'collection.remove')
    return elsewhere
      ? done([back(applied, 'collection.add', { message: elsewhere, to })])
      : cannot('twin does not know which collection still holds the message')
  if (since === null) return cannot('its account has not said what the message is called since')
  if (verb === 'collection.add') {
    const there = { ...message, id: since, collection: to ?? '' }
    return done([back(applied, 'collection.remove', { message: there, to })])
  }
  // An account that only marks what is in the trash leaves it where it was.
  if (since === message.id) return done([back(applied, 'flag.remove', { message: now, to: TRASHED })])
  const trashed = { ...message, id: since, collection: account.trash }
  return done([
    back(applied, 'collection.add', { message: trashed, to: message.collection }),
    back(applied, 'collection.remove', { message: trashed, to: account.trash }),
  ])
}

/** The person takes it back, so no run's rule asks for another. */
const back = (
  { id, change }: Applied,
  verb: MailChange['verb'],
  { message, to }: Pick<MailChange, 'message' | 'to'>,
): MailChange => ({ ...change, verb, message, to, ask: 'auto', undoes: id })

const cannot = (is: string) =>
  refused('bad-request', {
    is: `it cannot be taken back: ${is}`,
    wanted: 'a change that was added, removed, flagged or put into the trash',
    fix: 'look at the message in a mail program',
  })
