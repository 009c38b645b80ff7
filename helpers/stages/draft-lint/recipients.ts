// Recipients: who a draft may go to. The addresses and domains that the run lists, and whoever takes part in the conversation where
// it says so. What only looks like one of those is refused by name of its place, never by its letters; of two participants who look
// alike neither is written to, since a stranger chooses who takes part. Pure.
import type { MessageEnvelope } from '../../../protocol/message.ts'
import { resembling } from '../../../protocol/text/skeleton.ts'
import { unicodeDomain } from '../../unicodeDomain.ts'

/** One mailbox in plain ASCII, RFC 5321: no name, no comment, no quotes, no line break, no second one. */
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/
/** What some programs take for another address: an encoded word, and the routes of old mail systems. */
const ROUTE = /=\?|\?=|[%!|`]/
export const isAddress = (address: string): boolean =>
  address.length <= 254 && address.indexOf('@') <= 64 && ADDRESS.test(address) && !ROUTE.test(address)

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Who may be written to, and whom the person knows from this conversation and from the run. Addresses in small letters. */
export interface Circle {
  readonly addresses: ReadonlySet<string>
  readonly domains: ReadonlySet<string>
  readonly known: readonly string[]
  /** Named by Reply-To alone, under a domain that no author has: no signature need cover that field. */
  readonly redirected: ReadonlySet<string>
}

/** `allow`: of the run; `envelope`: of the wired message, null where none is. */
export function circleOf(allow: readonly string[], envelope: MessageEnvelope | null): Circle {
  const authors = addressesOf(envelope?.from)
  const named = [...authors, ...addressesOf(envelope?.to), ...addressesOf(envelope?.cc)]
  const replies = addressesOf(envelope?.replyTo)
  const listed = allow.map(entry => entry.toLowerCase())
  const addresses = listed.filter(entry => isAddress(entry))
  const known = [...new Set([...addresses, ...named, ...replies])]
  const participants = listed.includes('participants') ? [...named, ...replies] : []
  const domains = authors.map(domainOf)
  return {
    addresses: new Set([...addresses, ...participants.filter(one => !passesForAnother(one, known))]),
    domains: new Set(listed.filter(entry => entry.startsWith('@')).map(entry => entry.slice(1))),
    known,
    redirected: new Set(replies.filter(one => !named.includes(one) && !domains.includes(domainOf(one)))),
  }
}

const addressesOf = (people: MessageEnvelope['from'] = []): string[] =>
  people.map(({ address }) => address.toLowerCase())

/** Whether `address`, which is one of `known`, could be taken for another of them, or its domain for another's. */
const passesForAnother = (address: string, known: readonly string[]): boolean =>
  resembling(address, known) !== null ||
  resembling(unicodeDomain(domainOf(address)), known.map(domainOf).map(unicodeDomain)) !== null

export const isAllowed = (address: string, { addresses, domains }: Circle): boolean =>
  addresses.has(address.toLowerCase()) || domains.has(domainOf(address))

/** Every domain that the person knows from this conversation and from the run. */
const knownDomains = ({ known, domains }: Circle): string[] => [
  ...new Set([...known.map(domainOf), ...domains]),
]

/** Whether `domain`, or a domain that it is below, looks like one that is known and is none. */
export function isLookAlike(domain: string, circle: Circle): boolean {
  const known = knownDomains(circle)
  const labels = domain.split('.')
  const above = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
  return (
    !above.some(one => known.includes(one)) &&
    above.some(one => resembling(unicodeDomain(one), known) !== null)
  )
}

/** Whether the whole address looks like another one that is known. */
export const isLookAlikeAddress = (address: string, circle: Circle): boolean =>
  passesForAnother(address.toLowerCase(), circle.known) || isLookAlike(domainOf(address), circle)
