// What an approved change of mail comes to: over one session, in an order that loses nothing, once, and refused where the message is
// not where it was or the account cannot do it. Relies on fakeAccount.ts for an adapter that keeps to its contract or breaks.
import { describe, expect, test } from 'vitest'
import { rawMessage } from '../../../helpers/stages/draft-lint/rawMessage.ts'
import { PENDING_OF_CHANGES } from '../../../protocol/limits.ts'
import { openSpool } from '../../../daemon/spool/openSpool.ts'
import type { MailChange } from '../../../protocol/mailChange.ts'
import { INTERNAL, approve, codeOf, MENU, TERMINAL, valueOf } from './site.ts'
import { AUTO, change, mailSite, PROPOSE } from './mailSite.ts'

const RAW = rawMessage({
  from: null,
  to: ['ann@example.org'],
  cc: [],
  subject: 'yes',
  body: 'I agree.',
  inReplyTo: null,
  references: [],
  now: 1_764_480_000,
})
const REMOVE: Partial<MailChange> = { verb: 'collection.remove', to: 'INBOX' }
const SEEN: Partial<MailChange> = { verb: 'flag.add', to: 'seen' }

describe('what needs no person', () => {
  test('a run’s changes are applied in one session, flags first and removals last', async () => {
    const site = mailSite(AUTO)
    const came = await site.propose(
      ['1', '2'].flatMap(key => [change(key, REMOVE), change(key), change(key, SEEN)]),
    )
    expect(came).toMatchObject({ applied: 6, pending: 0, refused: 0, stuck: 0, reasons: [] })
    expect(site.account.effects.map(effect => effect.split(' ')[0])).toEqual([
      'flag.add',
      'flag.add',
      'collection.add',
      'collection.add',
      'collection.remove',
      'collection.remove',
    ])
    expect([...(site.account.box.get('Receipts') ?? [])]).toEqual(['1', '2'])
    expect([...(site.account.box.get('INBOX') ?? [])]).toEqual(['3'])
    expect([...(site.account.flags.get('Receipts/1') ?? [])]).toEqual(['seen'])
    expect(site.account.tells).toMatchObject({ opened: 1, atOnce: 0 })
    expect(site.events().filter(event => event === 'intent')).toHaveLength(6)
    expect(site.events().filter(event => event === 'result')).toHaveLength(6)
  })
  test('one that fails stops no other, and the report says why', async () => {
    const site = mailSite(AUTO)
    site.account.box.get('INBOX')?.delete('2')
    const came = await site.propose([change('1'), change('2'), change('3')])
    expect(came).toMatchObject({ applied: 2, refused: 1 })
    expect(came.reasons).toEqual([
      {
        sentence: 'the message is no longer where it was: the message is not in that folder any more',
        count: 1,
      },
    ])
  })
  test('the last copy of a message is not taken out of its collection', async () => {
    const site = mailSite(AUTO)
    const came = await site.propose([change('1', REMOVE)])
    expect(came).toMatchObject({
      applied: 0,
      refused: 1,
      reasons: [{ sentence: 'it is the last one of this message' }],
    })
    expect(site.account.box.get('INBOX')?.has('1')).toBe(true)
  })
  test('what the account cannot do is refused before anything is begun, never done in another way', async () => {
    const site = mailSite(AUTO)
    site.account.tells.verbs = ['collection.add']
    const came = await site.propose([change('1', SEEN), change('1')])
    expect(came).toMatchObject({
      applied: 1,
      refused: 1,
      reasons: [{ sentence: 'an account of this kind cannot do flag.add' }],
    })
    expect(site.account.effects).toEqual(['collection.add 1 -> Receipts'])
  })
  test('the same wishes again change nothing and give the same answer', async () => {
    const site = mailSite(AUTO)
    const before = await site.propose([change('1'), change('2', SEEN)])
    expect(await site.propose([change('1'), change('2', SEEN)])).toEqual(before)
    expect(site.account.effects).toHaveLength(2)
  })
  test('another wish under a nonce that is known is refused', async () => {
    const site = mailSite(AUTO)
    await site.propose([change('1')])
    const came = await site.propose([change('1', REMOVE)])
    expect(came).toMatchObject({
      applied: 0,
      refused: 1,
      reasons: [{ sentence: 'this nonce names another proposal already' }],
    })
  })
  test('an account that cannot be opened leaves what was approved waiting, and it is applied at the next tending', async () => {
    const site = mailSite(AUTO)
    site.account.tells.closed = 'busy'
    expect(await site.propose([change('1')])).toMatchObject({
      applied: 0,
      pending: 1,
      reasons: [{ sentence: 'the account cannot be opened' }],
    })
    expect(site.spool.nextTending()).not.toBeNull()
    site.account.tells.closed = null
    valueOf(await site.spool.tend())
    expect(site.account.effects).toHaveLength(1)
    expect(site.spool.nextTending()).toBeNull()
  })
  test('while a change is being made others of this process get their turn', async () => {
    const site = mailSite(AUTO)
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    site.account.tells.before = () => new Promise(resolve => setImmediate(resolve))
    setImmediate(turn)
    await site.propose(['1', '2', '3'].map(key => change(key)))
    isOver = true
    expect(turns).toBeGreaterThan(3)
  })
  test('two batches of one account are applied one after the other', async () => {
    const site = mailSite(PROPOSE)
    await site.propose([change('1'), change('2', SEEN)])
    const [first = '', second = ''] = site.idsIn('pending')
    site.account.tells.before = () => new Promise(resolve => setImmediate(resolve))
    const both = await Promise.all([approve(site, [first]), approve(site, [second])])
    expect(both.map(codeOf)).toEqual(['ok', 'ok'])
    expect(site.account.tells).toMatchObject({ opened: 2, most: 1 })
  })
})

