// The sections of jobs: which items they list and in what order, that each item is in exactly one count, and how the note
// reads. And that nothing of an item moves or changes anything of the mail.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose } from '../../../../helpers/stages/brief/compose.ts'
import type { Joined } from '../../../../helpers/stages/brief/items.ts'
import type { JoinedItem } from '../../../../helpers/stages/brief/sections.ts'
import type { Facts, JobFacts } from '../../../../protocol/brief.ts'
import { FailureWhy, type Score } from '../../../../protocol/score.ts'
import { envelope, facts, handleOf, NOW, routing } from '../run.ts'

const scored = (score: number): Score => ({ by: 'model', score, reason: 'A reason.', topics: ['topic'] })
const FIRST = 1_000
/** Items of one job under handles that no message has. */
function jobOf(
  job: string,
  scores: readonly Score[],
  changes: Partial<JobFacts & JoinedItem['record']> = {},
) {
  const { title, source = 'The Paper', link = null, ...more } = changes
  const start = FIRST * (1 + job.length)
  const items = scores.map((score, index) => ({
    handle: handleOf(start + index),
    record: { title: title ?? `Item ${index}`, source, link },
    score,
  }))
  const told: JobFacts = {
    job,
    printed: NOW - 1_500,
    problem: null,
    stale: 0,
    more: 0,
    handles: items.map(({ handle }) => handle),
    ...more,
  }
  return { items, told }
}
const message = (number: number, score: Score): Joined => ({
  handle: handleOf(number),
  envelope: envelope({ writtenTo: number % 2 }),
  routing: routing({ messageId: `<${number}@body.test>` }),
  score,
})
function composed(
  jobs: readonly ReturnType<typeof jobOf>[],
  changes: Partial<Facts> = {},
  messages: readonly Joined[] = [message(0, scored(5))],
) {
  const given = facts({ collected: messages.length, jobs: jobs.map(({ told }) => told), ...changes })
  return compose(
    given,
    messages,
    jobs.flatMap(({ items }) => items),
  )
}
const linesOf = (note: string, job: string) => note.split('\n').filter(line => line.startsWith(`- ${job}: `))

