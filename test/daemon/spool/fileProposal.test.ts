// Filing a proposal: once under one nonce, in its caller's name, within bounds, and what policy.toml makes of it. Relies on
// site.ts for a spool of real files.
import { readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openFilingRate } from '../../../daemon/spool/filingRate.ts'
import { proposalDigest, proposalId } from '../../../daemon/spool/proposalName.ts'
import { storedBytes } from '../../../daemon/spool/readStored.ts'
import {
  PENDING_OF_ALL,
  PENDING_OF_ONE,
  PROPOSAL_BYTES,
  PROPOSALS_AN_HOUR,
  PROSE_CHARS,
} from '../../../protocol/limits.ts'
import { Proposal, type Proposed } from '../../../protocol/proposal.ts'
import { PROPOSAL_ID } from '../../../protocol/proposalId.ts'
import { AGENT, approve, codeOf, FLAG, newSite, NOW, OTHER, TASK, task, TERMINAL, valueOf } from './site.ts'

const stuck = { ok: false, refusal: { code: 'crashed', is: 'it crashed', wanted: '', fix: '' } } as const

describe('filing', () => {
  test('a proposal waits in a file whose name is its id and the digest of its bytes, closed to everyone else', () => {
    const site = newSite()
    const { id, digest } = valueOf(site.spool.file(AGENT, TASK, { nonce: 'nonce-01', prose: 'please' }))
    expect(id).toMatch(PROPOSAL_ID)
    expect(site.names('pending')).toEqual([`${id}.${digest}.json`])
    const bytes = readFileSync(site.path('pending', id))
    expect(proposalDigest(bytes)).toBe(digest)
    expect(Proposal.parse(JSON.parse(String(bytes)))).toMatchObject({
      proposer: 'agent:claude',
      created: NOW / 1_000,
      expires: NOW / 1_000 + 7 * 86_400,
      prose: 'please',
    })
    expect(statSync(site.path('pending', id)).mode & 0o777).toBe(0o600)
    expect(site.events()).toEqual(['proposed'])
  })
  test('the id is of proposer and nonce: another proposer’s same nonce is another proposal', () => {
    const site = newSite()
    expect(site.file('nonce-01', TASK, AGENT)).not.toBe(site.file('nonce-01', TASK, OTHER))
    expect(proposalId('a', 'b\0c')).not.toBe(proposalId('a\0b', 'c\0'))
    expect(site.names('pending')).toHaveLength(2)
  })
  test.each(['pending', 'applied', 'refused', 'stuck'] as const)(
    'the same nonce twice is the same proposal where the first is %s, and nothing is doubled',
    async state => {
      const site = newSite(state === 'stuck' ? { apply: () => Promise.resolve(stuck) } : {})
      const id = site.file('nonce-01', FLAG)
      if (state === 'applied' || state === 'stuck') await approve(site, [id])
      if (state === 'refused') site.spool.refuse(TERMINAL, [id])
      expect(site.stateOf(id)).toBe(state)
      site.clock.now += 5_000
      const digest = site.digestOf(id)
      expect(site.spool.file(AGENT, FLAG, { nonce: 'nonce-01', prose: '' })).toEqual({
        ok: true,
        value: { id, digest },
      })
      valueOf(await site.spool.tend())
      expect(site.stateOf(id)).toBe(state)
      expect(site.applied).toHaveLength(state === 'applied' ? 1 : 0)
    },
  )
  test('the same nonce for another wish is refused, and the first stays as it is', () => {
    const site = newSite()
    const id = site.file('nonce-01')
    const digest = site.digestOf(id)
    expect(codeOf(site.spool.file(AGENT, task('buy wine'), { nonce: 'nonce-01', prose: '' }))).toBe(
      'bad-request',
    )
    expect(codeOf(site.spool.file(AGENT, TASK, { nonce: 'nonce-01', prose: 'other' }))).toBe('bad-request')
    expect(site.digestOf(id)).toBe(digest)
    expect(site.names('pending')).toHaveLength(1)
  })
  test.each([
    [
      'an operation that does not exist',
      { kind: 'operation', operation: 'test.none', input: {} },
      'unavailable',
    ],
    ['an operation with a wrong input', { ...FLAG, input: { id: 1 } }, 'bad-request'],
    ['a command that does not exist', { kind: 'command', command: 'none', arguments: {} }, 'bad-request'],
    ['a command with a wrong argument', task('-rf'), 'bad-request'],
    ['an unknown kind', { kind: 'shell', command: 'rm' }, 'bad-request'],
    ['a key more', { ...TASK, risk: 'low' }, 'bad-request'],
    ['another proposer', { ...TASK, proposer: 'cli' }, 'ok'],
  ])('%s is filed only as its caller’s own, or not at all', (_, proposed, code) => {
    const site = newSite()
    const filed = site.spool.file(AGENT, proposed as Proposed, { nonce: 'nonce-01', prose: '' })
    expect(codeOf(filed)).toBe(code)
    expect(site.names('pending')).toHaveLength(code === 'ok' ? 1 : 0)
    for (const view of valueOf(site.spool.list(['pending'])))
      expect(view.proposal.proposer).toBe('agent:claude')
  })
  test('an agent without a table in twin.toml files nothing', () => {
    const stranger = { door: 'mcp', agent: 'stranger', terminal: false } as const
    expect(codeOf(newSite().spool.file(stranger, TASK, { nonce: 'nonce-01', prose: '' }))).toBe('denied')
  })
  test.each(['', 'short', 'a b c d e', 'x'.repeat(65), '../../etc', 'nonce\u0000-1'])(
    'a nonce such as %j is none',
    nonce => {
      const site = newSite()
      expect(codeOf(site.spool.file(AGENT, TASK, { nonce, prose: '' }))).toBe('bad-request')
      expect(codeOf(site.spool.file(AGENT, TASK, { nonce: 'x'.repeat(64), prose: '' }))).toBe('ok')
    },
  )
  test('prose is taken at its cap and refused one character past it', () => {
    const site = newSite()
    const prose = (length: number) =>
      site.spool.file(AGENT, TASK, { nonce: `nonce-${length}`, prose: 'x'.repeat(length) })
    expect(codeOf(prose(PROSE_CHARS))).toBe('ok')
    expect(codeOf(prose(PROSE_CHARS + 1))).toBe('bad-request')
  })
  test('a proposal is filed at the cap of bytes and refused one byte past it', () => {
    const sized = (length: number): Proposed =>
      ({ ...FLAG, input: { id: 'x'.repeat(length), flag: 'red' } }) as Proposed
    const site = newSite()
    const common = {
      v: 1,
      nonce: 'nonce-01',
      proposer: 'agent:claude',
      created: NOW / 1_000,
      expires: NOW / 1_000 + 604_800,
      prose: '',
    }
    const empty = storedBytes(Proposal.parse({ ...sized(0), ...common })).length
    const file = (bytes: number) =>
      site.spool.file(AGENT, sized(bytes - empty), { nonce: 'nonce-01', prose: '' })
    expect(codeOf(file(PROPOSAL_BYTES + 1))).toBe('over-limit')
    expect(site.names('new')).toEqual([])
    const { id } = valueOf(file(PROPOSAL_BYTES))
    expect(statSync(site.path('pending', id)).size).toBe(PROPOSAL_BYTES)
    expect(valueOf(site.spool.get(id)).facts[0]?.value).toHaveLength(PROPOSAL_BYTES - empty + 2)
  })
})

