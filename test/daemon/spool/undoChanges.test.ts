// Taking back what was applied: a person's own proposal, under the same policy, once, and refused for what nobody can take back. Relies on
// fakeAccount.ts, whose answers say what a message is called afterwards.
import { describe, expect, test } from 'vitest'
import { rawMessage } from '../../../helpers/stages/draft-lint/rawMessage.ts'
import { inverseOf } from '../../../daemon/spool/inverseOf.ts'
import type { MailChange } from '../../../protocol/mailChange.ts'
import type { Verb } from '../../../protocol/adapter.ts'
import { AGENT, approve, codeOf, INTERNAL, MENU, PAGE, PIPE, TERMINAL, valueOf } from './site.ts'
import { AUTO, change, type MailSite, mailSite, PROPOSE } from './mailSite.ts'

const RAW = rawMessage({
  from: null,
  to: ['a@example.org'],
  cc: [],
  subject: 'x',
  body: 'x',
  inReplyTo: null,
  references: [],
  now: 1_764_480_000,
})

/** Applies the changes and gives their ids, in the order of their verbs. */
async function applied(site: MailSite, changes: readonly MailChange[]): Promise<string[]> {
  expect(await site.propose(changes)).toMatchObject({ applied: changes.length })
  return site.idsIn('applied')
}
const where = (site: MailSite, key: string): string[] =>
  [...site.account.box].flatMap(([name, keys]) => (keys.has(key) ? [name] : [])).sort()

describe('undoing', () => {
  test.each([
    ['an addition', {}, ['INBOX']],
    ['the trash', { verb: 'trash', to: null }, ['INBOX']],
  ] as const)('%s puts the message back where it was', async (_, wanted, places) => {
    const site = mailSite(AUTO)
    const [id = ''] = await applied(site, [change('1', wanted)])
    expect(where(site, '1')).not.toEqual(places)
    const undone = valueOf(await site.spool.undo(PIPE, [id]))
    expect(undone.map(({ state }) => state)).toEqual(undone.map(() => 'applied'))
    expect(where(site, '1')).toEqual(places)
    for (const { proposal } of undone) {
      if (proposal.kind !== 'mail') throw new Error('no change of mail')
      expect(proposal).toMatchObject({ proposer: 'cli', change: { undoes: id } })
    }
  })
  test('a removal is undone from where the run had added the message', async () => {
    const site = mailSite(AUTO)
    await applied(site, [change('1'), change('1', { verb: 'collection.remove', to: 'INBOX' })])
    const removal = valueOf(site.spool.list(['applied'])).find(
      ({ proposal }) => proposal.kind === 'mail' && proposal.change.verb === 'collection.remove',
    )
    expect(where(site, '1')).toEqual(['Receipts'])
    valueOf(await site.spool.undo(PIPE, [removal?.id ?? '']))
    expect(where(site, '1')).toEqual(['INBOX', 'Receipts'])
  })
  test('a removal without an addition that twin knows of is refused', async () => {
    const site = mailSite(AUTO)
    site.account.box.set('Archive', new Set(['1']))
    const [id = ''] = await applied(site, [change('1', { verb: 'collection.remove', to: 'INBOX' })])
    expect(codeOf(await site.spool.undo(PIPE, [id]))).toBe('bad-request')
  })
  test.each(['flag.add', 'flag.remove'] as const)('%s is undone by its opposite', async verb => {
    const site = mailSite(AUTO)
    site.account.flags.set('INBOX/1', new Set(verb === 'flag.add' ? [] : ['seen']))
    const [id = ''] = await applied(site, [change('1', { verb, to: 'seen' })])
    valueOf(await site.spool.undo(PIPE, [id]))
    expect([...(site.account.flags.get('INBOX/1') ?? [])]).toEqual(verb === 'flag.add' ? [] : ['seen'])
  })
  test('the same again is the same proposal: nothing is done twice', async () => {
    const site = mailSite(AUTO)
    const [id = ''] = await applied(site, [change('1', { verb: 'flag.add', to: 'seen' })])
    const first = valueOf(await site.spool.undo(PIPE, [id]))
    const again = valueOf(await site.spool.undo(PIPE, [id]))
    expect(again.map(view => view.id)).toEqual(first.map(view => view.id))
    expect(site.account.effects).toHaveLength(2)
  })
  test('what was refused may be asked for again', async () => {
    const site = mailSite(AUTO)
    const [id = ''] = await applied(site, [change('1', { verb: 'flag.add', to: 'seen' })])
    site.grant(PROPOSE)
    const [first] = valueOf(await site.spool.undo(PIPE, [id]))
    expect(first?.state).toBe('pending')
    valueOf(site.spool.refuse(TERMINAL, [first?.id ?? '']))
    const [second] = valueOf(await site.spool.undo(PIPE, [id]))
    expect(second?.id).not.toBe(first?.id)
    expect(second?.state).toBe('pending')
    valueOf(await approve(site, [second?.id ?? '']))
    expect(site.account.effects).toEqual(['flag.add 1 -> seen', 'flag.remove 1 -> seen'])
  })
  test('policy.toml that says never refuses it, and nothing is filed', async () => {
    const site = mailSite(AUTO)
    const [id = ''] = await applied(site, [change('1')])
    site.grant({})
    expect(codeOf(await site.spool.undo(PIPE, [id]))).toBe('denied')
    expect(where(site, '1')).toEqual(['INBOX', 'Receipts'])
  })
  test.each([
    ['an agent', AGENT],
    ['twind itself', INTERNAL],
    ['the menu bar', MENU],
    ['the page', PAGE],
  ])('%s cannot take a change back', async (_, channel) => {
    const site = mailSite(AUTO)
    const [id = ''] = await applied(site, [change('1')])
    expect(codeOf(await site.spool.undo(channel, [id]))).toBe('denied')
  })
  test('what waits, what was refused and what is no change of mail cannot be undone', async () => {
    const site = mailSite({ ...PROPOSE, 'apply.task': 'propose' })
    await site.propose([change('1'), change('2')])
    const [waiting = '', other = ''] = site.idsIn('pending')
    valueOf(site.spool.refuse(TERMINAL, [other]))
    const task = site.file('nonce-77')
    valueOf(await approve(site, [task]))
    for (const id of [waiting, other, task]) expect(codeOf(await site.spool.undo(PIPE, [id]))).toBe('stale')
    expect(codeOf(await site.spool.undo(PIPE, ['p_aaaaaaaaaaaaaaaaaaaaaaaaaa']))).toBe('bad-request')
  })
  test('one that cannot be undone keeps the others from being filed', async () => {
    const site = mailSite(AUTO)
    const draft = { flags: [], raw: RAW }
    const ids = await applied(site, [
      change('1'),
      change('2', { verb: 'draft', message: null, to: null, draft }),
    ])
    expect(codeOf(await site.spool.undo(PIPE, ids))).toBe('bad-request')
    expect(site.account.effects).toHaveLength(2)
  })
})

