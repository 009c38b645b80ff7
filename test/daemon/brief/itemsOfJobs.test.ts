// The items of jobs as a brief takes them in: which are looked at, and that the rest is counted.
import { describe, expect, test } from 'vitest'
import { itemsOfJobs } from '../../../daemon/brief/itemsOfJobs.ts'
import type { JobItems } from '../../../protocol/jobItem.ts'
import { BRIEF_ITEMS, JOB_ITEMS, TABLE_ENTRIES } from '../../../protocol/limits.ts'

const window = { from: 1_000, to: 2_000 }
const job = (name: string, count: number, changes: Partial<JobItems> = {}): JobItems => ({
  job: name,
  printed: 1_500,
  problem: null,
  items: Array.from({ length: count }, (_, index) => ({
    title: `Title ${index}`,
    text: 'Text.',
    source: 'Paper',
    link: 'https://news.test/',
  })),
  ...changes,
})

describe('itemsOfJobs', () => {
  test('itemsOfJobs names each item, and keeps its link from what a model may see', () => {
    const { jobs, items } = itemsOfJobs([job('news', 2)], window)
    expect(items.map(({ view, record }) => [view, record])).toEqual(
      [0, 1].map(index => [
        { title: `Title ${index}`, text: 'Text.', source: 'Paper' },
        { title: `Title ${index}`, source: 'Paper', link: 'https://news.test/' },
      ]),
    )
    expect(jobs).toEqual([
      {
        job: 'news',
        printed: 1_500,
        problem: null,
        stale: 0,
        more: 0,
        handles: items.map(({ handle }) => handle),
      },
    ])
    expect(new Set(items.map(({ handle }) => handle)).size).toBe(2)
  })

  test('itemsOfJobs leaves out what was printed before the window, and counts it', () => {
    const { jobs, items } = itemsOfJobs(
      [job('old', 3, { printed: 999 }), job('new', 1, { printed: 1_000 })],
      window,
    )
    expect(items).toHaveLength(1)
    expect(jobs).toMatchObject([
      { job: 'old', stale: 3, more: 0, handles: [] },
      { job: 'new', stale: 0, more: 0, handles: [expect.any(String)] },
    ])
  })

  test('itemsOfJobs keeps a job that printed nothing, and what went wrong with it', () => {
    const failed = job('news', 0, { printed: null, problem: 'x'.repeat(700) })
    const [told] = itemsOfJobs([failed], window).jobs
    expect(told).toMatchObject({ printed: null, handles: [] })
    expect(told?.problem).toHaveLength(600)
  })

  test('itemsOfJobs takes as many items as the cap of all jobs together, the same share of each', () => {
    const counts = (names: readonly string[], each: number) =>
      itemsOfJobs(
        names.map(name => job(name, each)),
        window,
      ).jobs.map(({ handles, more }) => [handles.length, more])
    expect(counts(['a', 'b'], JOB_ITEMS)).toEqual([
      [BRIEF_ITEMS / 2, 0],
      [BRIEF_ITEMS / 2, 0],
    ])
    expect(counts(['a', 'b', 'c', 'd'], BRIEF_ITEMS / 4 + 1)).toEqual(
      Array.from({ length: 4 }, () => [BRIEF_ITEMS / 4, 1]),
    )
    expect(counts(['a'], JOB_ITEMS)).toEqual([[JOB_ITEMS, 0]])
  })

  test('a job without items takes no share', () => {
    const quiet = Array.from({ length: 10 }, (_, index) => job(`quiet-${index}`, 0))
    expect(itemsOfJobs([...quiet, job('news', JOB_ITEMS)], window).items).toHaveLength(JOB_ITEMS)
  })

  test('itemsOfJobs looks at no more jobs than a table holds', () => {
    const many = Array.from({ length: TABLE_ENTRIES + 1 }, (_, index) => job(`j${index}`, 1))
    expect(itemsOfJobs(many, window).jobs).toHaveLength(TABLE_ENTRIES)
  })
})
