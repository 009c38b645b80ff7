// The mail helper's profile: what names alone make of a store, and that nothing of Mail's is opened for it.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildStore } from '../../demo/buildStore.ts'
import { storePaths } from '../../demo/storePaths.ts'
import { mailArgs, mailProfile, type MailLayout } from '../../native/mailProfile.ts'
import { listing, mailVersions } from '../../native/mailVersions.ts'
import { protectedFolder } from '../../native/protectedFolder.ts'
import { ACCOUNT_FOLDERS, PROFILE_BYTES, PROFILE_PATHS, VERSION_FOLDERS } from '../../protocol/limits.ts'
import { ProfileShape } from '../../protocol/profile.ts'
import { smallAccount, smallStore } from '../fixtures/smallStore.ts'

const linux = process.platform === 'linux'
const root = realpathSync(mkdtempSync(join(tmpdir(), 'twin-profile-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'one-'))
})
const small = () => buildStore(folder, smallStore(1_796_000_000))
const toml = (text = ''): void => {
  const { mail, accountsDb } = storePaths(folder)
  writeFileSync(
    join(folder, 'twin.toml'),
    `[mail]\nstore = "${mail}"\naccounts_db = "${accountsDb}"\n${text}`,
  )
}
const made = (): MailLayout => {
  const layout = mailProfile({ TWIN_HOME: folder, HOME: folder })
  if (!layout.ok) throw new Error(`${layout.refusal.code}: ${layout.refusal.is}`)
  return layout.value
}
const granted = ({ profile }: MailLayout): string[] => [
  ...profile.files,
  ...profile.trees,
  ...profile.lists,
  ...profile.reads,
  ...profile.writes,
]

describe('mailProfile', () => {
  it.skipIf(!linux)('refuses a state folder in a file system that takes none', () => {
    const layout = mailProfile({ TWIN_HOME: '/proc/self', HOME: folder })
    expect(layout).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
  it('grants the index, the account names, the caches and state/mail, and no message', () => {
    small()
    toml()
    const layout = made()
    const { mail, mailData, index, accountsDb, version } = storePaths(folder)
    const files = layout.profile.files.filter(path => path.startsWith(folder)).toSorted()
    const cache = join(version, smallAccount.uuid, '.mboxCache.plist')
    const expected = [join(folder, 'twin.toml'), join(mail, 'PersistenceInfo.plist'), cache, accountsDb]
    expect(files).toEqual(expect.arrayContaining(expected))
    expect(layout.profile.writes).toEqual([join(folder, 'state', 'mail')])
    expect(layout.profile.trees).toEqual([])
    expect(layout.index).toBe(index)
    if (linux) {
      expect(files).toEqual(expected.toSorted())
      expect(layout.profile.reads).toEqual([mailData])
      expect(layout.profile.lists).toEqual([mail])
    }
    expect(granted(layout).some(path => path.includes('.emlx') || path.includes('.mbox/'))).toBe(false)
    expect(ProfileShape.safeParse(layout.profile).success).toBe(true)
  })
  it('comes out the same where no file of Mail’s holds what it should', () => {
    small()
    toml()
    const before = made()
    const { index, mail, accountsDb } = storePaths(folder)
    for (const path of [index, join(mail, 'PersistenceInfo.plist'), accountsDb]) writeFileSync(path, 'noise')
    expect(made()).toEqual(before)
  })
  it('tells how many names the folder has, or why it cannot be listed', () => {
    small()
    toml()
    expect(made().before).toEqual({ entries: 2, problem: null })
    rmSync(storePaths(folder).mail, { recursive: true })
    expect(made()).toMatchObject({ before: { entries: null, problem: 'absent' }, index: null })
    writeFileSync(storePaths(folder).mail, 'a file')
    expect(made().before.problem).toBe('not-a-folder')
  })
  it('makes a profile for a store that is not there yet, which grants nothing of it', () => {
    toml()
    expect(granted(made()).filter(path => path.startsWith(storePaths(folder).mail))).toEqual([])
  })
  it('uses the defaults where there is no twin.toml', () => {
    const layout = made()
    expect(layout.store).toBe(join(folder, 'Library/Mail'))
    expect(layout.accountsDb).toBe(join(folder, 'Library/Accounts/Accounts4.sqlite'))
  })
  it('resolves a store that is a link, and follows no link inside it', () => {
    small()
    const { mail } = storePaths(folder)
    const elsewhere = join(folder, 'elsewhere')
    renameSync(mail, elsewhere)
    symlinkSync(elsewhere, mail)
    toml()
    expect(made().store).toBe(elsewhere)
    renameSync(join(elsewhere, 'V10'), join(folder, 'V10'))
    symlinkSync(join(folder, 'V10'), join(elsewhere, 'V10'))
    expect(made()).toMatchObject({ index: null })
    expect(granted(made()).filter(path => path.startsWith(join(folder, 'V10')))).toEqual([])
  })
  it('grants no link in the place of a property list', () => {
    small()
    const cache = join(storePaths(folder).version, smallAccount.uuid, '.mboxCache.plist')
    rmSync(cache)
    symlinkSync('/etc/passwd', cache)
    toml()
    const paths = granted(made())
    expect(paths).not.toContain(cache)
    expect(paths).not.toContain('/etc/passwd')
  })
  it('stays within what an argument may hold for a store of many accounts and versions', () => {
    const { mail } = storePaths(folder)
    for (const name of ['V2', 'V7', 'V9', 'V10', 'V11', 'V12', 'V13', 'V14', 'V15', 'V16']) {
      mkdirSync(join(mail, name, 'MailData'), { recursive: true })
      writeFileSync(join(mail, name, 'MailData', 'Envelope Index'), '')
      for (let i = 0; i < (name === 'V16' ? ACCOUNT_FOLDERS + 40 : 9); i++) {
        const account = join(mail, name, `C20D0000-0000-4000-8000-${String(i).padStart(12, '0')}`)
        mkdirSync(account)
        writeFileSync(join(account, '.mboxCache.plist'), '')
      }
    }
    toml()
    const { profile } = made()
    for (const list of Object.values(profile))
      if (Array.isArray(list)) expect(list.length).toBeLessThanOrEqual(PROFILE_PATHS)
    expect(Buffer.byteLength(JSON.stringify(profile))).toBeLessThan(PROFILE_BYTES)
  })
  it('grants the lists of as many account folders as the cap, and the indexes of as many versions', () => {
    const { mail } = storePaths(folder)
    toml()
    const add = (path: string, file: string) => {
      mkdirSync(join(mail, path), { recursive: true })
      writeFileSync(join(mail, path, file), '')
    }
    const caches = () => granted(made()).filter(path => path.endsWith('.mboxCache.plist')).length
    const indexes = () => made().profile[linux ? 'reads' : 'files'].filter(path => path.includes('MailData'))
    add('V99/MailData', 'Envelope Index')
    for (let i = 0; i < ACCOUNT_FOLDERS; i++) add(`V99/ACCOUNT-${i}`, '.mboxCache.plist')
    expect(caches()).toBe(ACCOUNT_FOLDERS)
    add('V99/ACCOUNT-more', '.mboxCache.plist')
    expect(caches()).toBe(ACCOUNT_FOLDERS)
    for (let i = 1; i < VERSION_FOLDERS; i++) add(`V${i + 1}/MailData`, 'Envelope Index')
    expect(indexes().join()).toContain('V2/')
    add('V1/MailData', 'Envelope Index')
    expect(indexes().join()).toContain('V2/')
    expect(indexes().join()).not.toContain('V1/')
  })
  it('refuses a configuration that it cannot use, and a state folder that others may enter', () => {
    small()
    for (const text of ['accounts = [""]', 'unknown = 1', 'store = 5']) {
      toml(text)
      expect(mailProfile({ TWIN_HOME: folder, HOME: folder })).toMatchObject({
        ok: false,
        refusal: { code: 'config' },
      })
    }
    toml()
    made()
    chmodSync(join(folder, 'state', 'mail'), 0o770)
    expect(mailProfile({ TWIN_HOME: folder })).toMatchObject({ ok: false, refusal: { code: 'config' } })
    rmSync(join(folder, 'state', 'mail'), { recursive: true })
    symlinkSync(storePaths(folder).mail, join(folder, 'state', 'mail'))
    expect(mailProfile({ TWIN_HOME: folder })).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
  it('refuses to place anything without a home', () => {
    for (const env of [{}, { HOME: 'relative' }, { TWIN_HOME: '', HOME: '' }])
      expect(mailProfile(env)).toMatchObject({ ok: false, refusal: { code: 'config' } })
    // The store is in the home folder unless it is named otherwise.
    expect(mailProfile({ TWIN_HOME: folder })).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
})

describe('mailArgs', () => {
  it('tells the places and not the profile', () => {
    small()
    toml()
    const layout = made()
    const [text] = mailArgs(layout)
    const { profile: _profile, index: _index, ...places } = layout
    expect(JSON.parse(text)).toEqual(places)
  })
})

describe('mailVersions', () => {
  it('orders by number and takes only folders that hold an index', () => {
    const version = (name: string, index = true) => {
      mkdirSync(join(folder, name, 'MailData'), { recursive: true })
      if (index) writeFileSync(join(folder, name, 'MailData', 'Envelope Index'), '')
    }
    for (const name of ['V2', 'V9', 'V10']) version(name)
    version('V11', false)
    for (const name of ['V', 'V0', 'V01', 'v12', 'V10 copy', 'V99999']) version(name)
    writeFileSync(join(folder, 'V13'), '')
    expect(mailVersions(folder).map(one => one.name)).toEqual(['V10', 'V9', 'V2'])
    expect(mailVersions(join(folder, 'absent'))).toEqual([])
  })
})

describe('listing', () => {
  it('tells an absent folder from a file and from an empty one', () => {
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'empty'))
    expect(listing(join(folder, 'absent'))).toEqual({ names: null, problem: 'absent' })
    expect(listing(join(folder, 'file'))).toEqual({ names: null, problem: 'not-a-folder' })
    expect(listing(join(folder, 'empty'))).toEqual({ names: [], problem: null })
  })
})

describe('protectedFolder', () => {
  it('knows the folders of Mail and of accounts, in any case and Unicode form and by the data volume', () => {
    const home = '/Users/Jos\u00e9'
    for (const path of [
      `${home}/Library/Mail`,
      `${home}/Library/Mail/V10`,
      `${home}/library/MAIL`,
      '/Users/Jose\u0301/Library/Mail',
      `/System/Volumes/Data${home}/Library/Mail`,
    ])
      expect(protectedFolder(path, home), path).toBe('~/Library/Mail')
    expect(protectedFolder(`${home}/Library/Accounts/Accounts4.sqlite`, home)).toBe('~/Library/Accounts')
  })
  it('leaves every other folder alone', () => {
    for (const path of [
      '/Users/a/Library/Mailbox',
      '/Users/a/Library',
      '/Users/b/Library/Mail',
      '/tmp/Library/Mail',
    ])
      expect(protectedFolder(path, '/Users/a'), path).toBeNull()
  })
})
