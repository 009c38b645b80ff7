// An adapter that keeps a second name of each file that it brings, and writes other bytes into it once twind has checked it: what is
// parsed stands for a SHA-256 in every account. Each case in another moment.
import { linkSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { copyRaw } from '../../../daemon/store/copyRaw.ts'
import { done } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { message, storeWorld, TOML } from './storeWorld.ts'

const ACCOUNTS = `${TOML}\n[accounts.other]\nadapter = "maildir"\npath = "/mail/other"\n`
const TRUE = message({ Subject: 'invoice' }, 'Pay to account 1.')
const FALSE = message({ Subject: 'invoice' }, 'Pay to account 666.')

/** `m1` is TRUE, which both accounts have; `change` writes FALSE into every file of it that `home` was brought. */
function lyingWorld() {
  const kept: string[] = []
  const change = () => kept.forEach(path => writeFileSync(path, FALSE))
  let beforeParse = (): void => undefined
  const world = storeWorld({
    toml: ACCOUNTS,
    openAdapter: async (name, ...asked) => {
      const opened = await world.mailbox.open(name, ...asked)
      if (!opened.ok || name !== 'home') return opened
      const { fetch } = opened.value
      return done({
        ...opened.value,
        fetch: async (id: string) => {
          const fetched = await fetch(id)
          if (!fetched.ok || id !== 'm1') return fetched
          kept.push(join(world.folder, `kept-${kept.length}`))
          linkSync(fetched.value.path, kept.at(-1) ?? '')
          return fetched
        },
      })
    },
    performStep: (order, io) => {
      beforeParse()
      return world.parse.performStep(order, io)
    },
  })
  world.mailbox.put('m1', TRUE)
  world.mailbox.put('m2', message({ Subject: 'another' }))
  return { world, change, onParse: (act: () => void) => (beforeParse = act) }
}

const bodyIn = (world: ReturnType<typeof storeWorld>, account: string): string => {
  const mail = world.find('subject:invoice', { account }).messages[0]?.mail
  return mail?.parsed ? readFileSync(join(mail.parsed, 'body.txt'), 'utf8') : ''
}

describe('a file that is changed in place once it was checked', () => {
  test('before it is parsed is not taken for what it was, and is fetched again', async () => {
    const { world, change } = lyingWorld()
    world.mailbox.beforeFetch = id => (id === 'm2' ? change() : undefined)
    const synced = await world.sync('home')
    expect(synced.problems).toEqual([
      'a message could not be fetched: its file was changed while it was brought in',
    ])
    expect(world.subjects()).toEqual(['another'])
    await world.sync('other')
    expect(bodyIn(world, 'other')).toContain('account 1.')
    world.mailbox.beforeFetch = () => undefined
    await world.sync('home')
    expect(bodyIn(world, 'home')).toContain('account 1.')
    expect(world.find('666').messages).toEqual([])
  })

  test('while it is parsed changes nothing of what is parsed', async () => {
    const { world, change, onParse } = lyingWorld()
    onParse(change)
    await world.sync('home')
    await world.sync('other')
    expect(bodyIn(world, 'home')).toContain('account 1.')
    expect(bodyIn(world, 'other')).toContain('account 1.')
  })

  test('before another version parses it again leaves the account and is fetched again', async () => {
    const { world, change } = lyingWorld()
    await world.sync('home')
    await world.sync('other')
    change()
    world.settings.version = 2
    const synced = await world.sync('home')
    expect(synced.problems).toEqual(['a message is fetched again by the next sync: its file was changed'])
    await world.sync('other')
    await world.sync('home')
    expect(bodyIn(world, 'other')).toContain('account 1.')
    expect(bodyIn(world, 'home')).toContain('account 1.')
  })
})

describe('copyRaw', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

  test('says whether the copy is the message', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'raw'), TRUE)
    expect(await copyRaw(join(folder, 'raw'), join(folder, 'one'), hashOf(TRUE))).toBe(true)
    expect(readFileSync(join(folder, 'one'), 'utf8')).toBe(TRUE)
    expect(await copyRaw(join(folder, 'raw'), join(folder, 'two'), hashOf(FALSE))).toBe(false)
  })
})
