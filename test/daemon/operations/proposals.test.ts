// The operations proposals, apply and audit, called through the gate as their doors call them, with a spool and an audit log of
// real files behind here. Relies on the world of the gate's tests and on the site of the spool's.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Asked } from '../../../daemon/world.ts'
import { openAudit } from '../../../daemon/audit/openAudit.ts'
import { registry } from '../../../daemon/operations/registry.ts'
import { decisionDigest } from '../../../daemon/spool/decisionDigest.ts'
import type { Channel } from '../../../protocol/door.ts'
import type { Outcome } from '../../../protocol/call.ts'
import { gateWorld, type GateWorld } from '../gate/gateWorld.ts'
import {
  AGENT,
  codeOf,
  FLAG,
  MENU,
  newSite,
  NOW,
  OTHER,
  PAGE,
  PIPE,
  type Site,
  TASK,
  TERMINAL,
  valueOf,
} from '../spool/site.ts'

interface Both extends GateWorld {
  readonly site: Site
}
function both(toml = ''): Both {
  const here = gateWorld([], `[agents.claude]\n[agents.other]\n${toml}`)
  const site = newSite({ apply: (approved, io) => here.gate.apply(approved, io) })
  Object.assign(here.world, {
    spool: site.spool,
    audit: site.parts.audit,
    home: site.folder,
    configuration: () => ({ ...site.parts.configuration(), config: here.config }),
  })
  here.now = NOW
  here.operations = [...registry, ...site.parts.operations()]
  return Object.assign(here, { site })
}
async function done(here: Both, channel: Channel, asked: Partial<Asked> & { name: string }) {
  const result = valueOf(await here.call(channel, asked))
  if (result.outcome !== 'done') throw new Error(`not done but ${result.outcome}`)
  return result as Extract<Outcome, { outcome: 'done' }> & { output: Record<string, unknown> }
}
const RUN = { name: 'apply.run', input: { name: 'task', arguments: { title: 'buy milk' } } }
/** An agent's two calls. */
async function proposed(
  here: Both,
  channel = AGENT,
  asked: Partial<Asked> & { name: string } = RUN,
): Promise<string> {
  const preview = valueOf(await here.call(channel, asked))
  if (preview.outcome !== 'preview' || preview.preview.token === null) throw new Error('no token')
  const filed = valueOf(await here.call(channel, { ...asked, token: preview.preview.token }))
  if (filed.outcome !== 'proposed') throw new Error(`not proposed but ${filed.outcome}`)
  return filed.id
}

