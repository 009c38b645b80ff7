// Every injection as an item that a job printed, against a model that obeys it, with mail and the items of another job around
// it: what moves, what changes, what becomes active.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compose, type Composed } from '../../helpers/stages/brief/compose.ts'
import type { JoinedItem } from '../../helpers/stages/brief/sections.ts'
import { serveRank } from '../../helpers/stages/rank/rank.ts'
import type { Rankable, ViewItem } from '../../protocol/envelope.ts'
import type { Score } from '../../protocol/score.ts'
import { shapes } from '../helpers/stages/brief/hostileNote.ts'
import { config, envelope, facts, handleOf, makeRun, NOW, routing, serveHere } from '../helpers/stages/run.ts'
import { answer, type Behaviour, type ChatCall } from '../ollama/script.ts'
import { type Ollama, startOllama } from '../ollama/server.ts'
import { ENCODINGS } from './encodings.ts'
import type { Injection } from './injection.ts'
import { ORDINARY } from './mailbox.ts'
import { PAYLOADS } from './payloads.ts'
import { PERSUASIONS } from './persuasions.ts'

const INJECTIONS: readonly Injection[] = [...PERSUASIONS, ...ENCODINGS, ...PAYLOADS]
const FAMILIES = [...new Set(INJECTIONS.map(({ family }) => family))]
const HONEST = ['A storm is coming', 'A new museum', 'A match was played'].map((title, index) => ({
  item: { title, text: 'As reported.', source: 'The Paper' },
  score: [8, 5, 2][index] ?? 0,
}))
const mail = ORDINARY.map(({ changes }) => envelope(changes))
/** Nobody else's: `plain` leaves digits as they are, so the item is known again in its prompt. */
const sourceOf = (index: number, name = 'Mallory') => `${name.slice(0, 150)} 90${index}09`

let ollama: Ollama
let answers = new Map<string, Behaviour>()
beforeAll(async () => {
  ollama = await startOllama({ chat: call => answers.get(keyOf(call)) ?? { type: 'error', status: 500 } })
})
afterAll(() => ollama.close())

function keyOf(call: ChatCall): string {
  const fields = JSON.parse(call.messages[1]?.content.split('\n')[1] ?? '{}') as {
    sender_wrote?: { address: string }
    source_wrote?: { source: string; title: string }
  }
  const { sender_wrote: sender, source_wrote: source } = fields
  return sender?.address ?? /90\d+09/.exec(source?.source ?? '')?.[0] ?? source?.title ?? ''
}

interface Ranked {
  readonly brief: Composed
  readonly prompts: ReadonlyMap<string, string>
  readonly hostile: readonly JoinedItem[]
}

/** Mail, the honest items of one job, and one item of another job for each injection; ranked and briefed. */
async function rank(
  injections: readonly Pick<Injection, 'name' | 'subject' | 'preview' | 'obeyed'>[],
): Promise<Ranked> {
  const attacks = injections.map(({ name, subject, preview }, index): ViewItem => ({
    title: subject ?? 'A subject',
    text: preview ?? '',
    source: sourceOf(index, name),
  }))
  answers = new Map<string, Behaviour>([
    ...ORDINARY.map(
      ({ changes, score }) => [changes.from?.address ?? '', answer(score, 'Honest.', [])] as const,
    ),
    ...HONEST.map(({ item, score }) => [item.title, answer(score, 'Honest.', [])] as const),
    ...injections.map(
      ({ obeyed }, index) => [`90${index}09`, { type: 'reply', content: obeyed } as const] as const,
    ),
  ])
  const all: Rankable[] = [...mail, ...HONEST.map(({ item }) => item), ...attacks]
  const before = ollama.calls.length
  const scores = await scoresOf(all)
  const prompts = new Map(
    ollama.calls.slice(before).map(call => [keyOf(call), call.messages[1]?.content ?? '']),
  )
  const joined = (views: readonly ViewItem[], start: number): JoinedItem[] =>
    views.map(({ title, source }, index) => ({
      handle: handleOf(start + index),
      record: { title, source, link: title },
      score: scores.get(handleOf(start + index)) ?? { by: 'none', why: 'unfinished' },
    }))
  const honest = joined(
    HONEST.map(({ item }) => item),
    mail.length,
  )
  const hostile = joined(attacks, mail.length + honest.length)
  return { brief: briefOf(scores, honest, hostile), prompts, hostile }
}

function briefOf(
  scores: ReadonlyMap<string, Score>,
  honest: readonly JoinedItem[],
  hostile: readonly JoinedItem[],
) {
  const job = (name: string, items: readonly JoinedItem[]) => ({
    job: name,
    printed: NOW,
    problem: null,
    stale: 0,
    more: 0,
    handles: items.map(({ handle }) => handle),
  })
  const jobs = [job('news', honest), job('feed', hostile)]
  const messages = mail.map((message, index) => ({
    handle: handleOf(index),
    envelope: message,
    routing: routing({ messageId: `<${index}@id.test>` }),
    score: scores.get(handleOf(index)),
  }))
  return compose(facts({ collected: mail.length, limit: 200, jobs, linkHosts: ['news.test'] }), messages, [
    ...honest,
    ...hostile,
  ])
}

