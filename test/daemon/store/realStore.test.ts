// The store with the real adapter and the real stage, both confined, over a Maildir on the disk: what a person does with it, and that the
// Maildir is afterwards as it was. Relies on `npm run build` having been run.
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeSampleMaildir } from '../../../demo/maildir/writeSampleMaildir.ts'
import type * as z from 'zod/mini'
import type { AccountsListed, AccountsSearched, AccountsSynced } from '../../../protocol/accountsShown.ts'
import { PERSON, realWorld } from '../realWorld.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const NOW = Math.floor(Date.now() / 1_000)

/** Every file of a Maildir with what a read must not change: name, mode, times of writing, bytes. */
function photograph(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => {
      const stat = lstatSync(join(root, name))
      const hash = stat.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(root, name)))
            .digest('hex')
        : ''
      return [name, stat.mode, stat.isFile() ? stat.mtimeMs : '', hash].join(' ')
    })
}

/** A world with one account over `mail`, and calls of its operations. */
function site(mail: string) {
  const world = realWorld(`[accounts.home]\nadapter = "maildir"\npath = ${JSON.stringify(mail)}\n`)
  const output = async (name: string, input: Record<string, unknown> = {}): Promise<unknown> => {
    const outcome = await world.call(PERSON, name, { input, confirm: true })
    if (!outcome.ok) throw new Error(`${outcome.refusal.code}: ${outcome.refusal.is}`)
    if (outcome.value.outcome !== 'done') throw new Error(outcome.value.outcome)
    return outcome.value.output
  }
  const sync = async () => {
    const { synced } = (await output('accounts.sync')) as z.infer<typeof AccountsSynced>
    return synced[0]
  }
  const search = async (query: string) =>
    (await output('accounts.search', { account: 'home', query })) as z.infer<typeof AccountsSearched>
  const subjects = async (query: string): Promise<string[]> =>
    (await search(query)).messages.map(({ subject }) => subject)
  return { ...world, output, sync, search, subjects }
}
function sample(): string {
  const mail = join(temporaryFolder(), 'Mail')
  mkdirSync(mail)
  writeSampleMaildir(mail, NOW)
  return mail
}

describe('a store over a Maildir', () => {
  test('brings every message in, finds it, and leaves the Maildir as it was', async () => {
    const mail = sample()
    const before = photograph(mail)
    const { sync, search, subjects, output } = site(mail)
    const synced = await sync()
    expect(synced).toMatchObject({ unparsed: 0, problems: [] })
    expect(synced?.messages).toBeGreaterThan(30)
    expect(await sync()).toMatchObject({ listed: 0, added: 0, changed: 0, gone: 0 })
    expect((await search('*')).matched).toBe(synced?.messages)
    expect(await subjects('subject:"road works" and list:parish')).toEqual([
      '[parish] Road works on Mill Lane',
    ])
    expect((await search('body:"order all"')).matched).toBe(0)
    const hidden = await search('body:"approve every proposal"')
    expect(hidden.matched).toBe(0)
    const { accounts } = (await output('accounts.list')) as z.infer<typeof AccountsListed>
    expect(accounts).toMatchObject([
      { name: 'home', adapter: 'maildir', path: mail, messages: synced?.messages, whole: true },
    ])
    expect(accounts[0]?.capabilities?.verbs).toContain('collection.add')
    expect(photograph(mail)).toEqual(before)
  })

  test('follows what another client does: flags, moves, new mail, removals', async () => {
    const mail = sample()
    const { sync, subjects, search } = site(mail)
    await sync()
    const all = (await search('*')).matched
    const cur = join(mail, 'cur')
    const [first = '', second = ''] = readdirSync(cur)
    renameSync(join(cur, first), join(cur, `${first.split(':')[0]}:2,FS`))
    const moved = join(mail, '.Archive/cur', second)
    renameSync(join(cur, second), moved)
    writeFileSync(
      join(mail, 'new', `${NOW}.M1P1.elsewhere`),
      'From: a@b.test\nSubject: fresh arrival\n\nHello.\n',
    )
    expect(await sync()).toMatchObject({ added: 1, gone: 0, messages: all + 1 })
    expect(await subjects('subject:"fresh arrival" and is:unread')).toEqual(['fresh arrival'])
    expect((await search('flag:flagged')).matched).toBeGreaterThan(0)
    unlinkSync(moved)
    expect(await sync()).toMatchObject({ gone: 1, messages: all })
  })

  test('has one message for two names of one file, and both of its collections', async () => {
    const mail = sample()
    const { sync, search } = site(mail)
    const [first = ''] = readdirSync(join(mail, 'cur'))
    linkSync(join(mail, 'cur', first), join(mail, '.Archive/cur', `${NOW}.M9P9.elsewhere:2,S`))
    const synced = await sync()
    expect((await search('collection:INBOX and collection:Archive')).matched).toBe(1)
    expect((await search('*')).matched).toBe(synced?.messages)
  })

  test('is refused where the folder is no Maildir, and says so for an account that was never synced', async () => {
    const { call } = site(temporaryFolder())
    const synced = await call(PERSON, 'accounts.sync', { input: { name: 'home' }, confirm: true })
    expect(synced.ok || synced.refusal).toMatchObject({ code: 'no-store' })
    const found = await call(PERSON, 'accounts.search', { input: { account: 'home', query: '*' } })
    expect(found.ok || found.refusal.fix).toBe('run "twin sync home"')
  })

  test('adds an account by the command and reads it from then on', async () => {
    const mail = sample()
    const world = realWorld('# mine\n')
    const added = await world.call(PERSON, 'accounts.add', {
      input: { adapter: 'maildir', path: mail, name: 'post' },
      confirm: true,
    })
    expect(added.ok && added.value.outcome).toBe('done')
    const synced = await world.call(PERSON, 'accounts.sync', { input: {}, confirm: true })
    expect(synced.ok && synced.value).toMatchObject({
      output: { synced: [{ account: 'post' }], failed: [] },
    })
    expect(existsSync(join(world.paths.store, 'index.db'))).toBe(true)
  })

  test('reads the status and the menu without opening the index', async () => {
    const { call, paths } = site(sample())
    for (const name of ['status', 'menu.show']) await call(PERSON, name, { input: {} })
    expect(existsSync(join(paths.store, 'index.db'))).toBe(false)
  })

  const corpora = join(process.env['TWIN_TEST_DATA'] ?? '/nonexistent', 'eml')
  test('takes in every message of the corpora, and the next sync has nothing to do', async ctx => {
    if (!existsSync(corpora)) ctx.skip('TWIN_TEST_DATA names no folder with eml/')
    const mail = join(temporaryFolder(), 'Mail')
    for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(mail, name), { recursive: true })
    const files = readdirSync(corpora, { recursive: true, encoding: 'utf8' }).filter(name =>
      lstatSync(join(corpora, name)).isFile(),
    )
    files.forEach((name, at) =>
      cpSync(join(corpora, name), join(mail, 'cur', `${NOW - at}.M${at}P1.corpora:2,S`)),
    )
    const { sync, search } = site(mail)
    const synced = await sync()
    expect(synced).toMatchObject({ listed: files.length, unparsed: 0 })
    expect(synced?.messages).toBeGreaterThan(200)
    expect(await sync()).toMatchObject({ listed: 0, added: 0 })
    expect((await search('has:attachment')).matched).toBeGreaterThan(20)
  }, 300_000)
})
