// Where a message lies now. Other programs rename what lies in a Maildir, so a name is only ever a guess: what is done with it may find
// nothing there, and then the folder is read again. Relies on readFolder.ts for when a message is truly gone.
import { partsOf } from './adapterId.ts'
import { at } from './bytePath.ts'
import { type Folder, type Folders, findFolders } from './findFolders.ts'
import { type Name, readFolder } from './readFolder.ts'
import { type Called, isGone } from './systemCall.ts'

export interface Place extends Name {
  readonly folder: Folder
  readonly key: string
  readonly path: Buffer
}
export interface Locator {
  /**
   * Does `act` where the message of this id lies, and again where it finds nothing there (ENOENT) since the file has been renamed.
   * Undefined where the message is not in its folder. `act` must find nothing only for that reason.
   */
  readonly find: <T>(id: string, act: (place: Place) => Called<T>) => Called<T> | undefined
  /** The folders as they are now. */
  readonly folders: () => Folders
  /** The folder of an id; undefined where there is none. */
  readonly folderOf: (id: string) => Folder | undefined
}
const TRIES = 8

/** `root`: of the Maildir, in bytes. */
export function openLocator(root: string): Locator {
  let known: ReadonlyMap<string, Folder> = new Map()
  const names = new Map<string, ReadonlyMap<string, Name>>()
  const folders = (): Folders => {
    const found = findFolders(root)
    known = new Map(found.folders.map(folder => [folder.key, folder]))
    return found
  }
  const folderOf = (id: string): Folder | undefined => {
    const key = partsOf(id)?.folder ?? ''
    if (!known.has(key)) folders()
    return known.get(key)
  }
  /** The guess that is at hand, or a new reading. */
  const guess = (
    folder: Folder,
    key: string,
    isFresh: boolean,
  ): { name: Name | undefined; whole: boolean } => {
    const before = isFresh ? undefined : names.get(folder.key)?.get(key)
    if (before) return { name: before, whole: false }
    const reading = readFolder(root, folder.path)
    names.set(folder.key, reading.names)
    return { name: reading.names.get(key), whole: reading.whole }
  }
  const find: Locator['find'] = (id, act) => {
    const folder = folderOf(id)
    const key = partsOf(id)?.key
    if (!folder || key === undefined) return undefined
    for (let tried = 0; tried < TRIES; tried++) {
      const { name, whole } = guess(folder, key, tried > 0)
      if (!name && whole) return undefined
      if (!name) continue
      const result = act({ ...name, folder, key, path: at(root, folder.path, name.dir, name.name) })
      if (result.ok || !isGone(result.errno)) return result
    }
    return undefined
  }
  return { find, folders, folderOf }
}
