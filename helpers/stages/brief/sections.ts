// Which items of jobs the note lists: a section a job, in the order of the configuration, and after all mail, whatever their
// scores are. Pure. Relies on itemLink for which of them gets a link.
import type { Facts, JobCoverage, JobFacts, Section, SectionItem } from '../../../protocol/brief.ts'
import type { ItemRecord } from '../../../protocol/jobItem.ts'
import type { Score } from '../../../protocol/score.ts'
import { itemLink } from '../../../protocol/text/itemLink.ts'

/** One item with what the brief joins to it by handle. */
export interface JoinedItem {
  readonly handle: string
  readonly record: ItemRecord
  readonly score: Score
}
type Wanted = Pick<Facts, 'threshold' | 'limit' | 'linkHosts'>

/** Every job's part of the coverage, and the sections of those that have something to list. */
export interface Sections {
  readonly sections: readonly Section[]
  readonly jobs: readonly JobCoverage[]
}

/** `items`: those that `facts.jobs` names by handle, in any order. The limit holds for each section by itself. */
export function chooseSections(facts: Wanted & Pick<Facts, 'jobs'>, items: readonly JoinedItem[]): Sections {
  const byHandle = new Map(items.map(item => [item.handle, item]))
  const made = facts.jobs.map(job => sectionOf(job, byHandle, facts))
  return {
    sections: made.map(({ section }) => section).filter(section => section.items.length > 0),
    jobs: made.map(({ coverage }) => coverage),
  }
}

function sectionOf(job: JobFacts, byHandle: ReadonlyMap<string, JoinedItem>, wanted: Wanted) {
  const items = job.handles.flatMap(handle => byHandle.get(handle) ?? [])
  const scored = items.flatMap(item => listable(item, wanted.linkHosts))
  const failed = items.flatMap(({ handle, score }) =>
    score.by === 'none' ? [{ handle, why: score.why }] : [],
  )
  // The sort is stable: among equals it is as the job printed them.
  const worth = scored.filter(({ score }) => score >= wanted.threshold).sort((a, b) => b.score - a.score)
  const listed = worth.slice(0, wanted.limit)
  const { printed, problem, stale, more } = job
  const coverage: JobCoverage = {
    job: job.job,
    printed,
    problem,
    items: job.handles.length + stale + more,
    stale,
    more,
    ranked: scored.length,
    belowThreshold: scored.length - worth.length,
    overLimit: worth.length - listed.length,
    failed,
  }
  return { section: { job: job.job, items: listed }, coverage }
}

function listable({ handle, record, score }: JoinedItem, hosts: readonly string[]): SectionItem[] {
  if (score.by === 'none') return []
  const { title, source, link } = record
  const href = itemLink(link ?? '', hosts)
  const { by, reason, topics } = score
  return [{ handle, score: score.score, by, title, source, link, href, reason, topics }]
}
