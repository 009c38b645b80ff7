// An agent's token at the gate: a race of a hundred, other callers, other doors, and policies and clocks that change between the
// preview and the call. Relies on the world of gateWorld.ts.
import { describe, expect, test } from 'vitest'
import { TOKEN_SECONDS } from '../../../protocol/limits.ts'
import { done } from '../../../protocol/refusal.ts'
import { CALLERS, configOf, DIGEST, ID, SENTENCE, tokenOf, wordOf } from './gateWorld.ts'
import { change, events, look, world } from './someOperations.ts'

const { terminal, pipe, page, menu, agent, twind } = CALLERS

describe('an agent’s token', () => {
  const NAME = 'test.change'

  test('a hundred calls at once with one token run the change once', async () => {
    let runs = 0
    const it = world(change({ handler: async () => (runs++, done({ n: 1 })) }))
    const token = tokenOf(await it.call(agent, { name: NAME }))
    const results = await Promise.all(
      Array.from({ length: 100 }, () => it.call(agent, { name: NAME, token })),
    )
    const words = results.map(wordOf)
    expect(runs).toBe(1)
    expect(words.filter(word => word === 'done')).toHaveLength(1)
    expect(words.filter(word => word !== 'done' && word !== 'unconfirmed' && word !== 'too-many')).toEqual([])
    expect(it.records.filter(({ event }) => event === 'intent')).toHaveLength(1)
  })

  test('a hundred calls one after another with one token run the change once', async () => {
    let runs = 0
    const it = world(change({ handler: async () => (runs++, done({ n: 1 })) }))
    const token = tokenOf(await it.call(agent, { name: NAME }))
    const words: string[] = []
    for (let at = 0; at < 100; at++) words.push(wordOf(await it.call(agent, { name: NAME, token })))
    expect([runs, words[0], new Set(words.slice(1))]).toEqual([1, 'done', new Set(['unconfirmed'])])
  })

  test('a preview gives a token that ends in two minutes and changes nothing', async () => {
    const it = world(change())
    const result = await it.call(agent, { name: NAME })
    expect(result.ok && result.value).toEqual({
      outcome: 'preview',
      preview: {
        sentence: SENTENCE,
        count: 0,
        changes: [],
        token: tokenOf(result),
        expires: Math.floor(it.now / 1_000) + TOKEN_SECONDS,
      },
    })
    expect(events(it)).toEqual([['call', 'preview']])
  })

  test('a token that is brought to an operation that is not offered is burned', async () => {
    const it = world(change(), look())
    const token = tokenOf(await it.call(agent, { name: NAME }))
    expect(wordOf(await it.call(agent, { name: 'test.none', token }))).toBe('unavailable')
    expect(wordOf(await it.call(agent, { name: NAME, token }))).toBe('unconfirmed')
  })

  test('a token that is brought with a wrong input is burned', async () => {
    const it = world(change())
    const token = tokenOf(await it.call(agent, { name: NAME }))
    expect(wordOf(await it.call(agent, { name: NAME, token, input: { n: 'x' } }))).toBe('bad-request')
    expect(wordOf(await it.call(agent, { name: NAME, token }))).toBe('unconfirmed')
  })

  test('another declared agent burns the token and gets nothing for it', async () => {
    const it = world(change())
    it.config = configOf('[agents.claude]\n[agents.other]')
    const token = tokenOf(await it.call(agent, { name: NAME }))
    expect(wordOf(await it.call({ ...agent, agent: 'other' }, { name: NAME, token }))).toBe('unconfirmed')
    expect(wordOf(await it.call(agent, { name: NAME, token }))).toBe('unconfirmed')
  })

  test.each([terminal, pipe, page, menu, twind])(
    'a token that comes through %j is worth nothing',
    async other => {
      const it = world(change())
      const token = tokenOf(await it.call(agent, { name: NAME }))
      expect(
        wordOf(
          await it.call(other, { name: NAME, token, ...(other.door !== 'internal' && { confirm: true }) }),
        ),
      ).toBe('unconfirmed')
      expect(wordOf(await it.call(agent, { name: NAME, token }))).toBe('unconfirmed')
    },
  )

  test('a policy that is lowered between preview and call counts', async () => {
    const it = world(change())
    const [first, second] = [await it.call(agent, { name: NAME }), await it.call(agent, { name: NAME })].map(
      tokenOf,
    )
    it.policy = { capabilities: { 'mail.flag': 'propose' }, apply: {} }
    expect(wordOf(await it.call(agent, { name: NAME, token: first }))).toBe('proposed')
    it.policy = { capabilities: {}, apply: {} }
    expect(wordOf(await it.call(agent, { name: NAME, token: second }))).toBe('denied')
    expect(wordOf(await it.call(agent, { name: NAME }))).toBe('denied')
  })

  test('a token ends with its time on a clock that a person cannot set', async () => {
    const it = world(change())
    const [first, second] = [await it.call(agent, { name: NAME }), await it.call(agent, { name: NAME })].map(
      tokenOf,
    )
    it.now += 86_400_000
    expect(wordOf(await it.call(agent, { name: NAME, token: first }))).toBe('done')
    it.now -= 2 * 86_400_000
    it.elapsed += TOKEN_SECONDS * 1_000
    expect(wordOf(await it.call(agent, { name: NAME, token: second }))).toBe('unconfirmed')
  })

  test('a second yes under propose files what the operation proposes, without words of the agent’s', async () => {
    const it = world(change())
    it.policy = { capabilities: { 'mail.flag': 'propose' }, apply: {} }
    const token = tokenOf(await it.call(agent, { name: NAME, input: { n: 7 } }))
    const result = await it.call(agent, { name: NAME, input: { n: 7 }, token })
    expect(result).toEqual(done({ outcome: 'proposed', id: ID, digest: DIGEST }))
    expect(it.filed).toEqual([
      {
        channel: agent,
        proposed: { kind: 'operation', operation: NAME, input: { n: 7 } },
        nonce: expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/) as string,
        prose: '',
      },
    ])
    expect(it.records.at(-1)).toMatchObject({
      event: 'call',
      outcome: 'proposed',
      proposal: ID,
      digest: DIGEST,
    })
  })
})