describe('the section of a job', () => {
  test('the section of a job stands after all mail and reads as a list', () => {
    const { note } = composed([jobOf('news', [scored(9)], { title: 'A storm', link: 'https://news.test/a' })])
    const after = note.slice(note.indexOf('## Everyone else'))
    expect(after).toContain(
      ['## News', '', '- **9** “A storm” “The Paper” “https: ∕∕news.test/a”', '  “A reason.” “topic”'].join(
        '\n',
      ),
    )
    expect(note.indexOf('## News')).toBeLessThan(note.indexOf('## What this note does not show'))
    expect(linesOf(note, 'News')).toEqual(['- News: of 1 item, 1 is listed.'])
  })

  test('an item links to a host that is listed, and to no other', () => {
    const items = (link: string) =>
      composed([jobOf('news', [scored(9)], { link })], { linkHosts: ['news.test'] })
    const linked = items('https://news.test/a?b=1')
    expect(linked.note).toContain('[“Item 0”](https://news.test/a?b=1)')
    expect(linked.sections[0]?.items[0]).toMatchObject({
      link: 'https://news.test/a?b=1',
      href: 'https://news.test/a?b=1',
    })
    const other = items('https://evil.test/a')
    expect(other.note).not.toContain('](https')
    expect(other.sections[0]?.items[0]).toMatchObject({ link: 'https://evil.test/a', href: null })
  })

  test('the best items come first, equals as the job printed them, and the limit holds for each section', () => {
    const news = jobOf('news', [5, 9, 5, 9, 4, 3].map(scored))
    const sport = jobOf('sport', [8, 8].map(scored))
    const { sections, coverage } = composed([news, sport], { limit: 3 })
    expect(sections.map(({ job, items }) => [job, items.map(({ title }) => title)])).toEqual([
      ['news', ['Item 1', 'Item 3', 'Item 0']],
      ['sport', ['Item 0', 'Item 1']],
    ])
    expect(coverage.jobs[0]).toMatchObject({ ranked: 6, belowThreshold: 1, overLimit: 2, failed: [] })
  })

  test('a name of several words is made plain', () => {
    expect(composed([jobOf('tech-news-2', [scored(5)])]).note).toContain('\n## Tech news 2\n')
  })

  test('a section without an item that is worth reading has no heading, and its job a line', () => {
    const { note, sections } = composed([jobOf('news', [scored(1)])])
    expect([sections, note.includes('## News')]).toEqual([[], false])
    expect(linesOf(note, 'News')).toEqual(['- News: of 1 item, 1 scored under 4.'])
  })

  test.each<[string, readonly [Partial<JobFacts>, readonly Score[]], string]>([
    ['has printed nothing yet', [{ printed: null }, []], 'it has printed no items yet.'],
    ['printed no items', [{}, []], 'printed no items at 05:00.'],
    [
      'failed before it ever printed',
      [{ printed: null, problem: 'it ended with code 1' }, []],
      'it has printed no items yet. It ended with code 1.',
    ],
    [
      'failed after it had printed',
      [{ problem: 'it was killed after 5m' }, [scored(5)]],
      'of 1 item, 1 is listed. It was killed after 5m.',
    ],
    [
      'printed before the time of the note',
      [{ printed: NOW - 3 * 86_400, stale: 12 }, []],
      'last printed at 27 November, 05:25, before the time that this note covers, so 12 items were left out.',
    ],
    [
      'printed more than one note takes',
      [{ more: 7 }, [scored(5)]],
      'of 8 items, 1 is listed and 7 were not looked at, since one note takes no more.',
    ],
    [
      'has items without a score',
      [{}, [scored(5), { by: 'none', why: 'timeout' }, { by: 'none', why: 'http' }]],
      'of 3 items, 1 is listed and 2 could not be scored, because the model did not answer in time and the model refused the request.',
    ],
  ])('the note says when a job %s', (_, [told, scores], words) => {
    const { note } = composed([jobOf('news', scores, told)])
    expect(linesOf(note, 'News').join()).toContain(`News: ${words}`)
  })

  test('what went wrong with a job is inert where it holds more than words', () => {
    const { note } = composed([jobOf('news', [], { problem: '[x](https://evil.test)' })])
    expect(linesOf(note, 'News').join()).not.toContain('](')
  })

  test('the first line tells who would have scored where only items were, and where nothing was', () => {
    const idle = composed([], { collected: 0 }, []).note
    const items = composed([jobOf('news', [scored(5)])], { collected: 0 }, []).note
    expect(idle).toContain('Nothing had to be scored')
    expect(items).toContain('Scored by `gpt-oss:20b`')
  })
})

const anyScore: fc.Arbitrary<Score> = fc.oneof(
  fc.integer({ min: 0, max: 10 }).map(scored),
  fc.constantFrom(...FailureWhy.options).map(why => ({ by: 'none' as const, why })),
)

describe('whatever jobs print', () => {
  test('every item is in exactly one count, and listed at most once', () => {
    fc.assert(
      fc.property(
        fc.array(anyScore, { maxLength: 12 }),
        fc.record({ stale: fc.nat(5), more: fc.nat(5) }),
        fc.integer({ min: 1, max: 5 }),
        (scores, { stale, more }, limit) => {
          const { sections, coverage } = composed([jobOf('news', scores, { stale, more })], { limit })
          const [job] = coverage.jobs
          const listed = sections[0]?.items ?? []
          expect(job?.items).toBe(scores.length + stale + more)
          expect((job?.ranked ?? 0) + (job?.failed.length ?? 0) + stale + more).toBe(job?.items)
          expect(listed.length + (job?.belowThreshold ?? 0) + (job?.overLimit ?? 0)).toBe(job?.ranked)
          expect(new Set(listed.map(({ handle }) => handle)).size).toBe(listed.length)
        },
      ),
    )
  })

  test('nothing of the mail moves or changes, whatever the items score', () => {
    const mail = [message(0, scored(4)), message(1, scored(5)), message(2, scored(1))]
    const without = composed([], {}, mail)
    const upToSections = (note: string) => note.slice(0, note.search(/\n## (?:News|What)/))
    fc.assert(
      fc.property(fc.array(anyScore, { maxLength: 12 }), scores => {
        const made = composed([jobOf('news', scores)], {}, mail)
        expect(made.items).toEqual(without.items)
        expect({ ...made.coverage, jobs: [] }).toEqual(without.coverage)
        expect(upToSections(made.note)).toBe(upToSections(without.note))
      }),
    )
  })
})
