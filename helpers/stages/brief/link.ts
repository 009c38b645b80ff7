// Which items get a link to their message, and why the others get none. Pure. Relies on messageLink for the form of a link;
// an id is the sender's to choose, so one that several different messages carry opens none of them (security.md 3).
import type { Handle } from '../../../protocol/brand.ts'
import type { WithoutLink } from '../../../protocol/brief.ts'
import type { Routing, ViewEnvelope } from '../../../protocol/envelope.ts'
import { linkProblem, messageLink } from '../../../protocol/text/messageLink.ts'

/** Why an item has no link. */
export type LinkCause = keyof WithoutLink
export type Link = { readonly url: string } | { readonly cause: LinkCause }

/** Each cause with its clause for one message and for several. */
export const NO_LINK: {
  readonly [C in LinkCause]: { readonly cause: C; readonly one: string; readonly many: string }
} = {
  absent: { cause: 'absent', one: 'the mail has no id', many: 'the mails have no id' },
  'not-indexed': {
    cause: 'not-indexed',
    one: 'Mail has not read its id yet',
    many: 'Mail has not read their ids yet',
  },
  layout: {
    cause: 'layout',
    one: 'this version of Mail keeps no ids',
    many: 'this version of Mail keeps no ids',
  },
  shared: { cause: 'shared', one: 'another message carries its id', many: 'other messages carry their ids' },
  malformed: { cause: 'malformed', one: 'its id is malformed', many: 'their ids are malformed' },
  'too-long': { cause: 'too-long', one: 'its id is too long', many: 'their ids are too long' },
}

/** What is needed of a message to link to it. */
export interface Linkable {
  readonly handle: Handle
  readonly envelope: ViewEnvelope
  readonly routing: Routing
}

/**
 * The links, in lower case, that messages which differ in sender, subject or date share. Copies of one message agree in all
 * three and keep theirs. Case is ignored because nothing says that Mail heeds it when it looks an id up.
 */
export function sharedLinks(messages: readonly Linkable[]): ReadonlySet<string> {
  const seen = new Map<string, string>()
  const shared = new Set<string>()
  for (const { envelope, routing } of messages) {
    const link = messageLink(routing.messageId ?? '')?.toLowerCase()
    if (link === undefined) continue
    const { from, subject, sent, received } = envelope
    const identity = JSON.stringify([from.address.toLowerCase(), subject, sent ?? received])
    if ((seen.get(link) ?? identity) === identity) seen.set(link, identity)
    else shared.add(link)
  }
  return shared
}

/** The link to one message, or the cause why there is none. */
export function linkTo(routing: Routing, shared: ReadonlySet<string>): Link {
  const id = routing.messageId
  if (id === null) return { cause: routing.noLink ?? 'absent' }
  if (routing.noLink !== null) return { cause: routing.noLink }
  const url = messageLink(id)
  if (url === null) return { cause: linkProblem(id) ?? 'malformed' }
  return shared.has(url.toLowerCase()) ? { cause: 'shared' } : { url }
}