describe('how many', () => {
  const withRate = (rate: number) => {
    const site = newSite()
    site.configure(`[proposals]\nrate = ${rate}`)
    return site
  }
  test('a proposer files as many in an hour as the setting says, and one more is refused until the hour is over', () => {
    const site = withRate(3)
    for (let at = 0; at < 3; at++) site.file(`nonce-0${at}`, task(`t${at}`))
    const more = () => codeOf(site.spool.file(AGENT, task('more'), { nonce: 'nonce-more', prose: '' }))
    expect(more()).toBe('too-many')
    expect(codeOf(site.spool.file(OTHER, task('more'), { nonce: 'nonce-more', prose: '' }))).toBe('ok')
    expect(codeOf(site.spool.file(AGENT, task('t1'), { nonce: 'nonce-01', prose: '' }))).toBe('ok')
    site.clock.now += 3_599_000
    expect(more()).toBe('too-many')
    site.clock.now += 1_000
    expect(more()).toBe('ok')
  })
  test('a restart does not give a fresh hour', () => {
    const site = withRate(3)
    for (let at = 0; at < 3; at++) site.file(`nonce-0${at}`, task(`t${at}`))
    expect(codeOf(site.reopen().file(AGENT, task('more'), { nonce: 'nonce-more', prose: '' }))).toBe(
      'too-many',
    )
  })
  test('openFilingRate counts to the most that the setting may be, and not one further', () => {
    const rate = openFilingRate(() => [])
    for (let at = 0; at < PROPOSALS_AN_HOUR - 1; at++) rate.count('cli', 100)
    expect(rate.allows('cli', PROPOSALS_AN_HOUR, 100)).toBe(true)
    rate.count('cli', 100)
    expect(rate.allows('cli', PROPOSALS_AN_HOUR, 100)).toBe(false)
    expect(rate.allows('ui', PROPOSALS_AN_HOUR, 100)).toBe(true)
  })
  test('as many wait of one proposer as the cap, and one more is refused until one is decided', () => {
    const site = withRate(1_000)
    const ids = Array.from({ length: PENDING_OF_ONE - 1 }, (_, at) =>
      site.place('pending', { nonce: `nonce-${1_000 + at}`, created: 0 }),
    )
    const more = (nonce: string) => codeOf(site.spool.file(AGENT, task('x'), { nonce, prose: '' }))
    expect(more('nonce-last')).toBe('ok')
    expect(more('nonce-more')).toBe('too-many')
    expect(codeOf(site.spool.file(OTHER, task('x'), { nonce: 'nonce-more', prose: '' }))).toBe('ok')
    valueOf(site.spool.refuse(TERMINAL, ids.slice(0, 1)))
    expect(more('nonce-more')).toBe('ok')
  })
  test('as many wait of all proposers as the cap, and one more is refused', () => {
    const site = withRate(1_000)
    for (let at = 0; at < PENDING_OF_ALL - 1; at++)
      site.place('pending', { nonce: `nonce-${1_000 + at}`, proposer: `agent:a${at % 10}` })
    const more = (nonce: string) => codeOf(site.spool.file(AGENT, task('x'), { nonce, prose: '' }))
    expect(more('nonce-last')).toBe('ok')
    expect(more('nonce-more')).toBe('too-many')
  })
})

describe('what policy says when it is taken in', () => {
  test.each([
    ['auto', 'approved'],
    ['propose', 'pending'],
  ] as const)('a capability that is %s makes it %s', (grant, state) => {
    const site = newSite()
    site.grant({ 'apply.task': grant })
    expect(site.stateOf(site.file('nonce-01'))).toBe(state)
  })
  test('a capability that is never is refused before a file exists', () => {
    const site = newSite()
    site.grant({ 'apply.task': 'never' })
    expect(codeOf(site.spool.file(AGENT, TASK, { nonce: 'nonce-01', prose: '' }))).toBe('denied')
    expect([...site.names('new'), ...site.names('refused')]).toEqual([])
  })
  test('what is approved by policy is applied when the spool is tended next', async () => {
    const site = newSite()
    site.grant({ 'apply.task': 'auto' })
    const id = site.file('nonce-01')
    expect(site.spool.nextTending()).not.toBeNull()
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe('applied')
    expect(site.marks()).toEqual(['add buy milk'])
  })
})
