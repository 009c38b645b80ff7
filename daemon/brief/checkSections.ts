// Checks the sections of jobs in what the brief stage wrote: an item is a scored one of its job with its own fields, its link is
// the one that its text gives, and every item is in exactly one count. Pure.
import { isDeepStrictEqual } from 'node:util'
import type { Coverage, Facts, JobCoverage, JobFacts, Section, SectionItem } from '../../protocol/brief.ts'
import type { Score } from '../../protocol/score.ts'
import { itemLink } from '../../protocol/text/itemLink.ts'
import type { NamedItem } from './itemsOfJobs.ts'

interface Written {
  readonly sections: readonly Section[]
  readonly coverage: Pick<Coverage, 'jobs'>
}
interface Given {
  readonly facts: Pick<Facts, 'jobs' | 'linkHosts'>
  readonly items: readonly NamedItem[]
  readonly scores: ReadonlyMap<string, Score>
}

/** What is wrong with the sections of `written`, as a clause; undefined when they hold. */
export function checkSections({ sections, coverage }: Written, given: Given): string | undefined {
  const { jobs } = given.facts
  const wanted = jobs.map(({ job }) => job)
  if (
    !isDeepStrictEqual(
      wanted,
      coverage.jobs.map(({ job }) => job),
    ) ||
    !isOrdered(sections, wanted)
  )
    return 'has other sections than there are jobs'
  for (const [index, facts] of jobs.entries()) {
    const told = coverage.jobs[index]
    const listed = sections.find(({ job }) => job === facts.job)?.items ?? []
    const problem = told
      ? (itemsProblem(listed, facts, given) ?? jobProblem(told, listed, { facts, given }))
      : ''
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Each at most once, and in the order of the jobs. */
const isOrdered = (sections: readonly Section[], jobs: readonly string[]): boolean => {
  const places = sections.map(({ job }) => jobs.indexOf(job))
  return places.every((place, index) => place > (places[index - 1] ?? -1))
}

function itemsProblem(listed: readonly SectionItem[], facts: JobFacts, given: Given): string | undefined {
  if (new Set(listed.map(({ handle }) => handle)).size !== listed.length) return 'lists an item twice'
  for (const item of listed) {
    const named = given.items.find(({ handle }) => handle === item.handle)
    const score = given.scores.get(item.handle)
    if (!named || !facts.handles.includes(item.handle) || !score || score.by === 'none')
      return 'lists an item that was not scored'
    if (!isDeepStrictEqual(item, itemOf(named, score, given.facts.linkHosts)))
      return 'changes a field of an item'
  }
  return undefined
}

function itemOf(
  { handle, record }: NamedItem,
  { score, by, reason, topics }: Exclude<Score, { by: 'none' }>,
  hosts: readonly string[],
): SectionItem {
  const { title, source, link } = record
  return { handle, score, by, title, source, link, href: itemLink(link ?? '', hosts), reason, topics }
}

function jobProblem(
  told: JobCoverage,
  listed: readonly SectionItem[],
  { facts, given }: { readonly facts: JobFacts; readonly given: Given },
): string | undefined {
  const { job, printed, problem, stale, more, handles } = facts
  const scores = handles.map(handle => [handle, given.scores.get(handle)] as const)
  const failed = scores.flatMap(([handle, score]) =>
    score?.by === 'none' ? [{ handle, why: score.why }] : [],
  )
  const ranked = handles.length - failed.length
  const { belowThreshold, overLimit } = told
  const wanted: JobCoverage = {
    job,
    printed,
    problem,
    items: handles.length + stale + more,
    stale,
    more,
    ranked,
    belowThreshold,
    overLimit,
    failed,
  }
  if (!isDeepStrictEqual(told, wanted)) return 'changes a count of a job'
  return listed.length + belowThreshold + overLimit === ranked
    ? undefined
    : 'has counts of a job that do not add up'
}