describe('from an agent’s call to a person’s yes', () => {
  test('an agent sees the exact words, files a proposal, and nothing runs before a person says yes in a terminal', async () => {
    const here = both()
    const preview = valueOf(await here.call(AGENT, RUN))
    expect(preview).toMatchObject({
      outcome: 'preview',
      preview: { sentence: `Runs "${join(here.site.folder, 'task')}" "add" "buy milk".`, count: 3 },
    })
    const id = await proposed(here)
    expect(here.site.marks()).toEqual([])
    const shown = await done(here, TERMINAL, { name: 'proposals.show', input: { id } })
    expect(shown).toMatchObject({
      provenance: 'agent',
      output: { kind: 'command', what: 'task', risk: 'high', state: 'pending' },
    })
    const asked = { name: 'proposals.approve', input: { ids: [id], digest: shown.output['digest'] } }
    expect(valueOf(await here.call(TERMINAL, asked))).toMatchObject({
      outcome: 'preview',
      preview: { count: 1 },
    })
    expect(codeOf(await here.call(PIPE, { ...asked, confirm: true }))).toBe('denied')
    expect(codeOf(await here.call(MENU, { ...asked, confirm: true }))).toBe('denied')
    expect(codeOf(await here.call(PAGE, { ...asked, confirm: true }))).toBe('denied')
    expect(here.site.marks()).toEqual([])
    const approved = await done(here, TERMINAL, { ...asked, confirm: true })
    expect(approved.output).toMatchObject({ proposals: [{ id, state: 'applied' }] })
    expect(here.site.marks()).toEqual(['add buy milk'])
    expect(codeOf(await here.call(TERMINAL, { ...asked, confirm: true }))).toBe('stale')
  })
  test('an operation that was proposed is run by the gate with the stored input, and recorded with its proposal', async () => {
    const here = both()
    const id = await proposed(here, AGENT, { name: 'test.flag', input: { id: 'm1', flag: 'red' } })
    const shown = await done(here, TERMINAL, { name: 'proposals.show', input: { id } })
    expect(shown.output).toMatchObject({
      foreseen: { sentence: 'Sets a flag.', changes: [], more: 0 },
      facts: [
        { name: 'id', value: '"m1"' },
        { name: 'flag', value: '"red"' },
      ],
    })
    const input = { ids: [id], digest: shown.output['digest'] }
    await done(here, TERMINAL, { name: 'proposals.approve', input, confirm: true })
    const { records } = (await done(here, TERMINAL, { name: 'audit.list' })).output as {
      records: { operation: string; event: string; proposal: string }[]
    }
    expect(
      records
        .filter(({ operation }) => operation === 'test.flag')
        .map(({ event }) => event)
        .reverse(),
    ).toEqual(['call', 'proposed', 'call', 'approved', 'intent', 'result'])
    expect(
      records.find(({ event, operation }) => event === 'result' && operation === 'test.flag')?.proposal,
    ).toBe(id)
  })
  test('with the capability auto an agent’s second call runs the command, and with never there is no token', async () => {
    const here = both()
    here.site.grant({ 'apply.task': 'auto' })
    const preview = valueOf(await here.call(AGENT, RUN))
    if (preview.outcome !== 'preview') throw new Error('no preview')
    expect(await done(here, AGENT, { ...RUN, token: preview.preview.token ?? '' })).toMatchObject({
      output: { exit: 0, printed: 0 },
    })
    expect(here.site.marks()).toEqual(['add buy milk'])
    here.site.grant({ 'apply.task': 'never' })
    expect(codeOf(await here.call(AGENT, RUN))).toBe('denied')
  })
  test.each(['none', 'constructor'])(
    'a command that policy.toml does not have, such as %s, is denied as one that is never allowed',
    async name => {
      const here = both()
      here.site.grant({ 'apply.task': 'never' })
      const input = { name, arguments: {} }
      expect(await here.call(AGENT, { name: 'apply.run', input })).toEqual(await here.call(AGENT, RUN))
    },
  )
  test.each(['proposals.approve', 'proposals.refuse', 'audit.list', 'audit.verify'])(
    'no agent is offered %s',
    async name => {
      const here = both()
      expect(here.gate.offered(AGENT).map(operation => operation.name)).not.toContain(name)
      expect(here.gate.offered(TERMINAL).map(operation => operation.name)).toContain(name)
      expect(
        codeOf(
          await here.call(AGENT, { name, input: { ids: [`p_${'a'.repeat(26)}`], digest: 'd'.repeat(64) } }),
        ),
      ).toBe('unavailable')
    },
  )
})

