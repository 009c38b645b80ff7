// The items of jobs as one brief takes them in: each with a handle of its own, what a model may see of it, and what the brief
// joins to it. What was printed before the time that the brief covers, or is over a job's share, is counted and not looked at.
import type { Handle } from '../../protocol/brand.ts'
import type { Facts, JobFacts } from '../../protocol/brief.ts'
import type { ViewItem } from '../../protocol/envelope.ts'
import type { ItemRecord, JobItem, JobItems } from '../../protocol/jobItem.ts'
import { BRIEF_ITEMS, JOB_ITEMS, SENTENCE_CHARS, TABLE_ENTRIES } from '../../protocol/limits.ts'
import { cut } from '../../protocol/text/cut.ts'
import { mintHandle } from './view.ts'

/** One item under the name that this run gave it. */
export interface NamedItem {
  readonly handle: Handle
  readonly view: ViewItem
  readonly record: ItemRecord
}
export interface ItemsOfJobs {
  readonly jobs: readonly JobFacts[]
  readonly items: readonly NamedItem[]
}

/** `jobs`: in the order of their sections. `window`: Unix seconds. */
export function itemsOfJobs(jobs: readonly JobItems[], window: Facts['window']): ItemsOfJobs {
  const known = jobs.slice(0, TABLE_ENTRIES)
  const fresh = (job: JobItems) => job.printed !== null && job.printed >= window.from
  const speaking = known.filter(job => fresh(job) && job.items.length > 0).length
  const share = Math.min(JOB_ITEMS, Math.max(1, Math.floor(BRIEF_ITEMS / Math.max(1, speaking))))
  const named = known.map(job => {
    const taken = fresh(job) ? job.items.slice(0, share).map(nameItem) : []
    return { taken, facts: factsOf(job, taken, fresh(job)) }
  })
  return { jobs: named.map(({ facts }) => facts), items: named.flatMap(({ taken }) => taken) }
}

function nameItem({ link, ...view }: JobItem): NamedItem {
  return { handle: mintHandle(), view, record: { title: view.title, source: view.source, link } }
}

const factsOf = (job: JobItems, taken: readonly NamedItem[], isFresh: boolean): JobFacts => ({
  job: job.job,
  printed: job.printed,
  problem: job.problem === null ? null : cut(job.problem, SENTENCE_CHARS),
  stale: isFresh ? 0 : job.items.length,
  more: isFresh ? job.items.length - taken.length : 0,
  handles: taken.map(({ handle }) => handle),
})
