// The gate's way in and out: refusals, previews, callers that go away, and floods. Relies on the world of gateWorld.ts.
import { describe, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../../daemon/world.ts'
import { CALLS_AT_ONCE, PREVIEW_CHANGES, SENTENCE_CHARS } from '../../../protocol/limits.ts'
import { Outcome } from '../../../protocol/call.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { CALLERS, configOf, io, tokenOf, wordOf } from './gateWorld.ts'
import { change, look, world } from './someOperations.ts'

const { terminal, agent } = CALLERS

describe('a caller who goes away', () => {
  const gone = AbortSignal.abort()

  test('a call whose caller has gone is not begun', async () => {
    let runs = 0
    const count = async () => (runs++, done({ n: 1 }))
    const it = world(look({ handler: count }), change({ handler: count }))
    const words = [
      await it.gate.call(terminal, { name: 'test.look', input: {} }, io(gone)),
      await it.gate.call(terminal, { name: 'test.change', input: {}, confirm: true }, io(gone)),
    ].map(wordOf)
    expect([words, runs]).toEqual([['interrupted', 'interrupted'], 0])
    expect(it.records.map(({ code }) => code)).toEqual(['interrupted', 'interrupted'])
    expect(wordOf(await it.call(terminal, { name: 'test.look' }))).toBe('done')
  })

  test('a handler is told when its caller goes and reports progress to it', async () => {
    const stop = new AbortController()
    const progress = vi.fn<(done: number, total: number) => void>()
    const it = world(
      look({
        handler: async context => {
          context.progress(1, 2)
          stop.abort()
          return context.signal.aborted
            ? refused('interrupted', { is: 'a', wanted: 'b', fix: 'c' })
            : done({ n: 1 })
        },
      }),
    )
    expect(
      wordOf(
        await it.gate.call(terminal, { name: 'test.look', input: {} }, { signal: stop.signal, progress }),
      ),
    ).toBe('interrupted')
    expect(progress).toHaveBeenCalledWith(1, 2)
  })
})

describe('the way in and out', () => {
  test('a wrong input names the field and never its value', async () => {
    const it = world(look())
    const result = await it.call(agent, { name: 'test.look', input: { n: 'secret phrase' } })
    expect(result.ok ? '' : result.refusal.is).toBe('n of test.look wants a number')
    expect(JSON.stringify(result)).not.toContain('secret')
  })

  test('an unknown key of the input is named, cut to a length', async () => {
    const it = world(look())
    const result = await it.call(agent, { name: 'test.look', input: { ['x'.repeat(500)]: 1 } })
    expect(result.ok ? '' : result.refusal.is).toBe(`test.look knows no ${JSON.stringify('x'.repeat(64))}`)
  })

  test('confirm: false is no yes of a person', async () => {
    const it = world(change())
    expect(wordOf(await it.call(terminal, { name: 'test.change', confirm: false }))).toBe('preview')
    expect(wordOf(await it.call(agent, { name: 'test.change', confirm: false }))).toBe('denied')
  })

  test('what an operation gives says whose words it may hold', async () => {
    const it = world(look())
    expect(await it.call(agent, { name: 'test.look' })).toEqual(
      done({ outcome: 'done', provenance: 'mail', output: { n: 1 } }),
    )
  })

  test('a preview lists changes to a cap, counts the rest, and cuts each text', async () => {
    const long = 'x'.repeat(SENTENCE_CHARS + 1)
    const changes = Array.from({ length: PREVIEW_CHANGES + 1 }, () => ({ id: long, before: 'a', after: 'b' }))
    const it = world(change({ preview: async () => done({ sentence: long, changes, more: 3 }) }))
    const result = await it.call(terminal, { name: 'test.change' })
    expect(result.ok && Outcome.safeParse(result.value).success).toBe(true)
    const preview = result.ok && result.value.outcome === 'preview' ? result.value.preview : undefined
    expect([preview?.count, preview?.changes.length]).toEqual([PREVIEW_CHANGES + 4, PREVIEW_CHANGES])
    expect(preview?.changes[0]?.id).toBe(`${'x'.repeat(SENTENCE_CHARS - 1)}…`)
  })

  test('a preview that is refused gives no token', async () => {
    const no = refused('stale', { is: 'a', wanted: 'b', fix: 'c' })
    const it = world(change({ preview: async () => no }))
    expect(await it.call(agent, { name: 'test.change' })).toEqual(no)
  })
})

describe('floods', () => {
  test('an agent is refused past its calls of a minute, and the log gets a number and not a line each', async () => {
    vi.useFakeTimers()
    try {
      const it = world(look())
      it.config = configOf('[agents.claude]\n[agents.other]\n[operations]\ncalls = 3')
      const words: string[] = []
      for (let at = 0; at < 1_000; at++) words.push(wordOf(await it.call(agent, { name: 'test.look' })))
      expect(words.slice(0, 3)).toEqual(['done', 'done', 'done'])
      expect(new Set(words.slice(3))).toEqual(new Set(['too-many']))
      expect(wordOf(await it.call({ ...agent, agent: 'other' }, { name: 'test.look' }))).toBe('done')
      expect(wordOf(await it.call(terminal, { name: 'test.look' }))).toBe('done')
      const flood = (): readonly AuditEntry[] => it.records.filter(({ event }) => event === 'flood')
      expect(flood()).toEqual([{ event: 'flood', caller: 'agent:claude', count: 1 }])
      it.elapsed += 60_000
      vi.advanceTimersByTime(60_000)
      expect(flood().map(({ count }) => count)).toEqual([1, 996])
      expect(wordOf(await it.call(agent, { name: 'test.look' }))).toBe('done')
      expect(it.records).toHaveLength(3 + 2 + 2 + 1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('an agent may have as many calls in flight as the cap and not one more; a person may', async () => {
    const waiting: (() => void)[] = []
    const handler = () => new Promise<Result<{ n: number }>>(end => waiting.push(() => end(done({ n: 1 }))))
    const it = world(look({ handler }))
    const inFlight = Array.from({ length: CALLS_AT_ONCE }, () => it.call(agent, { name: 'test.look' }))
    expect(wordOf(await it.call(agent, { name: 'test.look' }))).toBe('too-many')
    const persons = Array.from({ length: 3 * CALLS_AT_ONCE }, () => it.call(terminal, { name: 'test.look' }))
    expect(waiting).toHaveLength(4 * CALLS_AT_ONCE)
    for (const end of waiting) end()
    expect((await Promise.all([...inFlight, ...persons])).map(wordOf)).toEqual(
      Array.from({ length: 4 * CALLS_AT_ONCE }, () => 'done'),
    )
    const again = it.call(agent, { name: 'test.look' })
    waiting.at(-1)?.()
    expect(wordOf(await again)).toBe('done')
  })

  test('a token that is brought in a flood is not looked at and not burned', async () => {
    const it = world(change())
    it.config = configOf('[agents.claude]\n[operations]\ncalls = 1')
    const token = tokenOf(await it.call(agent, { name: 'test.change' }))
    expect(wordOf(await it.call(agent, { name: 'test.change', token }))).toBe('too-many')
    it.elapsed += 60_000
    expect(wordOf(await it.call(agent, { name: 'test.change', token }))).toBe('done')
  })
})
