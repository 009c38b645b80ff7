// A person's decision: who may make it, what it is bound to, what comes of it, and that it is made once. Relies on site.ts for a
// spool of real files and a program that leaves a mark each time it runs.
import { describe, expect, test, vi } from 'vitest'
import { openSpool } from '../../../daemon/spool/openSpool.ts'
import type { Proposed } from '../../../protocol/proposal.ts'
import {
  AGENT,
  approve,
  codeOf,
  FLAG,
  INTERNAL,
  MENU,
  newSite,
  OTHER,
  PAGE,
  PIPE,
  TASK,
  task,
  TERMINAL,
  valueOf,
} from './site.ts'

const TRASH: Proposed = { kind: 'operation', operation: 'test.trash', input: { id: 'm1', flag: 'x' } }
const stuck = { ok: false, refusal: { code: 'crashed', is: 'it crashed', wanted: '', fix: '' } } as const

describe('approving', () => {
  test('a command that is approved in a terminal runs once, and its record has intent and result', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    expect(valueOf(await approve(site, [id]))).toMatchObject([{ id, state: 'applied', why: null }])
    expect(site.marks()).toEqual(['add buy milk'])
    expect(site.events()).toEqual(['proposed', 'approved', 'intent', 'result'])
    valueOf(await site.spool.tend())
    valueOf(await site.reopen().tend())
    expect(site.marks()).toHaveLength(1)
  })
  test('the program gets no shell and no word but its own', async () => {
    const site = newSite()
    const id = site.file('nonce-01', task('$(id) `id` ; env | tee x > y'))
    valueOf(await approve(site, [id]))
    expect(site.marks()).toEqual(['add $(id) `id` ; env | tee x > y'])
  })
  test('the program gets an environment made from nothing, and standard input that is empty', async () => {
    const site = newSite()
    site.program(`#!/bin/sh\nexec > ${site.folder}/marks\ncat\npwd\n/usr/bin/env | grep -v ^PWD= | sort\n`)
    const id = site.file('nonce-01')
    vi.stubEnv('TWIN_TEST_SECRET', 'secret')
    expect(valueOf(await approve(site, [id]))).toMatchObject([{ state: 'applied' }])
    vi.unstubAllEnvs()
    expect(site.marks().filter(line => !line.startsWith('_='))).toEqual([
      '/',
      `HOME=${site.folder}`,
      'LANG=C.UTF-8',
      'PATH=/usr/bin:/bin',
    ])
  })
  test.each([
    ['an agent', AGENT, 'denied'],
    ['another agent', OTHER, 'denied'],
    ['twind itself', INTERNAL, 'denied'],
    ['the menu bar', MENU, 'denied'],
    ['the page', PAGE, 'denied'],
    ['a command line without a terminal', PIPE, 'denied'],
    ['a command line in a terminal', TERMINAL, 'ok'],
  ])('%s may approve an agent’s proposal or not', async (_, channel, code) => {
    const site = newSite()
    const id = site.file('nonce-01')
    expect(codeOf(await approve(site, [id], channel))).toBe(code)
    expect(site.stateOf(id)).toBe(code === 'ok' ? 'applied' : 'pending')
  })
  test.each([
    ['the menu bar', MENU, 'ok'],
    ['the page that is not switched on', PAGE, 'denied'],
    ['a command line without a terminal', PIPE, 'denied'],
    ['an agent', AGENT, 'denied'],
  ])('%s may approve a person’s own low-risk proposal or not', async (_, channel, code) => {
    const site = newSite()
    const id = site.file('nonce-01', FLAG, PIPE)
    expect(valueOf(site.spool.get(id)).risk).toBe('low')
    expect(codeOf(await approve(site, [id], channel))).toBe(code)
  })
  test.each([
    ['a command', TASK],
    ['what cannot be undone', TRASH],
  ])(
    '%s is of high risk also where a person proposes it, and the menu bar cannot approve it',
    async (_, proposed) => {
      const site = newSite()
      const id = site.file('nonce-01', proposed, PIPE)
      expect(valueOf(site.spool.get(id)).risk).toBe('high')
      expect(codeOf(await approve(site, [id], MENU))).toBe('denied')
      expect(codeOf(await approve(site, [id], TERMINAL))).toBe('ok')
    },
  )
  test('the digest of another proposal, or of a batch in part, approves nothing', async () => {
    const site = newSite()
    const [a, b] = [site.file('nonce-01', task('a')), site.file('nonce-02', task('b'))]
    const digest = (id: string) => site.digestOf(id)
    expect(codeOf(await site.spool.approve(TERMINAL, [a], digest(b)))).toBe('stale')
    expect(codeOf(await site.spool.approve(TERMINAL, [a], '0'.repeat(64)))).toBe('stale')
    expect([site.stateOf(a), site.stateOf(b)]).toEqual(['pending', 'pending'])
    expect(codeOf(await site.spool.approve(TERMINAL, [a], digest(a)))).toBe('ok')
  })
  test('of two approvals at once one wins, and it is applied once', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    const results = await Promise.all(Array.from({ length: 20 }, () => approve(site, [id])))
    expect(results.map(codeOf).sort()).toEqual(['ok', ...Array.from({ length: 19 }, () => 'stale')])
    expect(site.marks()).toHaveLength(1)
    expect(site.events().filter(event => event === 'approved')).toHaveLength(1)
  })
  test('an approval and a refusal at once: one wins and the other is told', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    const approved = approve(site, [id])
    expect(codeOf(site.spool.refuse(TERMINAL, [id]))).toBe('stale')
    expect(codeOf(await approved)).toBe('ok')
    const next = site.file('nonce-02')
    expect(codeOf(site.spool.refuse(TERMINAL, [next]))).toBe('ok')
    expect(codeOf(await approve(site, [next]))).toBe('stale')
    expect(site.stateOf(next)).toBe('refused')
  })
  test('what policy.toml no longer allows is not approved, and is once it does again', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    site.grant({ 'apply.task': 'never' })
    expect(codeOf(await approve(site, [id]))).toBe('denied')
    expect(site.stateOf(id)).toBe('pending')
    site.grant({})
    expect(codeOf(await approve(site, [id]))).toBe('ok')
  })
  test('what policy.toml forbids after the approval is not applied', async () => {
    const site = newSite()
    const id = site.place('approved', {})
    site.grant({ 'apply.task': 'never' })
    valueOf(await site.spool.tend())
    expect(valueOf(site.spool.get(id))).toMatchObject({
      state: 'refused',
      why: 'policy.toml no longer allows it',
    })
    expect(site.marks()).toEqual([])
  })
  test('a command of which policy.toml has made another is not approved, and not applied where it was approved before', async () => {
    const site = newSite()
    const waits = site.file('nonce-01')
    const approved = site.place('approved', { nonce: 'nonce-02' })
    const digest = site.digestOf(waits)
    const shown = valueOf(site.spool.get(waits)).sentence
    site.program(`#!/bin/sh\necho other >> ${site.folder}/marks\n`)
    expect(valueOf(site.spool.get(waits)).sentence).toBe(shown)
    expect(codeOf(await site.spool.approve(TERMINAL, [waits], digest))).toBe('stale')
    valueOf(await site.spool.tend())
    expect(valueOf(site.spool.get(approved))).toMatchObject({
      state: 'refused',
      why: 'policy.toml has made another command of it since it was proposed',
    })
    expect(site.marks()).toEqual([])
    site.grant({})
    expect(codeOf(await site.spool.approve(TERMINAL, [waits], digest))).toBe('ok')
    expect(site.marks()).toEqual(['add buy milk'])
  })
  test('while a configuration file cannot be understood nothing is approved or applied, and nothing is lost', async () => {
    const site = newSite()
    const [waits, approved] = [site.place('pending', {}), site.place('approved', { nonce: 'nonce-01' })]
    const problem = { code: 'config', is: 'twin.toml is not TOML', wanted: '', fix: '' } as const
    const parts = { ...site.parts, configuration: () => ({ ...site.parts.configuration(), problem }) }
    const spool = valueOf(openSpool(parts))
    expect(codeOf(await approve({ ...site, spool }, [waits]))).toBe('config')
    expect(codeOf(await spool.tend())).toBe('config')
    expect([site.stateOf(waits), site.stateOf(approved)]).toEqual(['pending', 'approved'])
    valueOf(await site.spool.tend())
    expect(site.stateOf(approved)).toBe('applied')
  })
  test.each([
    ['denied', 'refused'],
    ['stale', 'refused'],
    ['crashed', 'stuck'],
    ['late', 'stuck'],
    ['audit', 'stuck'],
    ['plugin', 'stuck'],
  ] as const)('an operation that answers %s makes it %s, with the reason beside it', async (code, state) => {
    const site = newSite({
      apply: () =>
        Promise.resolve({ ok: false, refusal: { code, is: 'it was not to be', wanted: '', fix: '' } }),
    })
    const id = site.file('nonce-01', FLAG)
    expect(valueOf(await approve(site, [id]))).toMatchObject([{ state, why: 'it was not to be' }])
    valueOf(await site.reopen().tend())
    expect(site.stateOf(id)).toBe(state)
  })
  test.each([
    { does: 'exits with a code', script: 'exit 3', state: 'stuck', why: 'ended with code 3' },
    { does: 'is killed', script: 'kill -9 $$', state: 'stuck', why: 'was killed (SIGKILL)' },
    { does: 'hangs', script: 'sleep 60', state: 'stuck', why: 'did not end in time' },
    { does: 'prints a lot', script: 'yes | head -c 10000000', state: 'applied', why: null },
  ])('a command that $does is told honestly', async ({ script, state, why }) => {
    const site = newSite()
    site.program(`#!/bin/sh\n${script}\n`)
    const id = site.file('nonce-01')
    const [view] = valueOf(await approve(site, [id]))
    expect(view?.state).toBe(state)
    expect(view?.why ?? null).toEqual(why === null ? null : expect.stringContaining(why))
  })
  test('a command that cannot be started has done nothing, so it is refused and not stuck', async () => {
    const site = newSite()
    site.program('no program', 0o600)
    const id = site.file('nonce-01')
    expect(valueOf(await approve(site, [id]))).toMatchObject([
      { state: 'refused', why: expect.stringContaining('cannot be started (EACCES)') },
    ])
  })
  test('a bug that ends an operation leaves its proposal stuck', async () => {
    const site = newSite({ apply: () => Promise.reject(new Error('bug')) })
    const id = site.file('nonce-01', FLAG)
    await expect(approve(site, [id])).rejects.toThrow('bug')
    expect(valueOf(site.spool.get(id))).toMatchObject({ state: 'stuck', why: 'a bug of twin’s own ended it' })
  })
})

