// What becomes of a run's wishes: policy.toml is the ceiling, the run's own rules are below it, its rate below those. Relies on runSite.ts
// for a run, a spool and an account.
import { describe, expect, test } from 'vitest'
import { AUTO, PROPOSE } from '../spool/mailSite.ts'
import { TERMINAL, valueOf } from '../spool/site.ts'
import { A, B, C, mailOf, RULES, runSite } from './runSite.ts'

/** policy.toml by what the run says: what is filed, and where. */
const MATRIX = [
  ['never', 'auto', 'refused'],
  ['never', 'person', 'refused'],
  ['never', 'deny', 'rejected'],
  ['propose', 'auto', 'pending'],
  ['propose', 'person', 'pending'],
  ['propose', 'deny', 'rejected'],
  ['auto', 'auto', 'applied'],
  ['auto', 'person', 'pending'],
  ['auto', 'deny', 'rejected'],
] as const
/** Each verb as a stage asks for it, and the capability that it needs. */
const VERBS_ASKED = [
  ['collection.add', 'Receipts', 'mail.collection'],
  ['collection.remove', 'INBOX', 'mail.collection'],
  ['flag.add', 'flagged', 'mail.flag'],
  ['flag.remove', 'seen', 'mail.flag'],
  ['trash', null, 'mail.trash'],
] as const

describe('policy.toml is the ceiling over every run', () => {
  const cases = MATRIX.flatMap(([grant, ask, comes]) =>
    VERBS_ASKED.map(([op, to, capability]) => ({ grant, ask, comes, op, to, capability })),
  ).filter(({ op, ask }) => op !== 'collection.add' || ask !== 'person')
  test.each(cases)('$op under "$grant", which the run says "$ask" to, is $comes', async one => {
    const site = runSite({ [one.capability]: one.grant })
    const rule = one.to === null ? one.op : `${one.op} -> ${one.to}`
    const rules = {
      auto: one.ask === 'person' ? [] : ['collection.add -> Receipts', rule],
      deny: one.ask === 'deny' ? [one.op] : [],
      rate: '200/h',
    }
    const places = [
      { message: 'INBOX:1', collection: 'INBOX', flags: ['seen'], keywords: [] },
      { message: 'Sent:1', collection: 'Sent', flags: [], keywords: [] },
    ]
    site.account.box.set('Sent', new Set(['1']))
    site.write(`${A}.0.json`, site.line({ op: one.op, to: one.to }))
    const came = await site.takeOver({ rules, scope: new Map([[A, mailOf('1', { places })]]) })
    expect(came).toMatchObject({ applied: 0, pending: 0, refused: 0, rejected: 0, [one.comes]: 1 })
    expect(site.account.effects).toHaveLength(one.comes === 'applied' ? 1 : 0)
    if (one.comes === 'refused' || one.comes === 'rejected') expect(site.isEmpty()).toBe(true)
  })
  test('what only a thread has brought into the view waits for a person, whatever the run says of it', async () => {
    const site = runSite(AUTO)
    for (const handle of [A, B]) site.write(`${handle}.0.json`, site.line({ handle }))
    expect(await site.takeOver({ pulledIn: new Set([B]) })).toMatchObject({ applied: 1, pending: 1 })
    expect(site.account.effects).toHaveLength(1)
  })
  test('what is irreversible waits for a person even where policy.toml and the run allow all that they can', async () => {
    const site = runSite({ 'mail.expunge': 'propose' })
    site.write(`${A}.0.json`, site.line({ op: 'expunge', to: null }))
    const rules = { auto: ['expunge'], deny: [], rate: '200/h' }
    expect(await site.takeOver({ rules })).toMatchObject({ applied: 0, pending: 1 })
    expect(valueOf(site.spool.list(['pending']))[0]?.risk).toBe('high')
  })
})

describe('what waits for a person already', () => {
  const RUN = (at: number) => ({ id: `receipts.176448000${at}-0123456789abcdef` })
  test('is not asked for again by the next run of that name, and is by another run', async () => {
    const site = runSite(PROPOSE)
    site.write(`${A}.0.json`, site.line())
    expect(await site.takeOver(RUN(0))).toMatchObject({ pending: 1 })
    expect(await site.takeOver(RUN(1))).toMatchObject({ pending: 1 })
    expect(site.idsIn('pending')).toHaveLength(1)
    expect(await site.takeOver({ ...RUN(2), name: 'other' })).toMatchObject({ pending: 1 })
    expect(site.idsIn('pending')).toHaveLength(2)
  })
  test('is asked for again once a person has refused it, and where the message lies elsewhere', async () => {
    const site = runSite(PROPOSE)
    site.write(`${A}.0.json`, site.line())
    await site.takeOver(RUN(0))
    const moved = { places: [{ message: 'Other:1', collection: 'Other', flags: [], keywords: [] }] }
    await site.takeOver({ ...RUN(1), scope: new Map([[A, mailOf('1', moved)]]) })
    expect(site.idsIn('pending')).toHaveLength(2)
    valueOf(site.spool.refuse(TERMINAL, site.idsIn('pending')))
    await site.takeOver(RUN(2))
    expect(site.idsIn('pending')).toHaveLength(1)
  })
  test('is made at once by a later run where policy.toml has come to allow it', async () => {
    const site = runSite(PROPOSE)
    site.write(`${A}.0.json`, site.line())
    await site.takeOver(RUN(0))
    site.grant(AUTO)
    expect(await site.takeOver(RUN(1))).toMatchObject({ applied: 1, pending: 0 })
  })
})

describe('the rate of a run', () => {
  test('what is over it waits for a person and is not lost; a later hour has room again', async () => {
    const site = runSite(AUTO)
    for (const [at, handle] of [A, B, C].entries())
      site.write(`${handle}.0.json`, site.line({ handle, nonce: `nonce-0${at}` }))
    expect(await site.takeOver({ rules: { ...RULES, rate: '2/h' } })).toMatchObject({
      applied: 2,
      pending: 1,
    })
    site.clock.now += 3_601_000
    site.write(`${A}.1.json`, site.line({ op: 'flag.add', to: 'seen', nonce: 'nonce-10' }))
    expect(await site.takeOver({ rules: { ...RULES, rate: '2/h' } })).toMatchObject({
      applied: 3,
      pending: 1,
    })
  })
  test('it outlives the process that counted', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line())
    const rules = { ...RULES, rate: '1/h' }
    expect(await site.takeOver({ rules })).toMatchObject({ applied: 1 })
    const spool = site.reopen()
    const io = { signal: new AbortController().signal, progress: () => undefined }
    const [view] = valueOf(spool.list(['applied']))
    if (view?.proposal.kind !== 'mail') throw new Error('no change of mail')
    const change = { ...view.proposal.change, verb: 'flag.add', to: 'seen' } as const
    expect(
      valueOf(await spool.propose({ name: 'receipts', rate: 1 }, [{ nonce: 'nonce-99', change }], io)),
    ).toMatchObject({ applied: 0, pending: 1 })
  })
  test('the rate and the room of other proposers do not count for it, nor it for them', async () => {
    const site = runSite(AUTO)
    site.configure('[proposals]\nrate = 1\n[accounts.home]\nadapter = "maildir"\npath = "/mail"\n')
    for (const [at, handle] of [A, B, C].entries())
      site.write(`${handle}.0.json`, site.line({ handle, nonce: `nonce-0${at}` }))
    expect(await site.takeOver()).toMatchObject({ applied: 3 })
    site.grant({ ...AUTO, 'apply.task': 'propose' })
    expect(site.file('nonce-77')).toMatch(/^p_/)
  })
})
