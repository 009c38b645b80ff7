// Finds mail of one account and tells of each message what a person needs to tell it from others. Reads the store alone. Relies on
// world.store for the query.
import type * as z from 'zod/mini'
import type { AccountsSearched } from '../../protocol/accountsShown.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { ownTimeZone } from '../localTime.ts'
import { withinLimit } from '../withinLimit.ts'
import type { World } from '../world.ts'
import type { FoundMail, Store } from './store.ts'

interface SearchAsked {
  readonly account: string
  readonly query: string
  readonly limit?: number | undefined
}
type Searched = z.infer<typeof AccountsSearched>

/** Refused with the column where the query is wrong, and where the account was never synced. */
export function searchAccount(
  { store, configuration, now }: Pick<World, 'store' | 'configuration' | 'now'>,
  { account, query, limit: asked }: SearchAsked,
): Result<Searched> {
  const limit = withinLimit(asked, configuration().config.operations.list)
  if (!limit.ok) return limit
  const found = store.find({
    account,
    query,
    limit: limit.value,
    expand: 'none',
    now: Math.floor(now() / 1_000),
    timeZone: ownTimeZone(),
  })
  if (!found.ok) return found
  const states = store.accounts()
  if (!states.ok) return states
  const { messages, matched, more } = found.value
  return done({
    account,
    messages: messages.map(message => shown(store, message)),
    matched,
    more,
    notes: [...found.value.notes],
    synced: states.value.find(({ name }) => name === account)?.synced ?? null,
  })
}

function shown(store: Store, { mail, thread, bySubject }: FoundMail): Searched['messages'][number] {
  const parsed = store.parsedOf(mail)
  const envelope = parsed.ok ? parsed.value : undefined
  return {
    date: mail.received ?? envelope?.date ?? null,
    from: envelope?.from[0] ?? { name: '', address: '' },
    subject: envelope?.subject ?? '',
    collections: [...new Set(mail.places.map(({ collection }) => collection))],
    flags: [...new Set(mail.places.flatMap(({ flags }) => flags))],
    tags: [...new Set(mail.places.flatMap(({ keywords }) => keywords))],
    dkim: mail.dkim,
    known: mail.known,
    thread,
    bySubject,
    bytes: mail.bytes,
    problem: mail.problem ?? (parsed.ok ? null : parsed.refusal.is),
  }
}
