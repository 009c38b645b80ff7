// Checks what the brief stage wrote against what twind gave it: an item is a scored message of this run with its own fields
// and its own link, every collected message is in exactly one count, and so for the items of jobs. Pure.
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { Brief, Coverage, type Facts, type Item } from '../../protocol/brief.ts'
import { isCorrespondence, isUnverified } from '../../protocol/envelope.ts'
import type { Score } from '../../protocol/score.ts'
import { messageLink } from '../../protocol/text/messageLink.ts'
import { checkSections } from './checkSections.ts'
import type { NamedItem } from './itemsOfJobs.ts'
import type { Message } from './view.ts'

/** brief.json, the stage's output beside note.md. */
export const BriefOutput = z.strictObject({
  items: Brief.shape.items,
  sections: Brief.shape.sections,
  coverage: Coverage,
})
export type BriefOutput = z.infer<typeof BriefOutput>

/** What the stage was given. `scores`: by handle, for every message that filter kept and every item. */
export interface Given {
  readonly facts: Facts
  readonly messages: readonly Message[]
  readonly items: readonly NamedItem[]
  readonly scores: ReadonlyMap<string, Score>
}

/** What is wrong with `output`, as a clause; undefined when it holds. */
export function checkBrief(output: BriefOutput, given: Given): string | undefined {
  const messages = new Map<string, Message>(given.messages.map(message => [message.handle, message]))
  const listed = new Set(output.items.map(item => item.handle))
  if (listed.size !== output.items.length) return 'lists a message twice'
  for (const item of output.items) {
    const message = messages.get(item.handle)
    const score = given.scores.get(item.handle)
    if (!message || !score || score.by === 'none') return 'lists what was not scored'
    if (!isDeepStrictEqual(item, { ...itemOf(message, score), link: linkOf(item, message) }))
      return 'changes a field of a message'
  }
  return countsProblem(output, given) ?? checkSections(output, given)
}

function itemOf(
  { handle, view, routing }: Message,
  score: Exclude<Score, { by: 'none' }>,
): Omit<Item, 'link'> {
  return {
    handle,
    part: isCorrespondence(view) ? 'correspondents' : 'others',
    score: score.score,
    by: score.by,
    account: routing.account,
    mailbox: routing.mailbox,
    from: view.from,
    unverified: isUnverified(view),
    subject: view.subject,
    date: view.received ?? view.sent,
    reason: score.reason,
    topics: score.topics,
  }
}

/** A link may be left out for several reasons, but it is never another one. */
const linkOf = (item: Item, { routing }: Message): string | null =>
  item.link === null ? null : messageLink(routing.messageId ?? '')

function countsProblem({ items, coverage }: BriefOutput, given: Given): string | undefined {
  const { facts } = given
  const named = new Set<string>(given.items.map(item => item.handle))
  const scores = [...given.scores].filter(([handle]) => !named.has(handle))
  const failed = scores.filter(([, score]) => score.by === 'none').map(([handle]) => handle)
  const { read, category } = facts.filtered
  const wanted = {
    accounts: facts.accounts,
    collected: facts.collected,
    more: facts.more,
    filtered: { ...facts.leftOut, ...facts.filtered },
    layout: facts.layout,
    ranked: scores.length - failed.length,
    failed: new Set(failed),
  }
  const { accounts, collected, more, filtered, layout, ranked } = coverage
  const told = {
    accounts,
    collected,
    more,
    filtered,
    layout,
    ranked,
    failed: new Set(coverage.failed.map(one => one.handle)),
  }
  if (!isDeepStrictEqual(told, wanted) || coverage.failed.length !== failed.length) return 'changes a count'
  const withoutLink = Object.values(coverage.withoutLink).reduce((sum, number) => sum + number, 0)
  if (withoutLink !== items.filter(item => item.link === null).length)
    return 'counts other links than it lists'
  const scored = items.length + coverage.belowThreshold + coverage.overLimit
  if (scored !== ranked || read + category + ranked + failed.length !== collected)
    return 'has counts that do not add up'
  return undefined
}
