// The operations on mail, as a person and as agents ask for them: what they list, what they refuse, and that an agent learns
// nothing of an account outside its workspaces. Through the gate, the real mail helper and generated stores.
import { renameSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MailAccounts, MailCollect, MailList, MailMailboxes, MailShow } from '../../../protocol/mailOutput.ts'
import { MAIL_WORDS_CHARS } from '../../../protocol/limits.ts'
import { AGENT, mailWorld, OTHER_AGENT, PERSON } from './mailWorld.ts'

const HANDLE = 'h_aaaaaaaaaaaaaaaaaaaaaaaaaa'
/** Words that only mail, or the name, of an account out of the agent's reach holds. */
const OUTSIDE = /Work|harbor\.example|Build Server|Family|Photos from the garden|Test results|Whose account/

describe('mail.list', () => {
  test('lists mail in scope for a person, newest first, each with a handle of its own', async () => {
    const { output } = mailWorld()
    const list = MailList.parse(await output(PERSON, 'mail.list', { since: 0 }))
    expect(list.accounts.map(label => label.split(' ')[0]).sort()).toEqual(['Private', 'Work'])
    expect(list.outOfScope).toBe(3)
    const dates = list.messages.map(({ received }) => received ?? 0)
    expect(dates).toEqual(dates.toSorted((one, other) => other - one))
    expect(new Set(list.messages.map(({ handle }) => handle)).size).toBe(list.messages.length)
    expect(JSON.stringify(list)).not.toMatch(/Photos from the garden|Test results|Whose account/)
  })

  test('keeps only what is unread, flagged, of a sender, of an account', async () => {
    const { output } = mailWorld()
    const ask = async (input: object) => MailList.parse(await output(PERSON, 'mail.list', input)).messages
    const all = await ask({})
    const unread = await ask({ unread: true })
    expect(unread.length).toBeGreaterThan(0)
    expect(unread.every(({ read }) => !read)).toBe(true)
    expect((await ask({ unread: false })).length + unread.length).toBe(all.length)
    expect((await ask({ flagged: true })).every(({ flagged }) => flagged)).toBe(true)
    const from = await ask({ from: 'ANN' })
    expect(from.length).toBeGreaterThan(0)
    expect(from.length).toBeLessThan(all.length)
    expect(from.every(one => /ann/i.test(`${one.from.name} ${one.from.address}`))).toBe(true)
    const work = await ask({ account: 'work' })
    expect(work.length).toBeGreaterThan(0)
    expect(work.every(({ account }) => account.startsWith('Work'))).toBe(true)
  })

  test('lists as many as are asked for and counts the rest', async () => {
    const { output } = mailWorld()
    const all = MailList.parse(await output(PERSON, 'mail.list'))
    const few = MailList.parse(await output(PERSON, 'mail.list', { limit: 3 }))
    expect(few.messages).toHaveLength(3)
    expect(few.more).toBe(all.messages.length + all.more - 3)
  })

  test('takes a limit of [operations] list, and refuses one more', async () => {
    const { call } = mailWorld({ toml: '[operations]\nlist = 5' })
    expect(await call(PERSON, 'mail.list', { limit: 5 })).toMatchObject({ ok: true })
    expect(await call(PERSON, 'mail.list', { limit: 6 })).toMatchObject({ refusal: { code: 'over-limit' } })
  })

  test('takes words of an account up to their cap, and refuses one character more', async () => {
    const { call } = mailWorld()
    const words = 'x'.repeat(MAIL_WORDS_CHARS)
    for (const name of ['mail.list', 'mail.collect', 'mail.mailboxes'])
      expect(await call(PERSON, name, { account: words })).toMatchObject({
        refusal: { is: 'no account in scope has this name' },
      })
    for (const name of ['mail.list', 'mail.collect', 'mail.mailboxes', 'brief.show'])
      expect(await call(PERSON, name, { account: `${words}x` })).toMatchObject({
        refusal: { code: 'bad-request', is: expect.stringContaining('at most') as string },
      })
  })

  test('cuts a text to [operations] text and says so', async () => {
    const subject = 'x'.repeat(250)
    const { demoMailbox } = await import('../../../demo/mailbox.ts')
    const store = demoMailbox(Math.floor(Date.now() / 1_000))
    const [first, ...rest] = store.messages.filter(({ mailbox }) => mailbox === 'work/inbox')
    if (!first) throw new Error('the demo has no mail at work')
    const { output } = mailWorld({
      toml: '[operations]\ntext = 100',
      store: { ...store, messages: [{ ...first, subject }, ...rest] },
    })
    const { messages } = MailList.parse(await output(PERSON, 'mail.list', { since: 0 }))
    const long = messages.find(message => message.subject.includes('xxx'))
    expect([long?.subject.length, long?.cut]).toEqual([100, true])
    expect(messages.some(({ cut }) => !cut)).toBe(true)
  })

  test.each(['mail.list', 'mail.collect', 'mail.accounts', 'mail.mailboxes'])(
    'says that there is no store, not that there is no mail: %s',
    async name => {
      const { call, home } = mailWorld({ workspaces: [] })
      renameSync(join(home, 'Mail'), join(home, 'Moved'))
      for (const channel of [PERSON, AGENT])
        expect(await call(channel, name)).toMatchObject({ ok: false, refusal: { code: 'no-store' } })
    },
  )
})