async function scoresOf(views: readonly Rankable[]): Promise<Map<string, Score>> {
  const run = makeRun(views)
  try {
    const { end } = await serveHere(
      serveRank,
      {
        inputs: { mail: run.mail, manifest: run.manifest },
        outputs: { scores: run.output('scores') },
        lanes: 2,
        config: config({ host: ollama.host }),
      },
      ollama.port,
    )
    if (end.type !== 'done') throw new Error(`rank ended with ${JSON.stringify(end)}`)
    return run.scores()
  } finally {
    run.remove()
  }
}

const sectionOf = ({ brief }: Ranked, job: string) =>
  brief.sections.find(section => section.job === job)?.items ?? []
const others = ({ prompts }: Ranked) => [...prompts].filter(([key]) => !/^90\d+09$/.test(key)).sort()

describe('an item that obeys no one but its author', () => {
  let harmless: Ranked
  beforeAll(async () => {
    harmless = await rank([])
  })

  test.each(FAMILIES)('an obeyed item moves no mail and no item of another job: %s', async family => {
    const attacked = await rank(INJECTIONS.filter(injection => injection.family === family))
    expect(attacked.brief.items).toEqual(harmless.brief.items)
    expect({ ...attacked.brief.coverage, jobs: [] }).toEqual({ ...harmless.brief.coverage, jobs: [] })
    expect(sectionOf(attacked, 'news')).toEqual(sectionOf(harmless, 'news'))
    expect(others(attacked)).toEqual(others(harmless))
  })

  test.each(FAMILIES)('every item of a hostile job is in exactly one count: %s', async family => {
    const injections = INJECTIONS.filter(injection => injection.family === family)
    const { brief } = await rank(injections)
    const job = brief.coverage.jobs.find(one => one.job === 'feed')
    expect((job?.ranked ?? 0) + (job?.failed.length ?? 0)).toBe(injections.length)
    expect(
      brief.note.indexOf('## Feed') === -1 || brief.note.indexOf('## Feed') > brief.note.indexOf('## News'),
    ).toBe(true)
  })

  test.each(FAMILIES)('nothing of an obeyed item becomes active in the note: %s', async family => {
    const { brief, hostile } = await rank(INJECTIONS.filter(injection => injection.family === family))
    const scores = new Map(brief.items.map(({ handle, score }) => [handle, score]))
    const all = new Map<string, Score>(
      mail.map((_, index) => {
        const score = scores.get(handleOf(index)) ?? ORDINARY[index]?.score ?? 0
        return [handleOf(index), { by: 'model', score, reason: 'Honest.', topics: [] }]
      }),
    )
    const honest = HONEST.map(({ item, score }, index): JoinedItem => ({
      handle: handleOf(mail.length + index),
      record: { title: item.title, source: item.source, link: item.title },
      score: { by: 'model', score, reason: 'Honest.', topics: [] },
    }))
    const plain = briefOf(all, honest, hostile.map(withoutTexts))
    expect(shapes(brief.note)).toEqual(shapes(plain.note))
    expect(brief.note.split('\n')).toHaveLength(plain.note.split('\n').length)
  })
})

test('the model obeys an item, which then stands at the top of its own section: the control', async () => {
  const valid = INJECTIONS.filter(({ obeyed }) => /^\{[^{}]*"score":10[^{}]*\}$/.test(obeyed))
  const listed = sectionOf(await rank(valid), 'feed')
  expect(listed.length).toBeGreaterThan(20)
  expect(new Set(listed.map(({ score }) => score))).toEqual(new Set([10]))
})

test('the same items are active in a section that quotes them as they are: the control', () => {
  const section = (title: string) => `## News\n\n- **9** ${title} The Paper\n- Kanarifugl\n`
  const harmless = shapes(section('å')).join()
  const texts = PAYLOADS.filter(({ family }) => family !== 'length').map(
    ({ obeyed }) => (JSON.parse(obeyed) as { reason: string }).reason,
  )
  const active = texts.filter(text => shapes(section(text)).join() !== harmless)
  expect(active.length / texts.length).toBeGreaterThan(0.8)
})

/** The same item with harmless words of the same number. */
const withoutTexts = ({ handle, score }: JoinedItem): JoinedItem => ({
  handle,
  record: { title: 'å', source: 'å', link: 'å' },
  score: score.by === 'none' ? score : { ...score, reason: 'å', topics: score.topics.map(() => 'å') },
})
