// What the brief stage composes passes; each change that a stage could make to it is noticed.
import { describe, expect, test } from 'vitest'
import { BriefOutput, checkBrief, type Given } from '../../../daemon/brief/checkBrief.ts'
import { itemsOfJobs } from '../../../daemon/brief/itemsOfJobs.ts'
import { mint } from '../../../daemon/brief/view.ts'
import type { Facts } from '../../../protocol/brief.ts'
import type { Score } from '../../../protocol/score.ts'
import { compose } from '../../../helpers/stages/brief/compose.ts'
import type { JobItem, JobItems } from '../../../protocol/jobItem.ts'
import { cannedEnvelope } from '../cannedMail.ts'

const facts: Facts = {
  engine: 'ollama',
  engineNote: '',
  model: 'gpt-oss:20b',
  window: { from: 1, to: 1_796_016_300 },
  accounts: [{ label: 'Work', inScope: true, messages: 7 }],
  leftOut: { deleted: 1, junk: 2, drafts: 3, own: 4 },
  collected: 7,
  more: 5,
  filtered: { read: 1, category: 1 },
  layout: '10e',
  notes: [],
  threshold: 4,
  limit: 2,
  timeZone: 'UTC',
  jobs: [],
  linkHosts: ['news.test'],
}
const score = (value: number): Score => ({ by: 'model', score: value, reason: 'It is due.', topics: ['due'] })

const printed = (title: string, link: string | null): JobItem => ({
  title,
  text: 'Text.',
  source: 'Paper',
  link,
})
/** Four items of one job (two of them listed, one under the threshold, one failed), and a job that failed. */
const jobs: JobItems[] = [
  {
    job: 'news',
    printed: 1_796_000_000,
    problem: null,
    items: [
      printed('One', 'https://news.test/one'),
      printed('Two', 'https://evil.test/two'),
      printed('Three', null),
      printed('Four', null),
    ],
  },
  { job: 'weather', printed: null, problem: 'it ended with code 1', items: [] },
]

/** Seven messages: two dropped, one failed, one under the threshold, three worth reading of which two are listed. */
function given(): Given & { output: BriefOutput } {
  const messages = mint(
    [0, 1, 2, 3, 4, 5, 6].map(number =>
      cannedEnvelope(number, {
        writtenTo: number % 2,
        messageId: number === 4 ? null : `<m${number}@x.test>`,
        noLink: number === 4 ? 'absent' : null,
      }),
    ),
  )
  const named = itemsOfJobs(jobs, facts.window)
  const handles = messages.map(({ handle }) => handle)
  const values: Score[] = [{ by: 'none', why: 'timeout' }, score(1), score(9), score(8), score(7)]
  const itemValues: Score[] = [score(9), score(10), score(2), { by: 'none', why: 'http' }]
  const scores = new Map([
    ...values.map((value, index) => [handles[index + 2] ?? '', value] as const),
    ...itemValues.map((value, index) => [named.items[index]?.handle ?? '', value] as const),
  ])
  const all = { ...facts, jobs: [...named.jobs] }
  const joined = named.items.map(({ handle, record }, index) => ({
    handle,
    record,
    score: itemValues[index] ?? score(0),
  }))
  const made = compose(
    all,
    messages.map(({ handle, view, routing }) => ({
      handle,
      envelope: view,
      routing,
      score: scores.get(handle),
    })),
    joined,
  )
  const { items, sections, coverage } = made
  return {
    facts: all,
    messages,
    items: named.items,
    scores,
    output: BriefOutput.parse(structuredClone({ items, sections, coverage })),
  }
}

test('checkBrief finds nothing wrong with what the brief stage composes', () => {
  const { output, ...rest } = given()
  expect(output.items).toHaveLength(2)
  expect(output.coverage).toMatchObject({
    ranked: 4,
    belowThreshold: 1,
    overLimit: 1,
    failed: [{ why: 'timeout' }],
  })
  expect(output.sections.map(({ job, items }) => [job, items.map(({ title }) => title)])).toEqual([
    ['news', ['Two', 'One']],
  ])
  expect(output.sections[0]?.items.map(({ href }) => href)).toEqual([null, 'https://news.test/one'])
  expect(output.coverage.jobs).toMatchObject([
    { job: 'news', items: 4, ranked: 3, belowThreshold: 1, overLimit: 0, failed: [{ why: 'http' }] },
    { job: 'weather', items: 0, printed: null, problem: 'it ended with code 1' },
  ])
  expect(checkBrief(output, rest)).toBeUndefined()
})

