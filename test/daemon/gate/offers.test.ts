// What nobody is offered has one wording, and what sends is run for nobody. Relies on the world of gateWorld.ts.
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../daemon/gate/operation.ts'
import { done } from '../../../protocol/refusal.ts'
import { CALLERS, tokenOf, wordOf } from './gateWorld.ts'
import { change, look, world } from './someOperations.ts'

const { terminal, page, agent, stranger, twind } = CALLERS

describe('what is not available', () => {
  test('every cause has the same words', async () => {
    const never = change({ name: 'test.never', ceiling: 'never', capability: null })
    const here = look({ name: 'test.here', doors: ['cli'] })
    const it = world(change(), never, here)
    it.exposed = ({ name }) => name !== 'test.change'
    const causes = [
      await it.call(agent, { name: 'no.such' }),
      await it.call(agent, { name: 'test.change' }),
      await it.call(agent, { name: 'test.never' }),
      await it.call(stranger, { name: 'test.here' }),
      await it.call(page, { name: 'test.here' }),
      await it.call(agent, { name: '__proto__' }),
      await it.call(terminal, { name: 'x'.repeat(100_000) }),
    ]
    expect(new Set(causes.map(cause => JSON.stringify(cause))).size).toBe(1)
    expect(causes.map(wordOf)[0]).toBe('unavailable')
    expect(wordOf(await it.call(agent, { name: 'test.here' }))).toBe('done')
  })

  test('what is not available says nothing of its input either', async () => {
    const it = world(change())
    it.exposed = () => false
    const words = JSON.stringify(await it.call(agent, { name: 'test.change', input: { n: 'wrong' } }))
    expect(words).toBe(JSON.stringify(await it.call(agent, { name: 'no.such', input: { n: 'wrong' } })))
  })

  test('the name that a caller made up is not recorded', async () => {
    const it = world(change())
    await it.call(agent, { name: 'the.secret' })
    await it.call(stranger, { name: 'test.change' })
    expect(it.records).toEqual([
      { event: 'call', caller: 'agent:claude', operation: null, outcome: 'refused', code: 'unavailable' },
      {
        event: 'call',
        caller: 'agent:mallory',
        operation: 'test.change',
        outcome: 'refused',
        code: 'unavailable',
      },
    ])
  })

  test('an operation whose ceiling is never is kept from agents whatever its doors and the list say', async () => {
    const forged: Operation = { ...change(), ceiling: 'never' }
    expect(forged.doors).toContain('mcp')
    expect(wordOf(await world(forged).call(agent, { name: 'test.change' }))).toBe('unavailable')
    expect(wordOf(await world(change()).call(agent, { name: 'test.change' }))).toBe('preview')
  })

  test.each([null, '', 'constructor', '__proto__', 'CLAUDE'])(
    'an agent called %j is not declared',
    async name => {
      const it = world(look())
      expect(
        wordOf(await it.call({ door: 'mcp', agent: name, terminal: false }, { name: 'test.look' })),
      ).toBe('unavailable')
      expect(it.gate.offered({ door: 'mcp', agent: name, terminal: false })).toEqual([])
      expect(it.gate.offered(agent).map(one => one.name)).toEqual(['test.look'])
    },
  )
})

describe('what sends', () => {
  const send = (): Operation => {
    const made = change({ name: 'test.send', class: 'send', ceiling: 'never', capability: 'mail.send' })
    return made
  }
  test.each(Object.entries(CALLERS))(
    'what sends is refused for %s, confirmed and allowed as it may be',
    async (_, caller) => {
      let runs = 0
      const operation = {
        ...send(),
        ceiling: 'off',
        doors: ['cli', 'ui', 'menubar', 'mcp', 'internal'],
      } as Operation
      const it = world({
        ...operation,
        check: (given, config) => {
          const checked = operation.check(given, config)
          return checked.ok ? done({ ...checked.value, run: async () => (runs++, done({ n: 1 })) }) : checked
        },
      })
      it.policy = { capabilities: { 'mail.send': 'auto' }, apply: {} }
      const confirm = caller.door === 'mcp' || caller.door === 'internal' ? {} : { confirm: true }
      const word = wordOf(await it.call(caller, { name: 'test.send', ...confirm }))
      expect([word, runs, it.filed]).toEqual([caller === stranger ? 'unavailable' : 'denied', 0, []])
    },
  )

  test('a change whose input makes it need mail.send is refused as one that sends', async () => {
    const it = world(change({ capability: ({ n }) => (n === 1 ? 'mail.send' : 'mail.flag') }))
    it.policy = { capabilities: { 'mail.send': 'propose', 'mail.flag': 'auto' }, apply: {} }
    expect(wordOf(await it.call(terminal, { name: 'test.change', input: { n: 1 }, confirm: true }))).toBe(
      'denied',
    )
    expect(wordOf(await it.call(terminal, { name: 'test.change', input: { n: 2 }, confirm: true }))).toBe(
      'done',
    )
  })

  test('a change that cannot be undone for good waits for a person even where a policy says auto', async () => {
    const it = world(change({ capability: 'mail.expunge' }))
    it.policy = { capabilities: { 'mail.expunge': 'auto' }, apply: {} }
    const token = tokenOf(await it.call(agent, { name: 'test.change' }))
    expect(wordOf(await it.call(agent, { name: 'test.change', token }))).toBe('proposed')
    expect(wordOf(await it.call(twind, { name: 'test.change' }))).toBe('proposed')
    expect(wordOf(await it.call(terminal, { name: 'test.change', confirm: true }))).toBe('done')
  })
})
