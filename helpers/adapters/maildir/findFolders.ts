// The folders of a Maildir: maildir++ (".Sub.Folder" beside cur/) and plain nested ones ("Sub/Folder") alike, each as a collection.
// Relies on a folder being one that has cur/ or new/; a symbolic link is not followed, so that nothing outside is reached.
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { COLLECTIONS, FOLDER_DEPTH } from '../../../protocol/limits.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { folderKey } from './adapterId.ts'
import { at, joined } from './bytePath.ts'
import { collectionOf, stepsOf } from './collectionName.ts'
import { called } from './systemCall.ts'

/** `path`: within the Maildir, in bytes, "" for its root. */
export interface Folder {
  readonly path: string
  readonly key: string
  readonly collection: string
}
export interface Folders {
  readonly folders: readonly Folder[]
  /** How a folder that does not exist yet would be made: as maildir++ where the root itself holds messages. */
  readonly layout: 'maildir++' | 'nested'
  readonly problems: readonly string[]
  /** Every folder on the way could be listed: what is not among `folders` is not there. */
  readonly isWhole: boolean
}
interface Place {
  readonly path: string
  /** What stands in the collection's name. */
  readonly steps: readonly string[]
}
interface Left {
  links: number
  unreadable: number
  unnamed: number
}

/** `root`: the Maildir, in bytes. */
export function findFolders(root: string): Folders {
  const found = new Map<string, Folder>()
  const left: Left = { links: 0, unreadable: 0, unnamed: 0 }
  const places: Place[] = [{ path: '', steps: [] }]
  for (let place = places.pop(); place; place = places.pop()) {
    const names = called(() => readdirSync(at(root, place.path), { encoding: 'latin1' }).sort())
    if (!names.ok) {
      left.unreadable++
      continue
    }
    if (isMaildir(root, place.path)) take(found, place, left)
    places.push(...names.value.flatMap(name => below(root, place, { name, left })))
  }
  const folders = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  const layout = isMaildir(root, '') ? 'maildir++' : 'nested'
  return { folders, layout, problems: problemsOf(left), isWhole: left.unreadable === 0 }
}

function take(found: Map<string, Folder>, { path, steps }: Place, left: Left): void {
  const collection = collectionOf(steps)
  if (collection === undefined || found.has(collection) || found.size >= COLLECTIONS) left.unnamed++
  else found.set(collection, { path, key: folderKey(path), collection })
}

interface Child {
  readonly name: string
  readonly left: Left
}
const OWN = new Set(['cur', 'new', 'tmp'])

/** The folder `name` of `place`, where it is one that is looked into. */
function below(root: string, place: Place, { name, left }: Child): Place[] {
  const path = joined(place.path, name)
  if (OWN.has(name) && isMaildir(root, place.path)) return []
  const stat = called(() => lstatSync(at(root, path)))
  if (!stat.ok || stat.value.isFile()) return []
  if (stat.value.isSymbolicLink()) {
    const target = called(() => statSync(at(root, path)))
    if (target.ok && target.value.isDirectory()) left.links++
    return []
  }
  // A folder of another program's (".notmuch") holds no cur/.
  if (!stat.value.isDirectory() || (name.startsWith('.') && !isMaildir(root, path))) return []
  if (place.steps.length < FOLDER_DEPTH) return [{ path, steps: [...place.steps, ...stepsOf(name)] }]
  left.unnamed++
  return []
}

const isMaildir = (root: string, path: string): boolean =>
  ['cur', 'new'].some(name => {
    const stat = called(() => lstatSync(at(root, path, name)))
    return stat.ok && stat.value.isDirectory()
  })

const problemsOf = ({ links, unreadable, unnamed }: Left): string[] =>
  [
    [links, 'is a symbolic link and was not followed', 'are symbolic links and were not followed'],
    [unreadable, 'cannot be listed by this user', 'cannot be listed by this user'],
    [
      unnamed,
      'has a name that another one has or that is too long, lies too deep, or is one too many, and was left out',
      'have names that others have or that are too long, lie too deep, or are too many, and were left out',
    ],
  ].flatMap(([count, one, many]) =>
    typeof count !== 'number' || count === 0
      ? []
      : [`${counted(count, 'folder')} ${count === 1 ? one : many}`],
  )
