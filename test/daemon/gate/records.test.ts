// What the gate records of a call, and what it does when it cannot, or when a handler throws. Relies on the world of gateWorld.ts.
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { defineOperation } from '../../../daemon/gate/defineOperation.ts'
import type { Operation } from '../../../daemon/gate/operation.ts'
import { CALLS_AT_ONCE } from '../../../protocol/limits.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { CALLERS, diskFull, type GateWorld, wordOf } from './gateWorld.ts'
import { change, events, look, world } from './someOperations.ts'

const { terminal, agent } = CALLERS

describe('records', () => {
  test('a change is recorded before it runs and after it', async () => {
    const seen: unknown[] = []
    const it: GateWorld = world(change({ handler: async () => (seen.push(...events(it)), done({ n: 1 })) }))
    it.records.push({ event: 'started', caller: 'internal' })
    expect(wordOf(await it.call(terminal, { name: 'test.change', confirm: true }))).toBe('done')
    expect(seen).toEqual([
      ['started', undefined],
      ['intent', undefined],
    ])
    expect(it.records.at(-1)).toEqual({
      event: 'result',
      caller: 'cli',
      operation: 'test.change',
      of: 1,
      outcome: 'done',
    })
  })

  test('a change whose intent cannot be recorded is not made', async () => {
    let runs = 0
    const it = world(change({ handler: async () => (runs++, done({ n: 1 })) }))
    it.audit = ({ event }) => (event === 'intent' ? diskFull : undefined)
    expect(wordOf(await it.call(terminal, { name: 'test.change', confirm: true }))).toBe('audit')
    expect(runs).toBe(0)
    it.audit = () => undefined
    expect(wordOf(await it.call(terminal, { name: 'test.change', confirm: true }))).toBe('done')
  })

  test('a change whose result cannot be recorded says that it was made', async () => {
    let runs = 0
    const it = world(change({ handler: async () => (runs++, done({ n: 1 })) }))
    it.audit = ({ event }) => (event === 'result' ? diskFull : undefined)
    const result = await it.call(terminal, { name: 'test.change', confirm: true })
    expect(runs).toBe(1)
    expect(result).toMatchObject({ ok: false, refusal: { code: 'audit' } })
    expect(!result.ok && result.refusal.is).toBe('the change was made, but its result could not be recorded')
    expect(it.logged).toHaveLength(1)
  })

  test('a change that its handler refuses keeps its refusal where the result cannot be recorded', async () => {
    const no = refused('busy', { is: 'busy', wanted: 'x', fix: 'y' })
    const it = world(change({ handler: async () => no }))
    it.audit = ({ event }) => (event === 'result' ? diskFull : undefined)
    expect(await it.call(terminal, { name: 'test.change', confirm: true })).toEqual(no)
    it.audit = () => undefined
    expect(await it.call(terminal, { name: 'test.change', confirm: true })).toEqual(no)
    expect(it.records.at(-1)).toMatchObject({ event: 'result', outcome: 'refused', code: 'busy' })
  })

  test('an agent is given nothing that cannot be recorded and a person is', async () => {
    const it = world(look())
    it.audit = () => diskFull
    expect(wordOf(await it.call(agent, { name: 'test.look' }))).toBe('audit')
    expect(wordOf(await it.call(terminal, { name: 'test.look' }))).toBe('done')
    it.audit = () => undefined
    expect(wordOf(await it.call(agent, { name: 'test.look' }))).toBe('done')
  })

  test('a refusal is given whether or not it can be recorded', async () => {
    const it = world(look())
    it.audit = () => diskFull
    expect(wordOf(await it.call(agent, { name: 'no.such' }))).toBe('unavailable')
  })

  test('no record holds anything of the input or the output', async () => {
    const texts = z.strictObject({ text: z.string().check(z.describe('a text')) })
    const hold = (one: Operation): Operation => one
    const it = world(
      hold(
        defineOperation({
          name: 'test.text',
          summary: 'give a text back',
          class: 'read',
          ceiling: 'off',
          provenance: 'mail',
          doors: ['cli'],
          capability: 'mail.read',
          input: texts,
          output: texts,
          handler: async (_, { text }) => done({ text }),
        }),
      ),
    )
    expect(wordOf(await it.call(agent, { name: 'test.text', input: { text: 'secret phrase' } }))).toBe('done')
    expect(wordOf(await it.call(agent, { name: 'test.text', input: { txet: 'secret phrase' } }))).toBe(
      'bad-request',
    )
    expect(JSON.stringify([it.records, it.logged])).not.toContain('secret phrase')
    expect(it.records).toHaveLength(2)
  })
})

describe('a bug of our own', () => {
  test('a change that throws goes on as it was thrown and is recorded as failed', async () => {
    const it = world(change({ handler: () => Promise.reject(new TypeError('x')) }))
    await expect(it.call(terminal, { name: 'test.change', confirm: true })).rejects.toThrow(TypeError)
    expect(events(it)).toEqual([
      ['intent', undefined],
      ['result', 'failed'],
    ])
  })

  test('a read and a preview that throw are recorded as failed', async () => {
    const thrown = () => Promise.reject(new TypeError('x'))
    const it = world(look({ handler: thrown }), change({ preview: thrown }))
    await expect(it.call(agent, { name: 'test.look' })).rejects.toThrow(TypeError)
    await expect(it.call(agent, { name: 'test.change' })).rejects.toThrow(TypeError)
    expect(events(it)).toEqual([
      ['call', 'failed'],
      ['call', 'failed'],
    ])
  })

  test('a call that threw is over: it holds no place among the calls at once', async () => {
    const it = world(look({ handler: () => Promise.reject(new TypeError('x')) }))
    for (let at = 0; at < 2 * CALLS_AT_ONCE; at++)
      await expect(it.call(agent, { name: 'test.look' })).rejects.toThrow(TypeError)
  })

  test('an output of another shape goes through no door, and its error holds nothing of it', async () => {
    const handler = async (): Promise<Result<{ n: number }>> =>
      done({ n: 1, body: 'secret phrase' } as unknown as { n: number })
    const it = world(look({ handler }))
    const error = await it.call(agent, { name: 'test.look' }).catch(String)
    expect(error).toBe('Error: Cannot answer test.look: its output is of another shape')
  })
})