describe('an adapter that breaks', () => {
  test.each(['crashed', 'late', 'wrong-shape', 'not-json', 'too-long', 'disk'] as const)(
    'after the effect, as "%s": it is asked again and the change is applied, once',
    async code => {
      const site = mailSite(AUTO)
      site.account.tells.faults.push({ code, after: true })
      expect(await site.propose([change('1'), change('2')])).toMatchObject({ applied: 2, stuck: 0 })
      expect(site.account.effects).toEqual(['collection.add 1 -> Receipts', 'collection.add 2 -> Receipts'])
      expect(site.account.tells).toMatchObject({ opened: 2, atOnce: 0, most: 1 })
    },
  )
  test('before the effect: the change is approved again, the others go on, and it is applied at the next tending', async () => {
    const site = mailSite(AUTO)
    site.account.tells.faults.push({ code: 'crashed', after: false })
    expect(await site.propose([change('1'), change('2')])).toMatchObject({ applied: 1, pending: 1 })
    expect(site.idsIn('approved')).toHaveLength(1)
    valueOf(await site.spool.tend())
    expect(site.account.effects.sort()).toEqual([
      'collection.add 1 -> Receipts',
      'collection.add 2 -> Receipts',
    ])
  })
  test('one that is stopped since twin ends: the change stays where it is, and the next process asks about it', async () => {
    const ending = new AbortController()
    const site = mailSite(AUTO, ['1', '2'], { signal: ending.signal })
    site.account.tells.faults.push({ code: 'interrupted', after: true })
    site.account.tells.before = () => Promise.resolve(ending.abort())
    expect(await site.propose([change('1'), change('2')])).toMatchObject({ applied: 0, pending: 2, stuck: 0 })
    expect([site.idsIn('applying').length, site.idsIn('approved').length]).toEqual([1, 1])
    const next = valueOf(openSpool({ ...site.parts, signal: new AbortController().signal }))
    valueOf(await next.tend())
    expect(site.idsIn('applied')).toHaveLength(2)
    expect(site.account.effects).toHaveLength(2)
  })
  test('one that breaks at the same change again and again: a person looks at it in the end', async () => {
    const site = mailSite(AUTO)
    for (let time = 0; time < 3; time++) site.account.tells.faults.push({ code: 'crashed', after: false })
    await site.propose([change('1')])
    valueOf(await site.spool.tend())
    valueOf(await site.spool.tend())
    expect(valueOf(site.spool.list(['stuck']))).toMatchObject([
      { why: '3 attempts to apply it failed: the adapter broke' },
    ])
    expect(site.account.effects).toEqual([])
  })
  test('one that breaks at every change: the rest of the batch stays approved and untouched', async () => {
    const keys = ['1', '2', '3', '4', '5', '6']
    const site = mailSite(AUTO, keys)
    for (let time = 0; time < 10; time++) site.account.tells.faults.push({ code: 'crashed', after: false })
    expect(await site.propose(keys.map(key => change(key)))).toMatchObject({
      applied: 0,
      pending: 6,
      stuck: 0,
    })
    expect(site.account.tells.opened).toBeLessThanOrEqual(4)
  })
  test('one that cannot say whether it has applied it: the change is stuck, and only a person ends it', async () => {
    const site = mailSite(AUTO)
    site.account.tells.faults.push({ code: 'crashed', after: true })
    site.account.tells.answer = 'unknown'
    expect(await site.propose([change('1'), change('2')])).toMatchObject({ applied: 1, stuck: 1 })
    const [id = ''] = site.idsIn('stuck')
    valueOf(await site.reopen().tend())
    expect(site.stateOf(id)).toBe('stuck')
    expect(site.account.effects).toHaveLength(2)
    expect(codeOf(site.spool.refuse(INTERNAL, [id]))).toBe('denied')
    expect(codeOf(site.spool.refuse(TERMINAL, [id]))).toBe('ok')
  })
})