describe('what an agent sees', () => {
  test('an agent sees its own proposals alone, and another’s as if it did not exist', async () => {
    const here = both()
    const own = await proposed(here)
    const other = await proposed(here, OTHER)
    const persons = here.site.file('nonce-01', FLAG, PIPE)
    const ids = async (channel: Channel) =>
      ((await done(here, channel, { name: 'proposals.list' })).output['proposals'] as { id: string }[]).map(
        ({ id }) => id,
      )
    expect(await ids(AGENT)).toEqual([own])
    expect((await ids(TERMINAL)).sort()).toEqual([own, other, persons].sort())
    const show = (id: string) => here.call(AGENT, { name: 'proposals.show', input: { id } })
    expect((await show(own)).ok).toBe(true)
    const nowhere = await show(`p_${'a'.repeat(26)}`)
    expect(nowhere.ok).toBe(false)
    expect(await show(other)).toEqual(nowhere)
    expect(await show(persons)).toEqual(nowhere)
  })
  test('a person is told what was dropped, and an agent is not', async () => {
    const here = both()
    here.site.place('new', { nonce: 'nonce-01', expires: 1, prose: 'x' })
    const { writeFileSync } = await import('node:fs')
    writeFileSync(join(here.site.spoolFolder, 'new', 'x'), '')
    valueOf(await here.site.spool.tend())
    expect((await done(here, TERMINAL, { name: 'proposals.list' })).output['dropped']).toMatchObject([
      { why: 'its name is no proposal’s' },
    ])
    expect((await done(here, AGENT, { name: 'proposals.list' })).output['dropped']).toEqual([])
  })
  test('the commands are listed with what each argument takes and what policy says, and without their argv', async () => {
    const here = both()
    const { output } = await done(here, AGENT, { name: 'apply.list' })
    expect(output).toEqual({
      commands: [
        {
          name: 'task',
          grant: 'propose',
          arguments: [{ name: 'title', type: 'text', wants: '1 to 200 characters that match .+' }],
        },
      ],
    })
  })
})

describe('lists', () => {
  test('a list has its bound, counts what is beyond, and refuses a limit over it', async () => {
    const here = both('[operations]\nlist = 2')
    for (let at = 0; at < 3; at++) here.site.place('pending', { nonce: `nonce-0${at}` })
    expect((await done(here, TERMINAL, { name: 'proposals.list' })).output).toMatchObject({
      proposals: [{}, {}],
      more: 1,
    })
    expect((await done(here, TERMINAL, { name: 'audit.list' })).output['records']).toHaveLength(1)
    for (const name of ['proposals.list', 'audit.list'])
      expect(codeOf(await here.call(TERMINAL, { name, input: { limit: 3 } }))).toBe('over-limit')
  })
  test('proposals that are alike come with the digest of one decision, which approves all of them', async () => {
    const here = both()
    const flag = (id: string) =>
      ({ kind: 'operation', operation: 'test.flag', input: { id, flag: 'red' } }) as const
    for (const at of ['1', '2', '3']) here.site.file(`nonce-0${at}`, flag(at), PIPE)
    here.site.file('nonce-09', TASK)
    const { output } = await done(here, MENU, { name: 'proposals.list' })
    const [batch, ...others] = output['batches'] as { ids: string[]; digest: string }[]
    expect(others).toEqual([])
    expect(batch?.digest).toBe(
      decisionDigest((batch?.ids ?? []).map(id => ({ id, digest: here.site.digestOf(id) }))),
    )
    const approved = await done(here, MENU, {
      name: 'proposals.approve',
      input: { ...pick(batch) },
      confirm: true,
    })
    expect((approved.output['proposals'] as { state: string }[]).map(({ state }) => state)).toEqual([
      'applied',
      'applied',
      'applied',
    ])
  })
  test('a batch of more than are listed is told whole, and is refused by its name', async () => {
    const here = both()
    for (const at of ['1', '2', '3'])
      here.site.file(
        `nonce-0${at}`,
        { kind: 'operation', operation: 'test.flag', input: { id: at, flag: 'red' } },
        PIPE,
      )
    const other = here.site.file('nonce-09', TASK)
    const { output } = await done(here, MENU, { name: 'proposals.list', input: { limit: 1 } })
    const [batch] = output['batches'] as { batch: string; ids: string[] }[]
    expect(batch?.ids).toHaveLength(3)
    const refuse = { name: 'proposals.refuse', input: { ids: [batch?.batch] }, confirm: true }
    const refused = await done(here, MENU, refuse)
    expect((refused.output['proposals'] as { state: string }[]).map(({ state }) => state)).toEqual([
      'refused',
      'refused',
      'refused',
    ])
    expect(here.site.stateOf(other)).toBe('pending')
    expect(codeOf(await here.call(MENU, refuse))).toBe('bad-request')
  })
  test('states are chosen, and by default what is finished is left out', async () => {
    const here = both()
    here.site.place('pending', { nonce: 'nonce-01' })
    here.site.place('applied', { nonce: 'nonce-02' })
    here.site.place('stuck', { nonce: 'nonce-03' })
    const states = async (input: object) =>
      (
        (await done(here, TERMINAL, { name: 'proposals.list', input: { ...input } })).output['proposals'] as {
          state: string
        }[]
      ).map(({ state }) => state)
    expect(await states({})).toEqual(['pending', 'stuck'])
    expect(await states({ states: ['applied'] })).toEqual(['applied'])
    const wrong = await here.call(TERMINAL, { name: 'proposals.list', input: { states: ['x'] } })
    expect(codeOf(wrong)).toBe('bad-request')
    expect(JSON.stringify(wrong)).toContain('wants one of new, pending, approved, applying, applied')
  })
  test('what waits is listed in its turn, and what is finished after it with the newest first', async () => {
    const here = both()
    const created = NOW / 1000 - 100
    const at = (state: 'pending' | 'applied' | 'refused', seconds: number) =>
      here.site.place(state, { nonce: `nonce-${state}-${seconds}`, created: created + seconds })
    for (const seconds of [1, 2]) at('pending', seconds)
    for (const seconds of [3, 5]) at('applied', seconds)
    at('refused', 4)
    const input = { states: ['applied', 'refused', 'pending'] }
    const { output } = await done(here, TERMINAL, { name: 'proposals.list', input })
    const order = (output['proposals'] as { created: number }[]).map(one => one.created - created)
    expect(order).toEqual([1, 2, 5, 4, 3])
  })
})

