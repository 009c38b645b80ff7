// One decision about many proposals: which are alike, that it is all or none, and the digest that stands for them. Relies on
// site.ts for a spool of real files.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchOf, decisionDigest } from '../../../daemon/spool/decisionDigest.ts'
import { BATCH } from '../../../protocol/limits.ts'
import type { Proposal, Proposed } from '../../../protocol/proposal.ts'
import { approve, codeOf, FLAG, newSite, TERMINAL, valueOf } from './site.ts'

describe('batches', () => {
  test('forty alike are one decision: all are applied, by one digest', async () => {
    const site = newSite()
    const flag = (id: string): Proposed => ({ ...FLAG, input: { id, flag: 'red' } }) as Proposed
    const ids = Array.from({ length: 40 }, (_, at) => site.file(`nonce-${100 + at}`, flag(`m${at}`)))
    const views = valueOf(site.spool.list(['pending']))
    expect(new Set(views.map(({ batch }) => batch)).size).toBe(1)
    expect(codeOf(await site.spool.approve(TERMINAL, ids, decisionDigest(views.slice(1))))).toBe('stale')
    expect(site.names('pending')).toHaveLength(40)
    expect(valueOf(await approve(site, ids)).map(({ state }) => state)).toEqual(ids.map(() => 'applied'))
    expect([...site.applied].sort()).toEqual([...ids].sort())
  })
  test('all or none: one that expired, was decided, or is not alike stops all the others', async () => {
    const site = newSite()
    const flag = (id: string, colour = 'red'): Proposed =>
      ({ ...FLAG, input: { id, flag: colour } }) as Proposed
    const [a, b, c] = [
      site.file('nonce-01', flag('a')),
      site.file('nonce-02', flag('b')),
      site.file('nonce-03', flag('c', 'blue')),
    ]
    expect(codeOf(await approve(site, [a, c]))).toBe('bad-request')
    expect(codeOf(await approve(site, [a, a]))).toBe('bad-request')
    expect(codeOf(await approve(site, []))).toBe('bad-request')
    valueOf(site.spool.refuse(TERMINAL, [b]))
    expect(codeOf(await approve(site, [a, b]))).toBe('stale')
    site.clock.now += 4 * 86_400_000
    const late = site.file('nonce-04', flag('d'))
    site.clock.now += 4 * 86_400_000
    expect(codeOf(await approve(site, [a, late]))).toBe('expired')
    expect([site.stateOf(a), site.stateOf(late)]).toEqual(['refused', 'pending'])
    expect(site.applied).toEqual([])
    expect(codeOf(await approve(site, [late]))).toBe('ok')
  })
  test('one decision covers as many as the cap and refuses one more', async () => {
    const site = newSite()
    const names = Array.from(
      { length: BATCH + 1 },
      (_, at) =>
        `p_${'abcdefghij'[Math.floor(at / 100)]}${String(at)
          .replace(/\d/g, digit => 'abcdefghij'[Number(digit)] ?? 'a')
          .padStart(25, 'a')}`,
    )
    expect(await site.spool.approve(TERMINAL, names, '0'.repeat(64))).toMatchObject({
      refusal: { code: 'over-limit' },
    })
    expect(await site.spool.approve(TERMINAL, names.slice(1), '0'.repeat(64))).toMatchObject({
      refusal: { code: 'bad-request', is: 'there is no proposal with this id' },
    })
  })
  test.each([
    ['another id', { id: 'm2' }, true],
    ['other ids', { ids: ['x'], id: 'm1' }, false],
    ['another flag', { flag: 'blue' }, false],
    ['a key more', { more: 1 }, false],
  ])('a proposal with %s is of the same batch or not', (_, change, isAlike) => {
    const made = (input: object): Proposal =>
      ({
        kind: 'operation',
        operation: 'test.flag',
        proposer: 'agent:claude',
        input,
        nonce: JSON.stringify(input),
      }) as Proposal
    expect(
      batchOf(made({ id: 'm1', flag: 'red', ...change })) === batchOf(made({ id: 'm1', flag: 'red' })),
    ).toBe(isAlike)
  })
  test('a batch is of one proposer, one kind and one name', () => {
    const base = { kind: 'operation', operation: 'x', proposer: 'agent:claude', input: {} } as Proposal
    const others = [
      { proposer: 'agent:other' },
      { operation: 'y' },
      { kind: 'command', command: 'x', arguments: {} },
    ]
    for (const other of others) expect(batchOf({ ...base, ...other } as Proposal)).not.toBe(batchOf(base))
    expect(batchOf({ ...base, prose: 'x', nonce: 'y', created: 9 })).toBe(batchOf(base))
  })
  test('the digest of a decision is of the set: any order gives the same, any other member another', () => {
    const name = fc.record({
      id: fc.stringMatching(/^p_[a-z2-7]{26}$/),
      digest: fc.stringMatching(/^[0-9a-f]{64}$/),
    })
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 6, selector: each => each.id }), names => {
        expect(decisionDigest(names.toReversed())).toBe(decisionDigest(names))
        expect(decisionDigest(names.slice(1))).not.toBe(decisionDigest(names))
        expect(decisionDigest(names.slice(0, 1))).toBe(names[0]?.digest)
      }),
    )
  })
})