describe('a brief stage that was taken over', () => {
  type Change = (output: BriefOutput, all: Given) => void
  const item = (output: BriefOutput, index = 0) => {
    const found = output.items[index]
    if (!found) throw new Error('there is no such item')
    return found
  }
  const printedItem = (output: BriefOutput, index = 0) => {
    const found = output.sections[0]?.items[index]
    if (!found) throw new Error('there is no such item')
    return found
  }
  const coverageOf = (output: BriefOutput, index: number) => {
    const found = output.coverage.jobs[index]
    if (!found) throw new Error('there is no such job')
    return found
  }
  test.each<[string, Change]>([
    ['gives a message another score', output => void (item(output).score = 10)],
    ['gives a message another subject', output => void (item(output).subject = 'other')],
    ['gives a message another sender', output => void (item(output).from.address = 'ann@client.test')],
    ['gives a message another account', output => void (item(output).account = 'Other')],
    ['gives a message another reason', output => void (item(output).reason = 'Read it.')],
    [
      'moves a stranger among the correspondents',
      output => output.items.forEach(one => void (one.part = 'correspondents')),
    ],
    [
      'gives a message the link of another',
      output => void (item(output).link = 'message://%3Cother%40x.test%3E'),
    ],
    ['gives a message a web link', output => void (item(output).link = 'https://evil.test')],
    ['lists a message twice', output => void output.items.push(item(output))],
    [
      'lists a message that was dropped',
      (output, { messages }) => void (item(output).handle = messages[0]?.handle ?? ''),
    ],
    [
      'lists a message that failed',
      (output, { messages }) => void (item(output).handle = messages[2]?.handle ?? ''),
    ],
    ['lists a handle of another run', output => void (item(output).handle = `h_${'a'.repeat(26)}`)],
    ['hides an item', output => void output.items.pop()],
    ['counts fewer messages', output => void (output.coverage.collected -= 1)],
    ['counts fewer that failed', output => void output.coverage.failed.pop()],
    ['counts one failure twice', output => void output.coverage.failed.push(...output.coverage.failed)],
    ['hides what was left out', output => void (output.coverage.filtered.junk = 0)],
    ['hides an account', output => void output.coverage.accounts.pop()],
    [
      'moves a message from one count to another',
      output => void ((output.coverage.belowThreshold -= 1), (output.coverage.ranked -= 1)),
    ],
    ['hides a missing link', output => void (output.coverage.withoutLink.absent = 5)],
    ['says that nothing more is left', output => void (output.coverage.more = 0)],
    ['gives an item another title', output => void (printedItem(output).title = 'other')],
    ['gives an item another score', output => void (printedItem(output).score = 3)],
    [
      'links an item of a host that is not listed',
      output => void (printedItem(output).href = 'https://evil.test/two'),
    ],
    ['links an item elsewhere', output => void (printedItem(output, 1).href = 'https://news.test/two')],
    ['takes the link of an item away', output => void (printedItem(output, 1).href = null)],
    ['hides the text of a link', output => void (printedItem(output).link = null)],
    ['lists an item twice', output => void output.sections[0]?.items.push(printedItem(output))],
    ['hides an item of a job', output => void output.sections[0]?.items.pop()],
    ['hides a section', output => void output.sections.pop()],
    [
      'gives a job the items of another',
      output => void output.sections.splice(0, 1, { job: 'weather', items: output.sections[0]?.items ?? [] }),
    ],
    ['invents a section', output => void output.sections.push({ job: 'sport', items: [] })],
    [
      'puts a message into a section',
      (output, { messages }) => void (printedItem(output).handle = messages[3]?.handle ?? ''),
    ],
    [
      'puts an item among the mail',
      (output, { items }) => void (item(output).handle = items[0]?.handle ?? ''),
    ],
    [
      'lists an item that failed',
      (output, { items }) => void (printedItem(output).handle = items[3]?.handle ?? ''),
    ],
    ['hides that a job failed', output => void (coverageOf(output, 1).problem = null)],
    ['hides when a job printed', output => void (coverageOf(output, 0).printed = 1_796_000_001)],
    ['hides a job', output => void output.coverage.jobs.pop()],
    ['counts one item less', output => void (coverageOf(output, 0).belowThreshold = 0)],
    ['counts an item that failed as ranked', output => void coverageOf(output, 0).failed.pop()],
  ])('checkBrief notices that it %s', (_, change) => {
    const { output, ...rest } = given()
    change(output, rest)
    expect(checkBrief(output, rest)).toBeDefined()
  })
  test('checkBrief lets a link be left out when it is counted', () => {
    const { output, ...rest } = given()
    const linked = output.items.find(one => one.link !== null)
    if (!linked) throw new Error('no item has a link')
    linked.link = null
    expect(checkBrief(output, rest)).toBeDefined()
    output.coverage.withoutLink.shared += 1
    expect(checkBrief(output, rest)).toBeUndefined()
  })
})
