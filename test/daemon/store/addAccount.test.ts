// An account is added to twin.toml: at its end, with everything that was there as it was, or not at all.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../../daemon/gate/operation.ts'
import { addAccount } from '../../../daemon/store/addAccount.ts'
import { newAccount } from '../../../daemon/store/newAccount.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { CONFIG_BYTES } from '../../../protocol/limits.ts'
import { done, refused } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { twinHome } from '../twindProcess.ts'
import { DESCRIPTOR } from './fakeAdapter.ts'

const HOME = { name: 'home', adapter: 'maildir', path: '/mail/ho"me\\ é' }
/** twin.toml with this text in a folder of its own. */
function tomlFile(text: string): string {
  const file = join(temporaryFolder(), 'twin.toml')
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

describe('what is added to twin.toml', () => {
  test.each<[string, string]>([
    ['the file that ships', readFileSync(join(packageRoot, 'twin.toml'), 'utf8')],
    ['an empty file', ''],
    ['a file without a last newline', '[mail]\naccounts = ["Work"] # mine'],
    ['a file that ends in a comment', '# the end\n# really'],
    ['a file with other accounts', '[accounts.work]\nadapter = "maildir"\npath = "/mail/work"\n'],
  ])('stands behind %s, of which every byte stays', (_what, text) => {
    const file = tomlFile(text)
    const added = addAccount(file, HOME)
    if (!added.ok) throw new Error(added.refusal.is)
    const after = readFileSync(file, 'utf8')
    expect(after.startsWith(text)).toBe(true)
    expect(after.endsWith(added.value)).toBe(true)
    const [before, now] = [parseConfig(text), parseConfig(after)]
    if (!before.ok || !now.ok) throw new Error('one of both does not parse')
    expect(now.value.accounts).toEqual({
      ...before.value.accounts,
      home: expect.objectContaining({ adapter: 'maildir', path: HOME.path, sent: ['Sent'] }),
    })
    expect({ ...now.value, accounts: 0 }).toEqual({ ...before.value, accounts: 0 })
  })

  test.each<[string, string]>([
    ['accounts are written as one inline table', 'accounts = {}\n'],
    ['the file does not parse', '[nail]\n'],
    ['the table would stand in a text that is not closed', '[brief]\nfile = """a.md'],
    ['the file would be longer than it may be', `#${' '.repeat(CONFIG_BYTES - 2)}\n`],
  ])('is nothing at all where %s', (_why, text) => {
    const file = tomlFile(text)
    const added = addAccount(file, HOME)
    expect(added.ok || added.refusal.code).toBe('config')
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(join(file, '..'))).toEqual(['twin.toml'])
  })

  test('keeps the mode of the file, and goes through no link', () => {
    const file = tomlFile('')
    chmodSync(file, 0o640)
    expect(addAccount(file, HOME).ok).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o640)
    const link = join(temporaryFolder(), 'twin.toml')
    symlinkSync(file, link)
    expect(addAccount(link, { ...HOME, name: 'work' }).ok).toBe(false)
    const second = join(temporaryFolder(), 'twin.toml')
    linkSync(file, second)
    expect(addAccount(second, { ...HOME, name: 'work' }).ok).toBe(false)
  })
})

/** A call of accounts.add over an adapter that finds what `found` says. */
function site(toml = '', found: 'a mailbox' | 'none' = 'a mailbox') {
  const { home, paths } = twinHome(toml)
  const looked: string[] = []
  const parsed = parseConfig(toml)
  if (!parsed.ok) throw new Error(parsed.refusal.is)
  const world = {
    home,
    paths,
    configuration: () => ({ config: parsed.value }),
    store: {
      look: async (_name: string, { path }: { path: string }) => {
        looked.push(path)
        return found === 'none'
          ? refused('no-store', { is: 'no Maildir', wanted: 'one', fix: 'name one' })
          : done({ about: 'a maildir++', capabilities: DESCRIPTOR })
      },
    },
  }
  const context = { world, signal: new AbortController().signal } as unknown as Context
  const add = (path: string, name = 'home') => newAccount(context, { adapter: 'maildir', path, name })
  return { home, paths, looked, add, text: () => readFileSync(paths.twinToml, 'utf8') }
}

describe('adding an account', () => {
  test('writes it once the adapter has found a mailbox there', async () => {
    const mail = temporaryFolder()
    const { add, paths, looked, text } = site('# mine\n')
    const added = await add(mail)
    expect(added).toEqual({
      ok: true,
      value: {
        name: 'home',
        file: paths.twinToml,
        text: `\n[accounts.home]\nadapter = "maildir"\npath = ${JSON.stringify(mail)}\n`,
        about: 'a maildir++',
        capabilities: DESCRIPTOR,
      },
    })
    expect(text()).toContain('# mine\n\n[accounts.home]')
    expect(looked).toEqual([mail])
  })
  test('writes nothing where the adapter finds no mailbox', async () => {
    const { add, text } = site('', 'none')
    const added = await add(temporaryFolder())
    expect(added.ok || added.refusal.code).toBe('no-store')
    expect(text()).toBe('')
  })
  test('refuses a name that is taken, by another account or by the store', async () => {
    const { add, looked } = site('[accounts.home]\nadapter = "maildir"\npath = "/mail"\n')
    for (const name of ['home', 'parsed']) {
      const added = await add(temporaryFolder(), name)
      expect(added.ok || added.refusal.code).toBe('bad-request')
    }
    expect(looked).toEqual([])
  })
  test.each<[string, (paths: ReturnType<typeof site>) => string]>([
    ["twin's state", ({ paths }) => paths.state],
    ['a folder in it', ({ paths }) => join(paths.state, 'mail', 'x')],
    ["twin's configuration", ({ paths }) => paths.config],
    ['what holds both', ({ home }) => join(home, '..')],
    ['the root', () => '/'],
    ['another account', () => '/mail/work'],
    ['a folder of another account', () => '/mail/work/.Sent'],
    ['what holds another account', () => '/mail'],
    ['the notes', ({ home }) => join(home, 'Documents/Brief')],
  ])('refuses a place that is %s', async (_what, place) => {
    const one = site('[accounts.work]\nadapter = "maildir"\npath = "/mail/work"\n')
    const added = await one.add(place(one))
    expect(added.ok || added.refusal).toMatchObject({ code: 'bad-request' })
    expect(one.looked).toEqual([])
  })
  test('refuses a link that leads among its own folders', async () => {
    const one = site()
    const link = join(temporaryFolder(), 'mail')
    mkdirSync(one.paths.state, { recursive: true })
    symlinkSync(one.paths.state, link)
    const added = await one.add(link)
    expect(added.ok || added.refusal.is).toContain("twin's state")
  })
})
