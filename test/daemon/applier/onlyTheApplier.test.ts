// Mail is changed, and marked as read, in one place: the applier, and of nothing but a proposal that was approved. The gate, the
// registry, the store and every operation have no way to an adapter's `apply`. Relies on test/architecture/sources.ts for the files
// of the daemon, and on a mailbox that counts what was done to it.
import { describe, expect, test } from 'vitest'
import { type State, STATES } from '../../../protocol/proposal.ts'
import { sources } from '../../architecture/sources.ts'
import { AUTO, change, mailSite, PROPOSE } from '../spool/mailSite.ts'
import { approve, codeOf, valueOf } from '../spool/site.ts'

const SEEN = { verb: 'flag.add', to: 'seen' } as const
const daemon = () => sources().filter(({ path }) => path.startsWith('daemon/'))
/** A file that can hold a session of an adapter at all. */
const KNOWS_ADAPTERS = /(?:^|\/)(?:adapters|accountLine|spoolSite|storeSite)\.ts$/

describe('an adapter’s apply', () => {
  test('is called in one file, and that file does nothing but apply what was approved', () => {
    const callers = daemon().filter(({ text }) => /\b(?:session\w*|adapter\w*|value)\??\.apply\(/i.test(text))
    expect(callers.map(({ path }) => path)).toEqual(['daemon/spool/applyChanges.ts'])
    expect(callers[0]?.imports.some(name => name.endsWith('/beginApplying.ts'))).toBe(true)
  })
  test('is out of reach of the gate, the operations, the doors and the bridge to plugins', () => {
    const holders = daemon().filter(({ imports }) => imports.some(name => KNOWS_ADAPTERS.test(name)))
    const reached = holders.filter(({ path }) =>
      /^daemon\/(?:gate|operations|doors|plugins|jobs|mail|brief)\//.test(path),
    )
    expect(reached.map(({ path }) => path)).toEqual([])
    expect(holders.length).toBeGreaterThan(3)
  })
})

describe('a change that marks a message as read', () => {
  test.each(STATES.filter(state => state !== 'new' && state !== 'approved' && state !== 'applying'))(
    'that is %s is not made, whoever tends the spool',
    async state => {
      const site = mailSite(state === 'pending' ? PROPOSE : AUTO)
      site.place(state, { kind: 'mail', change: change('1', SEEN), proposer: 'run:receipts' })
      valueOf(await site.spool.tend())
      valueOf(await site.reopen().tend())
      expect(site.account.effects).toEqual([])
    },
  )
  test.each([
    ['new', 'never', 'refused'],
    ['new', 'propose', 'pending'],
    ['new', 'auto', 'applied'],
    ['approved', 'never', 'refused'],
    ['approved', 'propose', 'applied'],
  ] as const)('that lies in %s under "%s" comes to be %s', async (state, grant, then) => {
    const site = mailSite({ 'mail.flag': grant })
    const place: State = state
    const id = site.place(place, { kind: 'mail', change: change('1', SEEN), proposer: 'run:receipts' })
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe(then)
    expect(site.account.effects).toHaveLength(then === 'applied' ? 1 : 0)
  })
  test.each([
    ['an agent', 'agent:claude'],
    ['twind itself', 'internal'],
    ['a person, without taking anything back', 'cli'],
    ['the menu bar', 'menubar'],
  ])('is never made in the name of %s, even where it lies approved', async (_, proposer) => {
    const site = mailSite(AUTO)
    const id = site.place('approved', { kind: 'mail', change: change('1', SEEN), proposer })
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe('refused')
    expect(site.account.effects).toEqual([])
  })
  test('is made once by an approved proposal: the positive control', async () => {
    const site = mailSite(PROPOSE)
    await site.propose([change('1', SEEN)])
    expect(site.account.effects).toEqual([])
    valueOf(await approve(site, site.idsIn('pending')))
    expect(site.account.effects).toEqual(['flag.add 1 -> seen'])
  })
  test('that was edited after it was approved is put aside, and nothing is done', async () => {
    const { writeFileSync, readFileSync } = await import('node:fs')
    const site = mailSite(AUTO)
    site.account.tells.closed = 'busy'
    await site.propose([change('1', SEEN)])
    const [id = ''] = site.idsIn('approved')
    const path = site.path('approved', id)
    writeFileSync(path, readFileSync(path, 'utf8').replace('INBOX:1', 'INBOX:2'))
    site.account.tells.closed = null
    valueOf(await site.spool.tend())
    expect(site.account.effects).toEqual([])
    expect(site.names('dropped')).toHaveLength(1)
  })
  test('that waits is refused once policy.toml says never, whoever approves it', async () => {
    const site = mailSite(PROPOSE)
    await site.propose([change('1', SEEN)])
    site.grant({ 'mail.flag': 'never' })
    expect(codeOf(await approve(site, site.idsIn('pending')))).toBe('denied')
    expect(site.account.effects).toEqual([])
  })
  test.each(['trashed', 'draft'])('never sets the flag %s, which is a verb of its own', async to => {
    const site = mailSite(AUTO)
    const id = site.place('approved', {
      kind: 'mail',
      change: change('1', { verb: 'flag.add', to }),
      proposer: 'run:receipts',
    })
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe('refused')
    expect(site.account.effects).toEqual([])
  })
})