describe('what a crash left in applying', () => {
  test.each([
    ['yes', 'applied', 0],
    ['no', 'applied', 1],
    ['unknown', 'stuck', 0],
  ] as const)('an adapter that says %s: the proposal is %s', async (answer, state, effects) => {
    const site = mailSite(AUTO)
    const id = site.place('applying', {
      kind: 'mail',
      change: change('1'),
      proposer: 'run:receipts',
    })
    site.account.tells.answer = answer
    const spool = site.reopen()
    expect(site.stateOf(id)).toBe('applying')
    expect(spool.nextTending()).not.toBeNull()
    valueOf(await spool.tend())
    expect(site.stateOf(id)).toBe(state)
    expect(site.account.effects).toHaveLength(effects)
  })
  test('an account that cannot be opened is asked again later, and nothing is done meanwhile', async () => {
    const site = mailSite(AUTO)
    const id = site.place('applying', {
      kind: 'mail',
      change: change('1'),
      proposer: 'run:receipts',
    })
    site.account.tells.closed = 'busy'
    const spool = site.reopen()
    expect(codeOf(await spool.tend())).toBe('busy')
    expect(site.stateOf(id)).toBe('applying')
    site.account.tells.closed = null
    site.account.tells.answer = 'yes'
    valueOf(await spool.tend())
    expect(site.stateOf(id)).toBe('applied')
  })
  test('an account that is no longer in twin.toml leaves it stuck', async () => {
    const site = mailSite(AUTO)
    const id = site.place('applying', {
      kind: 'mail',
      change: change('1'),
      proposer: 'run:receipts',
    })
    site.configure('')
    valueOf(await site.reopen().tend())
    expect(site.stateOf(id)).toBe('stuck')
  })
  test('without twind, an approval for the same account asks about it first', async () => {
    const site = mailSite(PROPOSE)
    const left = site.place('applying', {
      kind: 'mail',
      change: change('1'),
      proposer: 'run:receipts',
    })
    await site.propose([change('2')])
    const spool = site.reopen()
    const [id = ''] = site.idsIn('pending')
    site.account.tells.answer = 'yes'
    valueOf(await approve({ ...site, spool }, [id]))
    expect([site.stateOf(left), site.stateOf(id)]).toEqual(['applied', 'applied'])
  })
})

