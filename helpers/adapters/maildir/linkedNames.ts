// Which names of the Maildir are one file: by inode, folder by folder, read again where a folder has changed. Relies on a key standing
// for one file for as long as it is there; what is found is looked at again before it is believed.
import { type BigIntStats, lstatSync } from 'node:fs'
import { adapterId } from './adapterId.ts'
import { at } from './bytePath.ts'
import type { Folder } from './findFolders.ts'
import { folderStamp } from './folderStamp.ts'
import type { Locator } from './locate.ts'
import { glance, readFolder } from './readFolder.ts'
import { called, unlessGone } from './systemCall.ts'

export interface LinkedNames {
  /** Whether `folder` is seen to hold a name of this file. */
  readonly holds: (folder: Folder, stat: BigIntStats) => boolean
  /** Whether any folder but `except` does; where none is seen to, each is read thoroughly first. */
  readonly isElsewhere: (except: Folder, stat: BigIntStats) => boolean
}
/** `keys`: by the word of the file. `files`: the other way round. */
interface Known {
  readonly stamp: string
  readonly keys: Map<string, string>
  readonly files: Map<string, string>
}

/** `root`: of the Maildir, in bytes. */
export function openLinkedNames(root: string, locator: Locator): LinkedNames {
  const known = new Map<string, Known>()
  const keyOf = (folder: Folder, stat: BigIntStats, isThorough: boolean): string | undefined => {
    const before = isThorough ? undefined : known.get(folder.key)
    const stamp = folderStamp(root, folder.path).text
    const now = before?.stamp === stamp ? before : readAgain(root, folder, { stamp, before })
    known.set(folder.key, now)
    return now.keys.get(wordOf(stat))
  }
  const isThere = (folder: Folder, stat: BigIntStats, isThorough = false): boolean => {
    const key = keyOf(folder, stat, isThorough)
    if (key === undefined) return false
    const found = locator.find(adapterId(folder.key, key), ({ path }) =>
      called(() => lstatSync(path, { bigint: true })),
    )
    return found?.ok === true && wordOf(found.value) === wordOf(stat)
  }
  // A file with one name has no second.
  const isSecond = ({ nlink }: BigIntStats) => nlink > 1n
  return {
    holds: (folder, stat) => isSecond(stat) && isThere(folder, stat),
    isElsewhere: (except, stat) => {
      if (!isSecond(stat)) return false
      const others = locator.folders().folders.filter(({ key }) => key !== except.key)
      return (
        others.some(folder => isThere(folder, stat)) || others.some(folder => isThere(folder, stat, true))
      )
    },
  }
}

const wordOf = ({ dev, ino }: BigIntStats): string => `${dev}.${ino}`

interface Before {
  readonly stamp: string
  readonly before: Known | undefined
}

/** Thoroughly where nothing is known; else only what is new is looked at. */
function readAgain(root: string, folder: Folder, { stamp, before }: Before): Known {
  const names = before ? glance(root, folder.path) : readFolder(root, folder.path).names
  const keys = new Map<string, string>()
  const files = new Map<string, string>()
  for (const [key, { dir, name }] of names) {
    const path = at(root, folder.path, dir, name)
    const file = before?.files.get(key) ?? seen(path)
    if (file === undefined) continue
    keys.set(file, key)
    files.set(key, file)
  }
  return { stamp, keys, files }
}

function seen(path: Buffer): string | undefined {
  const stat = unlessGone(() => lstatSync(path, { bigint: true }))
  return stat && wordOf(stat)
}
