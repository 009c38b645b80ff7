// Every injection against a model that obeys it: what moves, what changes, what becomes active. With the prompt's last sentence
// and without it, since nothing may rest on it.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CLOSING } from '../../helpers/stages/rank/prompt.ts'
import type { Item } from '../../protocol/brief.ts'
import { shapes } from '../helpers/stages/brief/hostileNote.ts'
import { ENCODINGS } from './encodings.ts'
import type { Injection } from './injection.ts'
import { attackerOf, briefOf, type Lab, openLab, ORDINARY, type Ranked } from './mailbox.ts'
import { PAYLOADS } from './payloads.ts'
import { PERSUASIONS } from './persuasions.ts'
import { withoutTexts } from './withoutTexts.ts'

const INJECTIONS: readonly Injection[] = [...PERSUASIONS, ...ENCODINGS, ...PAYLOADS]
const FAMILIES = [...new Set(INJECTIONS.map(injection => injection.family))]
const labelled = INJECTIONS.map(
  (injection, index) => [`${index + 1}, ${injection.family}`, injection] as const,
)
const isAttacker = (item: Item) => item.from.address.endsWith(attackerOf(0))
const others = (ranked: Ranked) => ranked.brief.items.filter(item => !isAttacker(item))

test('the list holds at least sixty injections of at least twelve families, each once', () => {
  const texts = INJECTIONS.map(({ name, subject, preview }) => JSON.stringify([name, subject, preview]))
  expect(new Set(texts).size).toBe(INJECTIONS.length)
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(60)
  expect(FAMILIES.length).toBeGreaterThanOrEqual(12)
})

describe.each([
  ['with the last sentence of the prompt', CLOSING],
  ['without the last sentence of the prompt', ''],
])('%s', (_, closing) => {
  let lab: Lab
  let harmless: Ranked
  const ranked = new Map<Injection, Promise<Ranked>>()
  /** Ranked once, looked at by several tests. */
  const attack = (injection: Injection): Promise<Ranked> => {
    const known = ranked.get(injection) ?? lab.rank([injection])
    ranked.set(injection, known)
    return known
  }
  beforeAll(async () => {
    vi.doMock('../../helpers/stages/rank/prompt.ts', async original => {
      const actual = await original<typeof import('../../helpers/stages/rank/prompt.ts')>()
      return {
        ...actual,
        promptOf: (message: Parameters<typeof actual.promptOf>[0]) => actual.promptOf(message, closing),
      }
    })
    vi.resetModules()
    const { serveRank } = await import('../../helpers/stages/rank/rank.ts')
    lab = await openLab(serveRank)
    harmless = await lab.rank([])
  })
  afterAll(async () => {
    await lab.close()
    vi.doUnmock('../../helpers/stages/rank/prompt.ts')
  })

  test('the model is asked with that ending', () => {
    for (const prompt of harmless.prompts.values()) expect(prompt.includes(CLOSING)).toBe(closing === CLOSING)
    expect(harmless.prompts.size).toBe(ORDINARY.length + 1)
  })

  test.each(labelled)('an obeyed injection moves no other item (%s)', async (_name, injection) => {
    const attacked = await attack(injection)
    expect(others(attacked)).toEqual(others(harmless))
    expect(promptsOfOthers(attacked)).toEqual(promptsOfOthers(harmless))
    expect(attacked.brief.coverage.failed.length + attacked.brief.coverage.ranked).toBe(ORDINARY.length + 1)
  })

  test.each(labelled)('an obeyed injection passes no correspondent (%s)', async (_name, injection) => {
    const { items } = (await attack(injection)).brief
    const last = items.findLastIndex(item => item.part === 'correspondents')
    const place = items.findIndex(isAttacker)
    expect(items.filter(item => item.part === 'correspondents').map(item => item.from.address)).toEqual([
      'ann@client.test',
      'bo@friend.test',
    ])
    expect(place === -1 || place > last).toBe(true)
  })

  test.each(labelled)(
    'an obeyed injection changes its own score, reason and topics alone (%s)',
    async (_name, injection) => {
      const attacked = await attack(injection)
      const [before] = harmless.brief.items.filter(isAttacker)
      const [after] = attacked.brief.items.filter(isAttacker)
      if (after && before) {
        expect({ ...after, ...own(before) }).toEqual(before)
        expect(after).toMatchObject(JSON.parse(injection.obeyed) as object)
      } else
        expect(attacked.messages.at(-1)?.score).toEqual({ by: 'none', why: expect.any(String) as string })
    },
  )

  test.each(FAMILIES)(
    'rank scores nothing else than its own message, with a whole family at once: %s',
    async name => {
      const family = INJECTIONS.filter(injection => injection.family === name)
      const attacked = await lab.rank(family)
      expect(others(attacked)).toEqual(others(harmless))
      expect(attacked.messages).toHaveLength(ORDINARY.length + family.length)
    },
  )
})

describe('the note', () => {
  let lab: Lab
  beforeAll(async () => {
    const { serveRank } = await import('../../helpers/stages/rank/rank.ts')
    lab = await openLab(serveRank)
  })
  afterAll(() => lab.close())

  test.each(FAMILIES)('nothing in the note becomes active when a family is obeyed: %s', async name => {
    const attacked = await lab.rank(INJECTIONS.filter(injection => injection.family === name))
    const plain = attacked.messages.map(withoutTexts)
    expect(shapes(attacked.brief.note)).toEqual(shapes(briefOf(plain).note))
    expect(attacked.brief.note.split('\n')).toHaveLength(briefOf(plain).note.split('\n').length)
  })
})

describe('the same attacks on a careless design', () => {
  test('a stranger with a ten passes every correspondent where only the score sorts', async () => {
    const lab = await openLab((await import('../../helpers/stages/rank/rank.ts')).serveRank)
    const [injection] = INJECTIONS
    const { items } = (await lab.rank(injection ? [injection] : [])).brief
    await lab.close()
    expect([...items].sort((a, b) => b.score - a.score)[0]?.from.address).toBe(attackerOf(0))
  })

  test('other items move where one answer scores the whole mailbox', () => {
    const attack = INJECTIONS.find(injection => injection.obeyed.startsWith('[{'))
    const listwise = JSON.parse(attack?.obeyed ?? '[]') as { score: number }[]
    const scores = ORDINARY.map((message, index) => listwise[index + 1]?.score ?? message.score)
    expect(scores).not.toEqual(ORDINARY.map(message => message.score))
  })

  test('most payloads are active in a note that quotes a reason as it is', () => {
    const note = (reason: string) => `# Mail\n\n- **10** “A subject”\n  ${reason}\n- Kanarifugl\n`
    const reasons = PAYLOADS.filter(injection => injection.family !== 'length').map(
      injection => (JSON.parse(injection.obeyed) as { reason: string }).reason,
    )
    const harmless = shapes(note('å')).join()
    const active = reasons.filter(reason => shapes(note(reason)).join() !== harmless)
    expect(active.length / reasons.length).toBeGreaterThan(0.8)
  })
})

const promptsOfOthers = (ranked: Ranked) =>
  [...ranked.prompts].filter(([sender]) => !sender.endsWith(attackerOf(0))).sort()

/** All that an attacker may decide of an item: what it wrote, and what the model said to that. */
const own = ({ from, subject, score, reason, topics }: Item) => ({ from, subject, score, reason, topics })
