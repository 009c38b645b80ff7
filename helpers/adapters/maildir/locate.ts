// Where a message lies now. Other programs rename what lies in a Maildir, so a name is only ever a guess: what is done with it may find
// nothing there, and then the folder is read again. Relies on readFolder.ts for when a message is truly gone.
import { partsOf } from './adapterId.ts'
import { at } from './bytePath.ts'
import { type Folder, type Folders, findFolders } from './findFolders.ts'
import { glance, type Name, readFolder } from './readFolder.ts'
import { type Called, isGone } from './systemCall.ts'

export interface Place extends Name {
  readonly folder: Folder
  readonly key: string
  readonly path: Buffer
}
export interface Locator {
  /**
   * Does `act` where the message of this id lies, and again where it finds nothing there (ENOENT) since the file has been renamed.
   * Undefined where the message is not in its folder. `act` must find nothing for that reason alone.
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
  const find: Locator['find'] = (id, act) => {
    const folder = folderOf(id)
    const key = partsOf(id)?.key
    if (!folder || key === undefined) return undefined
    for (let tried = 0; tried < TRIES; tried++) {
      const guess = guesses(root, folder, names)[Math.min(tried, 2)]?.()
      const name = guess?.names.get(key)
      if (!name && guess?.whole === true) return undefined
      if (!name) continue
      const result = act({ ...name, folder, key, path: at(root, folder.path, name.dir, name.name) })
      if (result.ok || !isGone(result.errno)) return result
    }
    return undefined
  }
  return { find, folders, folderOf }
}

interface Guess {
  readonly names: ReadonlyMap<string, Name>
  /** What is not among the names is not there. */
  readonly whole: boolean
}
type Known = Map<string, ReadonlyMap<string, Name>>

/** What is at hand; then what a look at the folder shows; then what shows when it has stood still. */
const guesses = (root: string, { path, key }: Folder, known: Known): (() => Guess)[] => [
  () => ({ names: known.get(key) ?? new Map(), whole: false }),
  () => kept(known, key, { names: glance(root, path), whole: false }),
  () => kept(known, key, readFolder(root, path)),
]

function kept(known: Known, key: string, guess: Guess): Guess {
  known.set(key, guess.names)
  return guess
}