describe('an agent that is narrowed to a workspace', () => {
  test.each([
    ['mail.list', MailList],
    ['mail.collect', MailCollect],
    ['mail.mailboxes', MailMailboxes],
  ] as const)('gets of %s what it names within its workspace, and nothing else', async (name, shape) => {
    const { output } = mailWorld()
    const answer = await output(AGENT, name, { account: 'Private' })
    expect(shape.parse(answer)).toMatchObject({ outOfScope: 4 })
    expect(JSON.stringify(answer)).toContain('Private')
    expect(JSON.stringify(answer)).not.toMatch(OUTSIDE)
    expect(JSON.stringify(await output(PERSON, name, { account: 'Work' }))).toMatch(OUTSIDE)
  })

  test.each(['mail.list', 'mail.collect', 'mail.mailboxes'])(
    'is asked to name an account by %s, and is refused one outside like one that does not exist',
    async name => {
      const { call } = mailWorld()
      const unnamed = await call(AGENT, name)
      expect(unnamed).toMatchObject({ refusal: { wanted: 'name an account in scope' } })
      const outside = await Promise.all(
        ['Work', 'Family', 'Nowhere', 'example.invalid'].map(account => call(AGENT, name, { account })),
      )
      expect(outside[0]).toMatchObject({ refusal: { wanted: 'name an account in scope' } })
      for (const one of outside) expect(one).toEqual(outside[0])
      expect(await call(PERSON, name, { account: 'Work' })).toMatchObject({ ok: true })
    },
  )

  test('may ask across accounts where its workspaces cover every account in scope', async () => {
    const { output } = mailWorld({ workspaces: ['private', 'default'] })
    const list = MailList.parse(await output(AGENT, 'mail.list'))
    expect(list.accounts).toHaveLength(2)
    expect(list.outOfScope).toBe(3)
  })

  test('sees its own accounts alone where a person sees all of them', async () => {
    const { output } = mailWorld()
    const own = MailAccounts.parse(await output(AGENT, 'mail.accounts'))
    expect(own.accounts.map(({ label }) => label.split(' ')[0])).toEqual(['Private'])
    expect(own.outOfScope).toBe(4)
    expect(JSON.stringify(own)).not.toMatch(OUTSIDE)
    const all = MailAccounts.parse(await output(PERSON, 'mail.accounts'))
    expect(all.accounts).toHaveLength(5)
    expect(all.outOfScope).toBe(3)
  })

  test('is told nothing of the counts of accounts that it may not see', async () => {
    const { output } = mailWorld()
    const own = MailCollect.parse(await output(AGENT, 'mail.collect', { account: 'Private' }))
    expect(own.leftOut).toBeNull()
    expect(own.accounts.map(({ label }) => label.split(' ')[0])).toEqual(['Private'])
    expect(MailCollect.parse(await output(PERSON, 'mail.collect')).leftOut).not.toBeNull()
  })
})

describe('mail.show', () => {
  test('shows a message of a list to the caller that was given it', async () => {
    const { output } = mailWorld()
    const { messages } = MailList.parse(await output(AGENT, 'mail.list', { account: 'Private' }))
    for (const message of messages.slice(0, 3)) {
      const shown = MailShow.parse(await output(AGENT, 'mail.show', { handle: message.handle }))
      const { handle, subject, account, from } = shown
      expect({ handle, subject, account, from }).toEqual({
        handle: message.handle,
        subject: message.subject,
        account: message.account,
        from: message.from,
      })
    }
  })

  test('refuses an unknown handle, another caller’s and one that has left the scope in the same words', async () => {
    const { call, output, file } = mailWorld()
    const mine = MailList.parse(await output(AGENT, 'mail.list', { account: 'Private' })).messages[0]?.handle
    const theirs = MailList.parse(await output(PERSON, 'mail.list')).messages[0]?.handle
    const unknown = await call(AGENT, 'mail.show', { handle: HANDLE })
    expect(unknown).toMatchObject({ ok: false, refusal: { code: 'stale' } })
    expect(await call(AGENT, 'mail.show', { handle: theirs })).toEqual(unknown)
    expect(await call(OTHER_AGENT, 'mail.show', { handle: mine })).toEqual(unknown)
    expect(await call(PERSON, 'mail.show', { handle: mine })).toEqual(unknown)
    expect(await call(AGENT, 'mail.show', { handle: mine })).toMatchObject({ ok: true })
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('workspaces = ["private"]', 'workspaces = ["default"]'),
    )
    expect(await call(AGENT, 'mail.show', { handle: mine })).toEqual(unknown)
    expect(await call(PERSON, 'mail.show', { handle: theirs })).toMatchObject({ ok: true })
    writeFileSync(file, readFileSync(file, 'utf8').replace('[mail]', '[mail]\nexclude = ["Private", "Work"]'))
    expect(await call(PERSON, 'mail.show', { handle: theirs })).toEqual(unknown)
  })
})
