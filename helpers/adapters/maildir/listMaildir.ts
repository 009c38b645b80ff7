// The answer to `list`: every folder whose stamp is not the remembered one is read and compared, and what came of it is remembered for
// the next time. Relies on listing.ts for one folder, and on snapshot.ts for what was known.
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { ListEnd, Part } from '../adapter.ts'
import { findFolders, type Folders } from './findFolders.ts'
import { beginListing, type Listing } from './listing.ts'
import { oddSentences } from './oddSentences.ts'
import type { Kept, Next, Snapshot, Snapshots } from './snapshot.ts'

/** `root`: of the Maildir, in bytes. */
export interface Mailbox {
  readonly root: string
  readonly snapshots: Snapshots
}

/** Times that all folders are gone over, so that a message which moves from one to another meanwhile is not missed in both. */
const PASSES = 3

/** Hands each part to `onPart`, the first of which says whether the cursor was known. Throws what the system says of the root. */
export function listMaildir(
  { root, snapshots }: Mailbox,
  cursor: string | null,
  onPart: (part: Part) => void,
): Result<ListEnd> {
  const base = cursor === null ? undefined : snapshots.load(cursor)
  const reset = base === undefined
  onPart({ messages: [], gone: [], reset })
  const listing = beginListing(root, { base, messagesOf: snapshots.messagesOf })
  let found = findFolders(root)
  if (base && base.folders.size > 0 && found.folders.length === 0) return emptied
  for (let pass = 0; pass < PASSES; pass++) {
    listing.begin()
    for (const folder of found.folders) {
      const messages = listing.look(folder)
      if (messages.length > 0) onPart({ messages, gone: [], reset })
    }
    if (!listing.isUnsure() || pass === PASSES - 1) break
    found = findFolders(root)
  }
  const gone = listing.gone(found)
  if (listing.isTorn()) return torn(snapshots, base)
  if (gone.length > 0) onPart({ messages: [], gone, reset })
  const kept = next(listing, found, base)
  const problems = [...found.problems, ...listing.problems(), ...oddSentences(found.folders, listing.oddOf)]
  return done({ cursor: base && isSame(kept, base) ? base.token : snapshots.save(kept, base), problems })
}

/** What is remembered: folders that are there, and those that could not be looked for. */
function next(listing: Listing, found: Folders, base: Snapshot | undefined): Next {
  const paths = new Set(found.folders.map(({ path }) => path))
  const unseen = found.isWhole
    ? []
    : [...(base?.folders.values() ?? [])].filter(({ path }) => !paths.has(path))
  const states = found.folders.flatMap(({ path }) => listing.stateOf(path) ?? [])
  return {
    kept: [...states.filter(state => 'list' in state), ...unseen],
    read: states.filter(state => 'messages' in state),
  }
}

const isSame = ({ kept, read }: Next, base: Snapshot): boolean =>
  read.length === 0 &&
  kept.length === base.folders.size &&
  kept.every(folder => isEqual(folder, base.folders.get(folder.path)))

const isEqual = (now: Kept, before: Kept | undefined): boolean =>
  before !== undefined && now.stamp === before.stamp && now.settled === before.settled

const emptied = refused('no-access', {
  is: 'the Maildir holds no folder with messages any more',
  wanted: 'the folders that were there when it was last listed',
  fix: 'look whether its disk is mounted; where it was emptied on purpose, remove the folder of the account from the store',
})

function torn(snapshots: Snapshots, base: Snapshot | undefined): Result<never> {
  if (base) snapshots.drop(base.token)
  return refused('unavailable', {
    is: 'what was remembered of the Maildir cannot be read',
    wanted: 'the files that the last list wrote',
    fix: 'run the same command again: everything is listed anew',
  })
}
