// The sections of jobs as Markdown, and what the note says of each job. Pure. Every text of an item goes through plain and
// inert; a link is what itemLink made, and every other one is text, in full.
import type { Facts, JobCoverage, Section, SectionItem } from '../../../protocol/brief.ts'
import { FailureWhy } from '../../../protocol/score.ts'
import { inert } from '../../../protocol/text/inert.ts'
import { shownLink } from '../../../protocol/text/itemLink.ts'
import { plain } from '../../../protocol/text/plain.ts'
import type { Clock } from './clock.ts'
import { count, FAILURE_WORDS, listed, sentence } from './words.ts'

/** Each section as a heading and its list. */
export const sectionBlocks = (sections: readonly Section[]): string[][] =>
  sections.flatMap(({ job, items }) => [[`## ${headingOf(job)}`], items.flatMap(itemLines)])

/** A job's name holds lower-case letters, digits and hyphens: "tech-news" reads "Tech news". */
const headingOf = (job: string): string => {
  const words = job.replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const field = (text: string): string => inert(plain(text))

function itemLines({ score, title, source, link, href, reason, topics }: SectionItem): string[] {
  const shown = href === null ? field(title) : `[${field(title)}](${href})`
  const from = source.trim() === '' ? '' : ` ${field(source)}`
  const text = link === null || href !== null ? '' : ` ${field(shownLink(link))}`
  const about = topics.map(field).join(', ')
  return [`- **${score}** ${shown}${from}${text}`, `  ${field(reason)}${about === '' ? '' : ` ${about}`}`]
}

/** One sentence or more a job: what its newest run printed, and where each item went. */
export const jobLines = (jobs: readonly JobCoverage[], facts: Facts, clock: Clock): string[] =>
  jobs.map(job => {
    const problem = job.problem === null ? '' : ` ${capital(sentence(job.problem))}.`
    return `${headingOf(job.job)}: ${printed(job, clock)}${whereabouts(job, facts)}${problem}`
  })

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function printed({ printed: at, items, stale }: JobCoverage, clock: Clock): string {
  if (at === null) return 'it has printed no items yet.'
  if (stale > 0)
    return `last printed at ${clock.near(at)}, before the time that this note covers, so ${count(stale, 'item')} ${stale === 1 ? 'was' : 'were'} left out.`
  return items === 0 ? `printed no items at ${clock.near(at)}.` : ''
}

function whereabouts(job: JobCoverage, { threshold, limit }: Facts): string {
  const shown = job.ranked - job.belowThreshold - job.overLimit
  const whys = FailureWhy.options.filter(why => job.failed.some(failure => failure.why === why))
  const parts: [number, string][] = [
    [shown, shown === 1 ? 'is listed' : 'are listed'],
    [
      job.overLimit,
      `scored high enough but ${job.overLimit === 1 ? 'is' : 'are'} over the limit of ${limit}`,
    ],
    [job.belowThreshold, `scored under ${threshold}`],
    [job.failed.length, `could not be scored, because ${listed(whys.map(why => FAILURE_WORDS[why]))}`],
    [job.more, `${job.more === 1 ? 'was' : 'were'} not looked at, since one note takes no more`],
  ]
  const told = parts.filter(([number]) => number > 0).map(([number, clause]) => `${number} ${clause}`)
  return told.length === 0 ? '' : `of ${count(job.items, 'item')}, ${listed(told)}.`
}
