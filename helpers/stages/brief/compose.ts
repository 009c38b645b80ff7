// From joined messages to the note and the object behind it. Pure: the same facts and messages give the same bytes.
import type { Coverage, Facts, Item, Section } from '../../../protocol/brief.ts'
import { clockOf } from './clock.ts'
import { chooseItems, coverageOf, type Joined } from './items.ts'
import { type Link, linkTo, sharedLinks } from './link.ts'
import { renderNote } from './note.ts'
import { chooseSections, type JoinedItem } from './sections.ts'

export interface Composed {
  /** The block between twin's markers, as Markdown. */
  readonly note: string
  readonly items: readonly Item[]
  readonly sections: readonly Section[]
  readonly coverage: Coverage
}

/** The brief of `messages`, which are all that were collected, in any order, and of the items of jobs. */
export function compose(
  facts: Facts,
  messages: readonly Joined[],
  jobItems: readonly JoinedItem[] = [],
): Composed {
  const shared = sharedLinks(messages)
  const links = new Map<string, Link>(
    messages.map(message => [message.handle, linkTo(message.routing, shared)]),
  )
  const linkOf = (handle: string): Link => links.get(handle) ?? { cause: 'absent' }
  const chosen = chooseItems(messages, { facts, linkOf })
  const { sections, jobs } = chooseSections(facts, jobItems)
  const coverage = { ...coverageOf(facts, chosen), jobs: [...jobs] }
  const note = renderNote({
    facts,
    items: chosen.items,
    sections,
    coverage,
    failed: chosen.failed,
    linkOf,
    clock: clockOf(facts.timeZone, facts.window.to),
  })
  return { note, items: chosen.items, sections, coverage }
}
