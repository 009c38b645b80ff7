// What the gate does with a proposal that a person has approved: it is looked at once more, as if nobody had. Relies on the world
// of gateWorld.ts.
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../daemon/gate/operation.ts'
import type { Proposal } from '../../../protocol/proposal.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { configOf, diskFull, type GateWorld, ID, io } from './gateWorld.ts'
import { change, look, world } from './someOperations.ts'

type Approved = Extract<Proposal, { kind: 'operation' }>
const proposal = (given: Partial<Approved> = {}): Approved => ({
  v: 1,
  nonce: 'nonce-01',
  proposer: 'agent:claude',
  created: 1,
  expires: 2,
  prose: '',
  kind: 'operation',
  operation: 'test.change',
  input: { n: 3 },
  ...given,
})
const apply = (it: GateWorld, given: Partial<Approved> = {}): Promise<Result<unknown>> =>
  it.gate.apply({ id: ID, proposal: proposal(given) }, io())
const codeOf = (result: Result<unknown>): string => (result.ok ? 'done' : result.refusal.code)

test.each(['auto', 'propose'] as const)('an approved change runs where policy.toml says %s', async grant => {
  const it = world(change())
  it.policy = { capabilities: { 'mail.flag': grant }, apply: {} }
  expect(await apply(it)).toEqual(done({ n: 3 }))
  expect(it.records).toEqual([
    { event: 'intent', caller: 'agent:claude', operation: 'test.change', proposal: ID },
    {
      event: 'result',
      caller: 'agent:claude',
      operation: 'test.change',
      proposal: ID,
      of: 0,
      outcome: 'done',
    },
  ])
})

describe('refused', () => {
  const nothing = { runs: 0 }
  const counted = (given: Parameters<typeof change>[0] = {}): [Operation, typeof nothing] => {
    const effects = { runs: 0 }
    const handler = async () => (effects.runs++, done({ n: 1 }))
    return [change({ ...given, handler }), effects]
  }

  test.each<[string, string, (it: GateWorld) => void, Partial<Approved>]>([
    [
      'policy.toml says never',
      'denied',
      it => (it.policy = { capabilities: { 'mail.flag': 'never' }, apply: {} }),
      {},
    ],
    ['policy.toml no longer lists it', 'denied', it => (it.policy = { capabilities: {}, apply: {} }), {}],
    [
      'a file is broken',
      'config',
      it => (it.problem = refused('config', { is: 'x', wanted: 'y', fix: 'z' }).refusal),
      {},
    ],
    ['the operation is gone', 'unavailable', it => (it.operations = []), {}],
    ['the operation only looks', 'unavailable', it => (it.operations = [look()]), { operation: 'test.look' }],
    ['the input is no longer one', 'bad-request', () => undefined, { input: { n: 'x' } }],
    [
      'its proposer has no such door',
      'unavailable',
      it => (it.operations = [change({ doors: ['cli'] })]),
      { proposer: 'menubar' },
    ],
    ['its intent cannot be recorded', 'audit', it => (it.audit = () => diskFull), {}],
  ])('an approved change is not made where %s', async (_, ...[code, arrange, given]) => {
    const [operation, effects] = counted()
    const it = world(operation)
    arrange(it)
    expect(codeOf(await apply(it, given))).toBe(code)
    expect(effects).toEqual(nothing)
    expect(it.records.filter(({ event }) => event === 'intent')).toEqual([])
  })

  test('an agent’s proposal of what agents are never offered is not made, and a person’s is', async () => {
    const [operation, effects] = counted({ ceiling: 'never' })
    const it = world({ ...operation, doors: [...operation.doors, 'mcp'] })
    expect(codeOf(await apply(it))).toBe('unavailable')
    expect(effects.runs).toBe(0)
    expect(codeOf(await apply(it, { proposer: 'cli' }))).toBe('done')
  })

  test('a change of twin’s own state is nobody’s to propose', async () => {
    const [operation, effects] = counted({ ceiling: 'never', capability: null })
    expect(codeOf(await apply(world(operation), { proposer: 'cli' }))).toBe('denied')
    expect(effects.runs).toBe(0)
  })

  test('an approved change that would send is not made', async () => {
    const [operation, effects] = counted({ capability: () => 'mail.send' })
    const it = world(operation)
    it.policy = { capabilities: { 'mail.send': 'propose' }, apply: {} }
    expect(codeOf(await apply(it))).toBe('denied')
    expect(effects.runs).toBe(0)
  })
})

test('an approved change sees no more than its proposer may', async () => {
  const seen: boolean[] = []
  const it = world(
    change({
      handler: async ({ narrowing, channel }) => {
        seen.push(narrowing.allows('Work'), narrowing.allows('Home'), channel.terminal)
        return done({ n: 1 })
      },
    }),
  )
  it.config = configOf(`
[agents.claude]
[mail]
accounts = ["Work", "Home"]
[workspaces.home]
accounts = ["Home"]`)
  await apply(it)
  await apply(it, { proposer: 'cli' })
  expect(seen).toEqual([true, false, false, true, true, false])
})

test('an approved change that throws is recorded as failed', async () => {
  const it = world(change({ handler: () => Promise.reject(new TypeError('x')) }))
  await expect(apply(it)).rejects.toThrow(TypeError)
  expect(it.records.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['intent', undefined],
    ['result', 'failed'],
  ])
})