describe('a person', () => {
  test('approves all that are alike with one decision, in the menu bar what can be undone', async () => {
    const site = mailSite(PROPOSE)
    expect(await site.propose(['1', '2', '3'].map(key => change(key)))).toMatchObject({
      applied: 0,
      pending: 3,
    })
    const ids = site.idsIn('pending')
    expect(new Set(valueOf(site.spool.list(['pending'])).map(({ batch }) => batch)).size).toBe(1)
    expect(valueOf(site.spool.list(['pending'])).map(({ risk }) => risk)).toEqual(['low', 'low', 'low'])
    valueOf(await approve(site, ids, MENU))
    expect(site.account.effects).toHaveLength(3)
    expect(site.account.tells.opened).toBe(1)
  })
  test('decides by itself on what another verb or target makes different', async () => {
    const site = mailSite(PROPOSE)
    await site.propose([change('1'), change('1', { to: 'Other' }), change('1', SEEN), change('2')])
    const batches = valueOf(site.spool.list(['pending'])).map(({ batch }) => batch)
    expect(new Set(batches).size).toBe(3)
    expect(codeOf(await approve(site, site.idsIn('pending')))).toBe('bad-request')
  })
  test.each([
    ['trash', { verb: 'trash', to: null }],
    ['expunge', { verb: 'expunge', to: null }],
  ] as const)('approves %s in a terminal alone', async (verb, wanted) => {
    const site = mailSite(PROPOSE)
    await site.propose([change('1', wanted)])
    const ids = site.idsIn('pending')
    expect(valueOf(site.spool.list(['pending']))[0]?.risk).toBe('high')
    expect(codeOf(await approve(site, ids, MENU))).toBe('denied')
    expect(site.account.effects).toEqual([])
    valueOf(await approve(site, ids))
    expect(site.account.effects).toEqual([`${verb} 1 -> null`])
  })
  test('decides before more comes: as many changes of mail wait as the cap, and one more is refused until one is decided', async () => {
    const site = mailSite({ ...PROPOSE, 'apply.task': 'propose' })
    for (let at = 1; at < PENDING_OF_CHANGES; at++)
      site.place('pending', {
        kind: 'mail',
        change: change('3'),
        proposer: 'run:other',
        nonce: `other-${at}-nonce`,
      })
    expect(await site.propose([change('1'), change('2')])).toMatchObject({
      pending: 1,
      refused: 1,
      reasons: [{ sentence: `${PENDING_OF_CHANGES} changes of mail wait for a person already` }],
    })
    expect(site.file('nonce-77')).toMatch(/^p_/)
    valueOf(site.spool.refuse(TERMINAL, site.idsIn('pending').slice(0, 1)))
    expect(await site.propose([change('1'), change('2')])).toMatchObject({ pending: 2, refused: 0 })
  }, 60_000)
  test('approves what then is not where it was: it is refused as stale and nothing is done', async () => {
    const site = mailSite(PROPOSE)
    await site.propose([change('1')])
    site.account.box.get('INBOX')?.delete('1')
    const [id = ''] = site.idsIn('pending')
    expect(valueOf(await approve(site, [id]))).toMatchObject([{ state: 'refused' }])
    expect(site.account.effects).toEqual([])
  })
  test('approves a draft, and exactly the bytes that were linted are put there', async () => {
    const site = mailSite(PROPOSE)
    const raw = RAW
    const draft = { flags: [], raw }
    await site.propose([change('1', { verb: 'draft', message: null, to: null, draft })])
    valueOf(await approve(site, site.idsIn('pending')))
    expect(site.account.raws).toEqual([raw])
    expect(site.account.effects).toEqual(['draft -> Drafts'])
  })
  test('is never asked about a draft that cannot be shown whole', async () => {
    const site = mailSite(PROPOSE)
    const draft = { flags: [], raw: RAW.replace('Subject', 'Bcc: eve@example.org\r\nSubject') }
    expect(
      await site.propose([change('1', { verb: 'draft', message: null, to: null, draft })]),
    ).toMatchObject({
      pending: 0,
      refused: 1,
    })
  })
})

test('what waits of one moment is listed with additions before what takes out, whatever the ids', async () => {
  const site = mailSite(PROPOSE)
  const moves = ['1', '2', '3'].flatMap(key => [
    change(key, { verb: 'collection.remove', to: 'INBOX' }),
    change(key),
  ])
  await site.propose(moves)
  const verbs = valueOf(site.spool.list(['pending'])).map(({ proposal }) =>
    proposal.kind === 'mail' ? proposal.change.verb : null,
  )
  const three = (verb: string) => [verb, verb, verb]
  expect(verbs).toEqual([...three('collection.add'), ...three('collection.remove')])
})