const pick = (batch: { ids: string[]; digest: string } | undefined) => ({
  ids: batch?.ids,
  digest: batch?.digest,
})

describe('the audit log', () => {
  test('an intent that a killed process left is listed with the outcome unknown, and verify is intact', async () => {
    const here = both()
    const folder = join(here.site.folder, 'killed')
    const before = valueOf(openAudit(folder, () => NOW))
    before.record({ event: 'intent', caller: 'cli', operation: 'jobs.run' })
    Object.assign(here.world, { audit: valueOf(openAudit(folder, () => NOW)) })
    const listed = (await done(here, TERMINAL, { name: 'audit.list' })).output
    expect(listed).toMatchObject({
      records: [{ seq: 0, event: 'intent', outcome: 'unknown' }],
      unreadable: 0,
    })
    expect((await done(here, TERMINAL, { name: 'audit.verify' })).output).toMatchObject({
      intact: true,
      broken: null,
      missing: 0,
    })
  })
  test('no word of a proposal’s arguments, input or prose stands in the audit log', async () => {
    const here = both()
    const secret = 'Re: Contract for Tuesday'
    const id = await proposed(here, AGENT, {
      name: 'apply.run',
      input: { name: 'task', arguments: { title: secret } },
    })
    here.site.spool.file(AGENT, FLAG, { nonce: 'nonce-01', prose: secret })
    const digest = here.site.digestOf(id)
    await done(here, TERMINAL, { name: 'proposals.approve', input: { ids: [id], digest }, confirm: true })
    expect(here.site.marks()).toEqual([`add ${secret}`])
    const { readFileSync } = await import('node:fs')
    const log = readFileSync(join(here.site.folder, 'state', 'audit', '2026-11.jsonl'), 'utf8')
    expect(log).toContain(id)
    expect(log).not.toContain('Contract')
    expect(here.site.logged.join()).not.toContain('Contract')
  })
})
