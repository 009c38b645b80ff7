// What the note says of what it does not show: every message that was collected is in exactly one number, and the numbers of
// the first line add up. Pure. Relies on items.ts having counted.
import type { Coverage, Facts, WithoutLink } from '../../../protocol/brief.ts'
import { FailureWhy } from '../../../protocol/score.ts'
import { inert } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'
import type { Clock } from './clock.ts'
import { NO_LINK } from './link.ts'
import { count, FAILURE_WORDS, FAILED_NAMED, listed, sentence } from './words.ts'

/** One sentence or more a line, none empty. */
export function coverageLines(coverage: Coverage, facts: Facts, clock: Clock): string[] {
  return [
    accounts(coverage),
    `It covers the inboxes from ${clock.full(facts.window.from)} to ${clock.full(facts.window.to)}; mail that was filed elsewhere is not read.`,
    whereabouts(coverage, facts),
    failures(coverage),
    leftOut(coverage),
    coverage.more > 0
      ? `${count(coverage.more, 'more message')} of this time ${was(coverage.more)} not looked at: there were more than one brief reads.`
      : '',
    withoutLinks(coverage.withoutLink),
    ...coverage.notes.map(note => `${sentence(note)}.`),
  ].filter(line => line !== '')
}

const was = (number: number): string => (number === 1 ? 'was' : 'were')

function accounts({ accounts: all }: Coverage): string {
  const inScope = labels(all.filter(account => account.inScope))
  const outside = labels(all.filter(account => !account.inScope))
  const first = inScope === '' ? 'No account is in scope.' : `In scope: ${inScope}.`
  return outside === '' ? first : `${first} Out of scope, and not read: ${outside}.`
}

/** Accounts without a label have no name to give; they are counted. */
function labels(some: Coverage['accounts']): string {
  const named = some.filter(account => account.label !== '').map(account => inert(plain(account.label)))
  const unnamed = some.length - named.length
  const rest =
    unnamed === 0 ? [] : [`${unnamed === 1 ? 'one account' : `${unnamed} accounts`} that could not be named`]
  return listed([...named, ...rest])
}

/** Where each collected message went. */
function whereabouts(coverage: Coverage, facts: Facts): string {
  if (coverage.collected === 0) return ''
  const shown = coverage.ranked - coverage.belowThreshold - coverage.overLimit
  const parts: [number, string][] = [
    [shown, `${shown === 1 ? 'is' : 'are'} listed`],
    [
      coverage.overLimit,
      `scored high enough but ${coverage.overLimit === 1 ? 'is' : 'are'} over the limit of ${facts.limit}`,
    ],
    [coverage.belowThreshold, `scored under ${facts.threshold}`],
    [coverage.filtered.read, `${was(coverage.filtered.read)} read already`],
    [
      coverage.filtered.category,
      `${coverage.filtered.category === 1 ? 'is' : 'are'} in a category that is skipped`,
    ],
    [coverage.failed.length, 'could not be scored'],
  ]
  const told = parts.filter(([number]) => number > 0).map(([number, clause]) => `${number} ${clause}`)
  return `Of ${count(coverage.collected, 'message')}, ${listed(told)}.`
}

/** Why, by number, where there are too many to name. */
function failures({ failed }: Coverage): string {
  if (failed.length <= FAILED_NAMED) return ''
  const told = FailureWhy.options.flatMap(why => {
    const number = failed.filter(failure => failure.why === why).length
    return number === 0 ? [] : [`${FAILURE_WORDS[why]} (${number})`]
  })
  return `Not scored, because ${listed(told)}.`
}

/** What the reader left out before it counted anything. */
function leftOut({ filtered }: Coverage): string {
  const told = [
    [filtered.deleted, 'deleted'] as const,
    [filtered.junk, 'junk'] as const,
    [filtered.drafts, filtered.drafts === 1 ? 'draft' : 'drafts'] as const,
    [filtered.own, 'from you'] as const,
  ].filter(([number]) => number > 0)
  return told.length === 0
    ? ''
    : `Left out beforehand: ${listed(told.map(([number, what]) => `${number} ${what}`))}.`
}

function withoutLinks(causes: WithoutLink): string {
  const told = Object.values(NO_LINK).flatMap(({ cause, one, many }) => {
    const number = causes[cause]
    return number === 0 ? [] : [{ number, why: number === 1 ? one : many }]
  })
  const total = told.reduce((sum, { number }) => sum + number, 0)
  const first = `${count(total, 'listed message')} ${total === 1 ? 'has' : 'have'} no link`
  if (told.length === 0) return ''
  const [only] = told
  if (only && told.length === 1) return `${first}, because ${only.why}.`
  return `${first}: ${listed(told.map(({ number, why }) => `${number} because ${why}`))}.`
}
