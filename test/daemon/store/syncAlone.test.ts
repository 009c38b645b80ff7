// One sync beside others: it runs alone, stops where it is told to, opens nothing early, and asks about DKIM once.
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refused } from '../../../protocol/refusal.ts'
import { message, storeWorld, withLetters } from './storeWorld.ts'

function emptied(path: string): void {
  chmodSync(path, 0o600)
  truncateSync(path, 0)
}

describe('a sync and everything around it', () => {
  test('runs alone: a second one waits and finds nothing new', async () => {
    const world = withLetters(6)
    const [one, two] = await Promise.all([world.sync(), world.sync()])
    expect([one.added, two.added]).toEqual([6, 0])
    expect(world.mailbox.asked).toMatchObject({ opened: 2, closed: 2 })
  })

  test('keeps to its own after one that failed', async () => {
    const world = withLetters(1)
    world.mailbox.refuses = () => refused('crashed', { is: 'no', wanted: 'no', fix: 'no' }).refusal
    const failing = world.trySync()
    world.mailbox.refuses = () => undefined
    const [, synced] = await Promise.all([failing, world.sync()])
    expect(synced.messages).toBe(1)
  })

  test.each<[string, (paths: { raw: string; parsed: string }) => void, number]>([
    ['a raw message was removed', ({ raw }) => rmSync(raw), 0],
    ['a raw message is cut off', ({ raw }) => truncateSync(raw, 3), 0],
    ['a parsed message was removed', ({ parsed }) => rmSync(parsed, { recursive: true }), 1],
    ['an envelope is empty', ({ parsed }) => emptied(join(parsed, 'envelope.json')), 1],
    ['something of nobody lies about', ({ raw }) => cpSync(raw, raw.replace(/.$/, 'x')), 0],
  ])('mends the store in a new process where %s', async (_what, spoil, again) => {
    const world = withLetters(3)
    await world.sync()
    const mail = world.find('letter 2').messages[0]?.mail
    spoil({ raw: mail?.raw ?? '', parsed: mail?.parsed ?? '' })
    world.reopen()
    expect(await world.sync()).toMatchObject({ messages: 3, gone: 0 })
    expect(world.parse.parsed).toBe(3 + again)
    expect(world.subjects()).toEqual(['letter 3', 'letter 2', 'letter 1'])
    expect(readFileSync(mail?.raw ?? '', 'utf8')).toContain('letter 2')
    expect(world.files('parsed').sort()).toEqual(world.files('home/raw').sort())
  })

  test('stops where it is told to, and the next goes on', async () => {
    const world = withLetters(450)
    const stop = new AbortController()
    world.mailbox.beforeFetch = name => {
      if (name === 'm450' || world.mailbox.asked.fetches.length === 300) stop.abort()
    }
    const stopped = await world.trySync('home', stop.signal)
    expect(stopped.ok || stopped.refusal.code).toBe('interrupted')
    world.mailbox.beforeFetch = () => undefined
    expect(await world.sync()).toMatchObject({ messages: 450 })
    expect(world.parse.parsed).toBe(450)
  })

  test('names an account that is in twin.toml', async () => {
    const world = storeWorld()
    const synced = await world.trySync('nobody')
    expect(synced.ok || synced.refusal).toMatchObject({ code: 'bad-request' })
  })

  test('opens no index before anybody asks for mail', () => {
    const world = storeWorld()
    expect(world.store.accounts()).toEqual({ ok: true, value: [] })
    expect(world.store.checkQuery('from:ann').ok).toBe(true)
    expect(existsSync(world.folder)).toBe(false)
  })

  test('leaves the mode of a raw message as it is: it may be a second name of the person’s own file', async () => {
    const world = storeWorld()
    world.mailbox.put('m1', message({ Subject: 'kept' }))
    world.mailbox.beforeFetch = () => undefined
    const open = world.mailbox.open
    world.mailbox.open = async (...asked) => {
      const session = await open(...asked)
      if (!session.ok) return session
      const fetch = async (name: string) => {
        const fetched = await session.value.fetch(name)
        if (fetched.ok) chmodSync(fetched.value.path, 0o640)
        return fetched
      }
      return { ok: true, value: { ...session.value, fetch } }
    }
    await world.sync()
    const [found] = world.find().messages
    expect(statSync(found?.mail.raw ?? '').mode & 0o777).toBe(0o640)
  })

  test('says what DKIM said of each message once, when it enters the store', async () => {
    const asked: string[][] = []
    const world = storeWorld({
      dkim: async mails => {
        asked.push(mails.map(({ parsed }) => parsed.subject))
        return mails.map(({ raw }) => {
          expect(existsSync(raw)).toBe(true)
          return { state: 'pass', domain: 'Example.ORG', why: null }
        })
      },
    })
    world.mailbox.put('m1', message({ Subject: 'signed' }))
    await world.sync()
    world.settings.version = 2
    await world.sync()
    expect(asked).toEqual([['signed']])
    expect(world.find('dkim:example.org').messages[0]?.mail.dkim).toEqual({
      state: 'pass',
      domain: 'example.org',
      why: null,
    })
  })

  test('has not checked any signature where nobody does', async () => {
    const world = withLetters(1)
    await world.sync()
    expect(world.find().messages[0]?.mail.dkim).toEqual({ state: 'not-checked', domain: null, why: null })
  })
})
