// collection.remove and expunge: the message's name in one folder is taken away. It is first moved aside into tmp/ of its folder, which
// no mail program shows; then, for a remove, another folder is seen to hold the same file; and only then is it unlinked. Whatever
// ends this process in between, the file has a name. Relies on rename(2) being atomic.
import { done, type Result } from '../../../protocol/refusal.ts'
import { systemRefusal } from '../systemRefusal.ts'
import { at } from './bytePath.ts'
import {
  begin,
  type Found,
  look,
  statOf,
  type VerbWork,
  waitingAt,
  whereOf,
  type Workshop,
} from './workshop.ts'
import type { Folder } from './findFolders.ts'
import type { Entry } from './journal.ts'
import { messageName, nameWith } from './messageName.ts'
import { incomplete, lastOne, notThere } from './refusals.ts'
import { called } from './systemCall.ts'

export const removeVerb: VerbWork = {
  make: (shop, change) => {
    const { message, verb, to } = change
    if (message === null || to !== null) return incomplete
    const found = look(shop, message)
    if (!found) return notThere
    if (verb === 'collection.remove' && !shop.linked.isElsewhere(found.folder, found.stat)) return lastOne
    shop.acts.makeFolder(at(shop.root, found.folder.path, 'tmp'))
    const entry = moved(shop, begin(shop, change, found), found)
    if (!entry.ok) return entry
    shop.acts.sync(at(shop.root, found.folder.path, 'tmp'))
    shop.journal.write({ ...entry.value, phase: 'moved' })
    return finish(shop, entry.value, found.folder) ? done(null) : lastOne
  },
  settle: (shop, entry) => {
    const folder = shop.locator.folderOf(entry.message ?? '')
    if (!folder) return { was: 'unknown' }
    if (statOf(waitingAt(shop.root, folder.path, entry)))
      return finish(shop, entry, folder) ? { was: 'yes', result: null } : { was: 'no' }
    // It is unlinked only once it is noted as moved: before that, whoever took it away was somebody else.
    const isThere = look(shop, entry.message ?? '') !== undefined
    return isThere || entry.phase === 'begun' ? { was: 'no' } : { was: 'yes', result: null }
  },
}

/** Moves the file aside; gives the entry with the name that it had at that moment. */
function moved(shop: Workshop, begun: Entry, { folder, stat, ...found }: Found): Result<Entry> {
  const { root, acts, journal, locator } = shop
  const waiting = waitingAt(root, folder.path, begun)
  let entry = begun
  const renamed = locator.find(begun.message ?? '', place => {
    if (whereOf(place) !== whereOf({ folder, ...found })) {
      entry = { ...entry, original: whereOf(place) }
      journal.write(entry)
    }
    return called(() => acts.rename(place.path, waiting))
  })
  if (!renamed) return notThere
  if (!renamed.ok) return systemRefusal(renamed.errno)
  if (statOf(waiting)?.ino === stat.ino) return done(entry)
  putBack(shop, entry, folder)
  return notThere
}

/** Unlinks what waits in tmp/, or puts it back where nobody else holds it; whether it was unlinked. */
function finish(shop: Workshop, entry: Entry, folder: Folder): boolean {
  const { root, acts, linked } = shop
  const waiting = waitingAt(root, folder.path, entry)
  const stat = statOf(waiting)
  if (!stat || (entry.verb === 'collection.remove' && !linked.isElsewhere(folder, stat))) {
    putBack(shop, entry, folder)
    return false
  }
  acts.unlink(waiting)
  acts.sync(at(root, folder.path, 'tmp'))
  return true
}

/** Under the name that it had, or under a fresh one where another file has taken that. */
function putBack({ root, acts }: Workshop, entry: Entry, { path }: Folder): void {
  const waiting = waitingAt(root, path, entry)
  const original = entry.original ?? `cur/${entry.name}`
  const letters = messageName(original).letters ?? ''
  const fresh = `cur/${nameWith(messageName(entry.name), letters) ?? entry.name}`
  const isTaken = statOf(at(root, path, original)) !== undefined
  acts.rename(waiting, at(root, path, isTaken ? fresh : original))
  acts.sync(at(root, path, 'cur'))
}
