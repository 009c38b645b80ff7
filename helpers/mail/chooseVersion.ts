// Which of a store's version directories Mail uses: the one that PersistenceInfo.plist names, else the newest by number. After
// confinement only, since the property list is a file of Mail's. Relies on native/mailVersions.ts; apple-mail-store.md 1.1.
import { join } from 'node:path'
import { readCappedBytes } from '../../files/readCapped.ts'
import { listing, type Version, mailVersions } from '../../native/mailVersions.ts'
import { PLIST_BYTES, VERSION_FOLDERS } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { cut } from '../../protocol/text/cut.ts'
import { member, parsePropertyList } from './propertyList.ts'

/** The version in use. `degraded`: sentences on what of the store is not looked at. */
export interface Chosen extends Version {
  readonly degraded: readonly string[]
}

/**
 * The version in use. Refused with no-store or no-access, which are never the same thing; with no-store also where Mail uses
 * one beyond VERSION_FOLDERS: the newest would be another mailbox.
 */
export function chooseVersion(store: string): Result<Chosen> {
  const versions = mailVersions(store)
  const read = readCappedBytes(join(store, 'PersistenceInfo.plist'), PLIST_BYTES, false)
  const last = read.ok ? member(parsePropertyList(read.bytes), 'LastUsedVersionDirectoryName') : undefined
  const at = versions.findIndex(one => one.name === last)
  if (at >= VERSION_FOLDERS) return beyond(versions.length)
  const version = versions[Math.max(at, 0)]
  if (!version) return missing(store)
  const degraded = [
    versions.length > VERSION_FOLDERS
      ? `This store has ${versions.length} version folders, and only the newest ${VERSION_FOLDERS} are looked at.`
      : '',
    last === undefined && !(!read.ok && read.problem === 'absent')
      ? `PersistenceInfo.plist cannot be read, so the newest version folder is taken (${version.name}).`
      : '',
  ]
  return done({ ...version, degraded: degraded.filter(Boolean) })
}

const beyond = (count: number) =>
  refused('no-store', {
    is: `Mail uses a version folder beyond the newest ${VERSION_FOLDERS} of ${count}`,
    wanted: `at most ${VERSION_FOLDERS} version folders in the store`,
    fix: 'move the version folders that no Mail uses elsewhere',
  })

/** Characters of a path in a sentence. */
const PATH = 300

function missing(path: string) {
  const store = cut(path, PATH)
  const { names, problem } = listing(path)
  if (problem === 'no-access' || problem === 'unreadable')
    return refused('no-access', {
      is: `Mail's folder ${store} may not be listed`,
      wanted: 'a grant for the mail helper',
      fix: 'run "twin mail diagnose", which tells what closes it',
    })
  const is = names ? `${store} holds no Envelope Index` : `there is no folder ${store}`
  const wanted = 'a folder laid out like Apple Mail’s, with V10/MailData/Envelope Index inside'
  return refused('no-store', { is, wanted, fix: 'correct store under [mail] in twin.toml' })
}