describe('refusing', () => {
  test.each([
    ['a command line without a terminal', PIPE, 'ok'],
    ['the menu bar', MENU, 'ok'],
    ['the page', PAGE, 'ok'],
    ['an agent', AGENT, 'denied'],
    ['twind itself', INTERNAL, 'denied'],
  ])('%s may refuse or not', (_, channel, code) => {
    const site = newSite()
    const id = site.file('nonce-01')
    expect(codeOf(site.spool.refuse(channel, [id]))).toBe(code)
    expect(site.stateOf(id)).toBe(code === 'ok' ? 'refused' : 'pending')
  })
  test('what was refused stays refused, with who did it on record', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    expect(valueOf(site.spool.refuse(TERMINAL, [id]))).toMatchObject([
      { state: 'refused', why: 'a person refused it' },
    ])
    expect(codeOf(await approve(site, [id]))).toBe('stale')
    expect(codeOf(site.spool.refuse(TERMINAL, [id]))).toBe('stale')
    expect(site.events()).toEqual(['proposed', 'refused'])
  })
  test('what waits to be applied is refused while another of its batch is applied, and is not applied', async () => {
    const acts: (() => void)[] = []
    const applied: string[] = []
    const site = newSite({
      apply: ({ id }) => {
        applied.push(id)
        acts.shift()?.()
        return Promise.resolve({ ok: true, value: {} })
      },
    })
    const flag = (id: string) =>
      ({ kind: 'operation', operation: 'test.flag', input: { id, flag: 'red' } }) as const
    const [a, b] = [site.file('nonce-01', flag('a')), site.file('nonce-02', flag('b'))]
    acts.push(() => expect(codeOf(site.spool.refuse(TERMINAL, [b]))).toBe('ok'))
    acts.push(() => expect.unreachable())
    expect(valueOf(await approve(site, [a, b])).map(({ state }) => state)).toEqual(['applied', 'refused'])
    expect(applied).toEqual([a])
  })
  test('what is stuck is ended by a person, and is not done again', async () => {
    const site = newSite({ apply: () => Promise.resolve(stuck) })
    const id = site.file('nonce-01', FLAG)
    await approve(site, [id])
    expect(codeOf(site.spool.refuse(TERMINAL, [id]))).toBe('ok')
    expect(site.stateOf(id)).toBe('refused')
  })
})
