// Which messages the note lists, and in what order. Pure. The model orders within a part; which part a message belongs to,
// and that the first part comes first, depends on whether the user has written to its address, and on the proof of that address where
// the store has one.
import type { Coverage, Facts, Item, WithoutLink } from '../../../protocol/brief.ts'
import { isCorrespondence, isUnverified } from '../../../protocol/envelope.ts'
import type { Score } from '../../../protocol/score.ts'
import type { Link, Linkable } from './link.ts'

/** One message of the view with what the brief joins to it by handle. `score`: undefined where filter dropped it. */
export interface Joined extends Linkable {
  readonly score: Score | undefined
}

/** A message that was scored, and one that could not be. */
type Scored = Joined & { readonly score: Exclude<Score, { by: 'none' }> }
export type Failed = Joined & { readonly score: Extract<Score, { by: 'none' }> }

export interface Chosen {
  readonly items: readonly Item[]
  readonly failed: readonly Failed[]
  readonly ranked: number
  readonly belowThreshold: number
  readonly overLimit: number
  readonly withoutLink: WithoutLink
}

/** `linkOf`: the link of a message by handle. */
export interface Choice {
  readonly facts: Pick<Facts, 'threshold' | 'limit'>
  readonly linkOf: (handle: string) => Link
}

/**
 * The items at `threshold` and above, at most `limit`: first from people the user has written to, then from everyone else;
 * within a part by score, then date, both descending, then handle. The limit cuts at the end, so a stranger's message
 * never displaces a correspondent's.
 */
export function chooseItems(messages: readonly Joined[], { facts, linkOf }: Choice): Chosen {
  const scored = messages.filter(isScored)
  const worth = scored.filter(message => message.score.score >= facts.threshold).sort(byPart)
  const withoutLink = { absent: 0, 'not-indexed': 0, layout: 0, shared: 0, malformed: 0, 'too-long': 0 }
  const items = worth.slice(0, facts.limit).map(message => {
    const link = linkOf(message.handle)
    if ('cause' in link) withoutLink[link.cause]++
    return itemOf(message, 'url' in link ? link.url : null)
  })
  return {
    items,
    failed: messages.filter(isFailed).sort(byPart),
    ranked: scored.length,
    belowThreshold: scored.length - worth.length,
    overLimit: worth.length - items.length,
    withoutLink,
  }
}

const isScored = (message: Joined): message is Scored =>
  message.score !== undefined && message.score.by !== 'none'
const isFailed = (message: Joined): message is Failed => message.score?.by === 'none'

const partOf = (message: Joined): Item['part'] =>
  isCorrespondence(message.envelope) ? 'correspondents' : 'others'
const dateOf = (message: Joined): number | null => message.envelope.received ?? message.envelope.sent
const pointsOf = (message: Joined): number =>
  message.score !== undefined && message.score.by !== 'none' ? message.score.score : 0

function byPart(a: Joined, b: Joined): number {
  const part = Number(partOf(a) === 'others') - Number(partOf(b) === 'others')
  return (
    part ||
    pointsOf(b) - pointsOf(a) ||
    (dateOf(b) ?? -1) - (dateOf(a) ?? -1) ||
    (a.handle < b.handle ? -1 : 1)
  )
}

function itemOf(message: Scored, link: string | null): Item {
  const { handle, envelope, routing, score } = message
  return {
    handle,
    part: partOf(message),
    score: score.score,
    by: score.by,
    account: routing.account,
    mailbox: routing.mailbox,
    from: { name: envelope.from.name, address: envelope.from.address },
    unverified: isUnverified(envelope),
    subject: envelope.subject,
    date: dateOf(message),
    link,
    reason: score.reason,
    topics: score.topics,
  }
}

/** What the brief covers: the counts that twind gave and those of `chosen`, with a note where they do not add up. */
export function coverageOf(facts: Facts, chosen: Chosen): Omit<Coverage, 'jobs'> {
  const counted = facts.filtered.read + facts.filtered.category + chosen.ranked + chosen.failed.length
  const astray = facts.collected - counted
  const notes = astray === 0 ? facts.notes : [...facts.notes, astrayNote(astray)]
  return {
    accounts: facts.accounts,
    collected: facts.collected,
    more: facts.more,
    filtered: { ...facts.filtered, ...facts.leftOut },
    ranked: chosen.ranked,
    belowThreshold: chosen.belowThreshold,
    overLimit: chosen.overLimit,
    failed: chosen.failed.map(({ handle, score }) => ({ handle, why: score.why })),
    withoutLink: chosen.withoutLink,
    layout: facts.layout,
    notes,
  }
}

const astrayNote = (astray: number): string =>
  astray > 0
    ? `The counts do not add up, ${astray} of the messages were neither filtered nor scored.`
    : `The counts do not add up, ${-astray} more messages were filtered or scored than were collected.`