describe('inverseOf', () => {
  const account = {
    adapter: 'maildir',
    path: '/m',
    inbox: 'INBOX',
    sent: [],
    drafts: 'D',
    trash: 'T',
    junk: [],
    addresses: [],
  } as const
  const of = (verb: Verb, since: string | null) =>
    inverseOf({
      id: 'p',
      change: change('1', { verb }),
      since,
      elsewhere: null,
      account: { ...account, sent: [], junk: [], addresses: [] },
    })
  test.each([
    ['expunge', 'x'],
    ['collection.remove', 'x'],
    ['collection.add', null],
    ['trash', null],
  ] as const)('%s after which the message is called %s is refused with a sentence', (verb, since) => {
    const inverse = of(verb, since)
    expect(inverse.ok ? 'taken' : inverse.refusal.is).toContain('it cannot be taken back: ')
  })
  test.each(['draft', 'send'] as const)('%s is refused with a sentence', verb => {
    const inverse = inverseOf({
      id: 'p',
      change: change('1', { verb, message: null }),
      since: 'x',
      elsewhere: null,
      account: { ...account, sent: [], junk: [], addresses: [] },
    })
    expect(inverse.ok ? 'taken' : inverse.refusal.is).toContain('it cannot be taken back: ')
  })
  test('the trash of an account that only marks what is in it is undone by taking the mark away', () => {
    const inverse = of('trash', change('1').message?.id ?? '')
    expect(valueOf(inverse)).toMatchObject([{ verb: 'flag.remove', to: 'trashed', undoes: 'p' }])
  })
  test('what was called otherwise since is named by its new name', () => {
    expect(valueOf(of('flag.add', 'new'))).toMatchObject([
      { verb: 'flag.remove', message: { id: 'new', collection: 'INBOX' }, ask: 'auto' },
    ])
  })
})
