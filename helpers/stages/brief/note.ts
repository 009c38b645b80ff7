// The note as Markdown. Pure. Every text that is not twin's own goes through plain and inert, so nothing in it is syntax; a
// link is what messageLink or itemLink made and nothing else (security.md 2.5 and 3).
import type { Coverage, Facts, Item, Section } from '../../../protocol/brief.ts'
import { inert } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'
import type { Clock } from './clock.ts'
import { coverageLines } from './coverageLines.ts'
import type { Failed } from './items.ts'
import { type Link, NO_LINK } from './link.ts'
import { jobLines, sectionBlocks } from './sectionLines.ts'
import { count, FAILURE_WORDS, FAILED_NAMED, modelName, sentence } from './words.ts'

export interface NoteParts {
  readonly facts: Facts
  readonly items: readonly Item[]
  readonly sections: readonly Section[]
  readonly coverage: Coverage
  readonly failed: readonly Failed[]
  /** The link of a message by handle. */
  readonly linkOf: (handle: string) => Link
  readonly clock: Clock
}

/** The block between twin's markers, without them: lines that end in a newline, nothing active but those links. */
export function renderNote(parts: NoteParts): string {
  const { facts, items, clock } = parts
  const blocks = [
    [`# Mail, ${clock.full(facts.window.to)}`],
    [firstLine(parts)],
    ...part('People you write to', items.filter(inPart('correspondents')), parts),
    ...part('Everyone else', items.filter(inPart('others')), parts),
    ...sectionBlocks(parts.sections),
    ...notScored(parts),
    ['## What this note does not show'],
    [...coverageLines(parts.coverage, facts, clock), ...jobLines(parts.coverage.jobs, facts, clock)].map(
      line => `- ${line}`,
    ),
  ]
  return `${blocks.map(lines => lines.join('\n')).join('\n\n')}\n`
}

const inPart = (name: Item['part']) => (item: Item) => item.part === name

/** What was found, and who scored it and why. */
function firstLine({ facts, items, coverage, clock }: NoteParts): string {
  if (!facts.accounts.some(account => account.inScope))
    return `No account is in scope: twin mail probe lists the accounts, and accounts in twin.toml names those to read. ${scorer(facts, coverage)}`
  if (facts.collected === 0)
    return `Nothing is new since ${clock.full(facts.window.from)}. ${scorer(facts, coverage)}`
  const worth = items.length + coverage.overLimit
  const first = coverage.overLimit > 0 ? `, the first ${items.length} are listed` : ''
  if (worth === 0 && facts.collected === 1)
    return `The one new message is not worth reading. ${scorer(facts, coverage)}`
  const amount = worth === 0 ? 'None' : String(worth)
  const verb = worth <= 1 ? 'is' : 'are'
  return `${amount} of ${count(facts.collected, 'new message')} ${verb} worth reading${first}. ${scorer(facts, coverage)}`
}

/** Which engine and why, also where it had nothing to do: a person must not have to wait for mail to find out. */
function scorer(facts: Facts, coverage: Coverage): string {
  const which =
    facts.engine === 'rules'
      ? 'fixed rules, not by a model'
      : `${facts.model === null ? 'a model' : modelName(facts.model)} on this machine`
  const idle = [coverage, ...coverage.jobs].every(({ ranked, failed }) => ranked + failed.length === 0)
  return `${idle ? 'Nothing had to be scored; it would have been by' : 'Scored by'} ${which}: ${sentence(facts.engineNote)}.`
}

function part(title: string, items: readonly Item[], parts: NoteParts): string[][] {
  return items.length === 0 ? [] : [[`## ${title}`], items.flatMap(item => itemLines(item, parts))]
}

function itemLines(item: Item, { facts, linkOf, clock }: NoteParts): string[] {
  const link = linkOf(item.handle)
  const without = 'cause' in link ? ` (no link: ${NO_LINK[link.cause].one})` : ''
  const topics = item.topics.map(field).join(', ')
  return [
    `- **${item.score}** ${linked(item.subject, link)} ${sender(item.from)}${item.unverified ? ' unverified' : ''}, ${clock.near(item.date)}${place(item.account, facts)}${without}`,
    `  ${field(item.reason)}${topics === '' ? '' : ` ${topics}`}`,
  ]
}

/** Failures are named, so that a person can look for themselves: a message that no model scored is not thereby dull. */
function notScored({ facts, failed, linkOf, clock }: NoteParts): string[][] {
  if (failed.length === 0) return []
  const lines = failed.slice(0, FAILED_NAMED).map(({ handle, envelope, routing, score }) => {
    const where = `${clock.near(envelope.received ?? envelope.sent)}${place(routing.account, facts)}`
    return `- ${linked(envelope.subject, linkOf(handle))} ${sender(envelope.from)}, ${where}: ${FAILURE_WORDS[score.why]}`
  })
  const rest = failed.length - lines.length
  return [['## Not scored'], rest > 0 ? [...lines, `- and ${count(rest, 'more message')}`] : lines]
}

const field = (text: string): string => inert(plain(text))

/** The address is always there and in full: the name is whatever its sender likes. */
const sender = ({ name, address }: Item['from']): string =>
  name.trim() === '' || name === address ? `(${field(address)})` : `${field(name)} (${field(address)})`

/** Copies of one message in two accounts are otherwise alike to the letter. */
const place = (account: string, { accounts }: Facts): string =>
  accounts.filter(({ inScope }) => inScope).length > 1 ? ` in ${field(account)}` : ''

const linked = (text: string, link: Link): string =>
  'url' in link ? `[${field(text)}](${link.url})` : field(text)
