// The profile of the mail helper, made from twin.toml and from the names in Mail's folder. Opens no file of Mail's. Granted:
// - listing, not reading: the store, each V*, each account folder (on Linux one rule on the store, which covers its tree);
// - reading: PersistenceInfo.plist, each .mboxCache.plist, Accounts4 with its -wal and -shm, twin.toml, and the Envelope Index;
// - writing: state/mail. Never an .emlx. Linux binds a rule to an inode, and Mail makes -wal and -shm anew, so there the
//   index is granted as "files of MailData, without listing it" (no message lies there). Relies on mailVersions.ts.
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isOurs } from '../files/isOurs.ts'
import { makeFolder } from '../files/makeFolder.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { readTwinToml } from '../files/readTwinToml.ts'
import { sqliteFile } from '../files/sqliteFile.ts'
import type { Config } from '../protocol/config.ts'
import { ACCOUNT_FOLDERS, VERSION_FOLDERS } from '../protocol/limits.ts'
import type { MailPlaces } from '../protocol/mailPlaces.ts'
import { expand, type Paths, pathsOf } from '../protocol/paths.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { addonFile } from './addonFile.ts'
import { accountFolders, isFile, listing, problemOf, mailVersions } from './mailVersions.ts'
import type { Profile } from '../protocol/profile.ts'

export interface MailEnv {
  readonly HOME?: string | undefined
  readonly TWIN_HOME?: string | undefined
}

export interface MailLayout extends MailPlaces {
  readonly profile: Profile
  /** The newest index by version number, null where there is none. Which one Mail used last is told after confinement. */
  readonly index: string | null
}

/**
 * Start the helper with `launch(layout.profile, script, { args: mailArgs(layout), env: { TZ } })`. `script`: the bundle.
 * Makes state/mail (0700). Refused with `config` where twin.toml, HOME or the state folder are unusable.
 */
export function mailProfile(
  env: MailEnv,
  script = join(packageRoot, 'dist', 'mail.cjs'),
): Result<MailLayout> {
  const read = mailConfig(env)
  if (!read.ok) return read
  const { config, paths } = read.value
  const home = env.HOME ?? ''
  const state = stateFolder(paths.mail)
  if (!state.ok) return state
  const store = real(expand(config.mail.store, home))
  const { names, problem } = listing(store)
  const places = {
    config: real(paths.twinToml),
    mail: state.value,
    store,
    accountsDb: real(expand(config.mail.accounts_db, home)),
    sqlite: sqliteFile(),
    before: { entries: names?.length ?? null, problem },
  }
  const code = [script, addonFile, places.sqlite].map(real)
  return done({ ...places, profile: profileOf(places, code), index: mailVersions(store)[0]?.index ?? null })
}

/** The helper's arguments after its profile. */
export function mailArgs(layout: MailPlaces): [string] {
  const { config, mail, store, accountsDb, sqlite, before } = layout
  return [JSON.stringify({ config, mail, store, accountsDb, sqlite, before } satisfies MailPlaces)]
}

/** twin.toml as understood (the defaults where there is none) and the paths that follow from `env`. */
export function mailConfig(env: MailEnv): Result<{ config: Config; paths: Paths }> {
  if (!(env.TWIN_HOME || env.HOME)?.startsWith('/'))
    return unusable('neither TWIN_HOME nor HOME is an absolute path', 'set HOME to your home folder')
  const paths = pathsOf(env)
  const config = readTwinToml(paths.twinToml, 'defaults')
  if (!config.ok) return config
  const wantsHome = [config.value.mail.store, config.value.mail.accounts_db].some(path =>
    path.startsWith('~'),
  )
  if (wantsHome && !env.HOME?.startsWith('/'))
    return unusable('a path begins with ~ and HOME is not set', 'set HOME')
  return done({ config: config.value, paths })
}

/** What lies beyond the caps is not granted; the helper, which can list it and not read it, says so. */
function profileOf(places: Omit<MailPlaces, 'before'>, code: readonly string[]): Profile {
  const versions = mailVersions(places.store).slice(0, VERSION_FOLDERS)
  const folders = versions.map(version => join(places.store, version.name))
  const accounts = folders.flatMap(accountFolders).slice(0, ACCOUNT_FOLDERS)
  const linux = process.platform === 'linux'
  const databases = [places.accountsDb, ...(linux ? [] : versions.map(version => version.index))]
  const sidecars = databases.flatMap(path => [path, `${path}-wal`, `${path}-shm`])
  const listed = listing(places.store).names === null ? [] : [places.store]
  const caches = accounts.map(folder => join(folder, '.mboxCache.plist'))
  const one = [places.config, join(places.store, 'PersistenceInfo.plist'), ...caches].filter(isFile)
  return {
    name: 'mail',
    files: [...code, ...one, ...(linux ? sidecars.filter(isFile) : sidecars)],
    trees: [],
    lists: linux ? listed : [...listed, ...folders, ...accounts],
    reads: linux ? versions.map(version => version.mailData) : [],
    writes: [places.mail],
  }
}

/** Resolved as far as it exists: a missing last part is joined to its real folder. */
function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (error) {
    const parent = dirname(path)
    return problemOf(error) !== 'absent' || parent === path
      ? path
      : join(real(parent), path.slice(parent.length))
  }
}

/** Whoever could write there could answer in the helper's name: a real folder, ours, closed to everyone else. */
function stateFolder(path: string): Result<string> {
  const fix = `look at what is in ${path}, then remove it or run "chmod 700" on it`
  try {
    makeFolder(path)
    const stat = lstatSync(path)
    if (!stat.isDirectory() || !isOurs(stat) || stat.mode & 0o077)
      return unusable(`${path} is no folder that only this user can enter`, fix)
    return done(real(path))
  } catch (error) {
    return unusable(`${path} cannot be made (${problemOf(error)})`, fix)
  }
}

const unusable = (is: string, fix: string) =>
  refused('config', { is, wanted: 'a configuration and a state folder of this user', fix })
