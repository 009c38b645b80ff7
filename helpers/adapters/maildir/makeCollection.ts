// The folder of a collection that a change adds to: the one that is there, or a new one as the layout of the Maildir has it. Relies on
// collectionName.ts for what a folder is called.
import { at, joined } from './bytePath.ts'
import type { Workshop } from './workshop.ts'
import { pathOf } from './collectionName.ts'
import type { Folder } from './findFolders.ts'
import { called } from './systemCall.ts'

/** The folder; undefined where there is none. */
export const folderNamed = ({ locator }: Pick<Workshop, 'locator'>, collection: string): Folder | undefined =>
  locator.folders().folders.find(folder => folder.collection === collection)

/** The same, made where it is missing; undefined where none can be called that. Throws the system's error. */
export function makeCollection({ root, acts, locator }: Workshop, collection: string): Folder | undefined {
  const there = folderNamed({ locator }, collection)
  if (there) {
    acts.makeFolder(at(root, there.path, 'cur'))
    acts.makeFolder(at(root, there.path, 'tmp'))
    return there
  }
  const { layout } = locator.folders()
  const path = pathOf(collection, layout)
  if (path === undefined) return undefined
  const steps = path.split('/')
  for (const [index] of steps.entries()) acts.makeFolder(at(root, ...steps.slice(0, index + 1)))
  // cur/ last: with it the folder is one, and then it is whole.
  for (const name of ['tmp', 'new', 'cur']) acts.makeFolder(at(root, path, name))
  // What says to programs of maildir++ that this is no mailbox of its own.
  if (layout === 'maildir++') called(() => acts.write(at(root, path, 'maildirfolder'), new Uint8Array()))
  acts.sync(at(root, path))
  acts.sync(at(joined(root, ...steps.slice(0, -1))))
  return folderNamed({ locator }, collection)
}
