// draft: a new message in a folder, written into tmp/ and then linked into cur/ with the flag D, as every Maildir delivers. Relies on
// link(2) being atomic; the name in tmp/ is given up last.
import { done } from '../../../protocol/refusal.ts'
import { adapterId } from './adapterId.ts'
import { at } from './bytePath.ts'
import {
  begin,
  look,
  type Settled,
  stampOf,
  statOf,
  type VerbWork,
  waitingAt,
  type Workshop,
} from './workshop.ts'
import type { Folder } from './findFolders.ts'
import type { Entry } from './journal.ts'
import { folderNamed, makeCollection } from './makeCollection.ts'
import { letterOf, messageName, nameWith } from './messageName.ts'
import { incomplete, noFolder } from './refusals.ts'
import { called } from './systemCall.ts'

export const draftVerb: VerbWork = {
  make: (shop, change) => {
    const { message, from, to, raw } = change
    if (message !== null || from !== null || to === null || raw === null) return incomplete
    const folder = makeCollection(shop, to)
    return folder ? done(delivered(shop, folder, { entry: begin(shop, change, undefined), raw })) : noFolder
  },
  settle: (shop, entry) => {
    const folder = folderNamed(shop, entry.to ?? '')
    if (!folder) return { was: entry.phase === 'begun' ? 'no' : 'unknown' }
    const id = adapterId(folder.key, entry.name)
    const answer: Settled = look(shop, id) ? { was: 'yes', result: id } : { was: wasNot(shop, folder, entry) }
    const waiting = waitingAt(shop.root, folder.path, entry)
    if (answer.was !== 'unknown' && statOf(waiting)) shop.acts.unlink(waiting)
    return answer
  },
}

interface Draft {
  readonly entry: Entry
  readonly raw: Uint8Array
}

/** Gives the id of the new message. Throws the system's error. */
function delivered({ root, acts, journal }: Workshop, { path, key }: Folder, { entry, raw }: Draft): string {
  const waiting = waitingAt(root, path, entry)
  acts.write(waiting, raw)
  const stat = statOf(waiting)
  journal.write({ ...entry, phase: 'written', stamp: stat ? stampOf(stat) : null })
  const name = nameWith(messageName(entry.name), letterOf('draft')) ?? entry.name
  const to = at(root, path, 'cur', name)
  const linked = called(() => acts.link(waiting, to))
  // The name is this change's own: nothing is there that a rename could remove.
  if (!linked.ok) acts.rename(waiting, to)
  acts.sync(at(root, path, 'cur'))
  if (linked.ok) acts.unlink(waiting)
  return adapterId(key, entry.name)
}

/** It was linked only after it was noted as written; nobody has linked a file that is as it was noted. */
function wasNot({ root }: Workshop, { path }: Folder, entry: Entry): 'no' | 'unknown' {
  if (entry.phase === 'begun') return 'no'
  const stat = statOf(waitingAt(root, path, entry))
  return stat && stampOf(stat) === entry.stamp ? 'no' : 'unknown'
}
