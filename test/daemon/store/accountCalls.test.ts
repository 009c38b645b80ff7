// What the operations on accounts make of the store: a list of all, a sync of all where one fails, a search within its limit.
import { describe, expect, test } from 'vitest'
import type { Context } from '../../../daemon/gate/operation.ts'
import { listAccounts } from '../../../daemon/store/listAccounts.ts'
import { searchAccount } from '../../../daemon/store/searchAccount.ts'
import { syncAll } from '../../../daemon/store/syncAll.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { message, NOW, TOML, withLetters } from './storeWorld.ts'

const WORK = '[accounts.work]\nadapter = "maildir"\npath = "/mail/work"\n'
/** A store with three letters, and the part of a world that operations use; `toml` is twin.toml from then on. */
async function site(toml = TOML) {
  const world = withLetters(3)
  await world.sync()
  world.settings.toml = toml
  const part = {
    store: world.store,
    now: () => NOW * 1_000,
    configuration: () => {
      const config = parseConfig(world.settings.toml)
      if (!config.ok) throw new Error(config.refusal.is)
      return { config: config.value }
    },
  }
  const context = {
    world: part,
    signal: new AbortController().signal,
    progress: () => undefined,
  } as unknown as Context
  return { world, context, part: context.world }
}

describe('the list of accounts', () => {
  test('has those of twin.toml first, and then those whose mail is still in the store', async () => {
    const { part } = await site(WORK)
    const listed = listAccounts(part)
    expect(listed.ok && listed.value.accounts).toMatchObject([
      { name: 'work', path: '/mail/work', synced: null, messages: 0, whole: true },
      { name: 'home', path: null, adapter: null, synced: NOW, messages: 3 },
    ])
  })
})

describe('a sync of all accounts', () => {
  test('goes on where one fails, and tells of both', async () => {
    const { context, world } = await site(`${WORK}${TOML}`)
    const open = world.mailbox.open
    world.mailbox.open = async (name, ...rest) =>
      name === 'work'
        ? { ok: false, refusal: { code: 'no-store', is: 'no', wanted: 'no', fix: 'no' } }
        : open(name, ...rest)
    expect(await syncAll(context, {})).toMatchObject({
      ok: true,
      value: { synced: [{ account: 'home' }], failed: [{ account: 'work', refusal: { code: 'no-store' } }] },
    })
    expect(await syncAll(context, { name: 'work' })).toMatchObject({
      ok: false,
      refusal: { code: 'no-store' },
    })
  })
  test('is refused where there is none', async () => {
    const { context } = await site('')
    expect(await syncAll(context, {})).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
})

describe('a search', () => {
  test('gives at most what is asked for, and counts the rest', async () => {
    const { part } = await site()
    const found = searchAccount(part, { account: 'home', query: 'letter', limit: 2 })
    expect(found.ok && found.value).toMatchObject({
      matched: 3,
      more: 1,
      synced: NOW,
      messages: [
        { subject: 'letter 3', date: 3, from: { name: 'Ann', address: 'ann@example.org' }, problem: null },
        { subject: 'letter 2' },
      ],
    })
  })
  test('is refused over the most that one list may hold, for an unknown account, and where the query is wrong', async () => {
    const { part } = await site()
    const codeOf = (account: string, query: string, limit?: number): string => {
      const found = searchAccount(part, { account, query, limit })
      return found.ok ? 'done' : `${found.refusal.code}: ${found.refusal.is}`
    }
    expect(codeOf('home', '*', 101)).toContain('over-limit')
    expect(codeOf('nobody', '*')).toContain('there is no account "nobody"')
    expect(codeOf('home', 'x and')).toContain('bad-request: the query is wrong at column 6')
  })
  test('shows what could not be parsed with the reason', async () => {
    const { part, world } = await site()
    world.parse.fails = () => 'ended by signal 9'
    world.mailbox.put('bad', message({ Subject: 'bad' }), { received: 9 })
    await world.sync()
    const found = searchAccount(part, { account: 'home', query: '*' })
    expect(found.ok && found.value.messages[0]).toMatchObject({
      subject: '',
      from: { name: '', address: '' },
      date: 9,
      problem: 'ended by signal 9',
    })
  })
})
