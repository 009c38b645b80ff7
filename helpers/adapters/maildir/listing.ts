// One listing under way: what each folder has come to, compared with the generation that it began from. Relies on compareFolder.ts for
// what to believe of a folder that changes meanwhile.
import type { Listed } from '../../../protocol/adapter.ts'
import { adapterId, folderKey } from './adapterId.ts'
import { type Compared, compareFolder, type Odd } from './compareFolder.ts'
import type { Folder, Folders } from './findFolders.ts'
import type { Message, Messages } from './folderMessages.ts'
import { folderStamp, keywordsPart } from './folderStamp.ts'
import { type Keywords, readKeywords } from './keywords.ts'
import { missingMessages } from './missingMessages.ts'
import { flagsOf, keywordLetters, messageName } from './messageName.ts'
import type { Kept, Read, Snapshot, Snapshots } from './snapshot.ts'
import { called } from './systemCall.ts'

export interface Listing {
  /** What is new or changed in the folder since it was last looked at. */
  readonly look: (folder: Folder) => Listed[]
  /** Whether something that was known has not been found, or may not have been seen. */
  readonly isUnsure: () => boolean
  /** All folders are looked at once more from here. */
  readonly begin: () => void
  /**
   * Ids of what is nowhere in its folder any more, and of folders that are not among `found`. None where a folder had changed since
   * the last `begin`: it may have moved there unseen, and is missed the next time. Called once, before `stateOf`.
   */
  readonly gone: (found: Folders) => string[]
  /** Whether messages that were known cannot be read back: then nothing can be said of what is gone. */
  readonly isTorn: () => boolean
  readonly stateOf: (path: string) => Kept | Read | undefined
  readonly oddOf: (path: string) => Odd | undefined
  readonly problems: () => string[]
}
interface From {
  readonly base: Snapshot | undefined
  readonly messagesOf: Snapshots['messagesOf']
}

/** `root`: of the Maildir, in bytes. */
export function beginListing(root: string, { base, messagesOf }: From): Listing {
  const states = new Map<string, Kept | Read>()
  const missing = missingMessages()
  const closed = new Set<string>()
  const { knownOf, isTorn } = reading(messagesOf)
  const look = (folder: Folder): Listed[] => {
    const { path } = folder
    const state = states.get(path) ?? base?.folders.get(path)
    const isTrusted = state?.settled === true || states.has(path)
    if (state && isTrusted && !missing.isRestless(path) && state.stamp === folderStamp(root, path).text) {
      states.set(path, state)
      return []
    }
    const known = isRead(state) ? state.messages : knownOf(state)
    const compared = compareFolder(root, path, known)
    const isSame = state !== undefined && isUnchanged(compared)
    states.set(path, isSame ? { ...state, ...stampOf(compared) } : read(folder, compared))
    missing.note(folder, known, compared)
    const changed = changedOf(compared, state)
    return listedOf(folder, { ...compared, changed }, readKeywords(root, path))
  }
  return {
    look: folder => {
      const looked = called(() => look(folder))
      if (looked.ok) closed.delete(folder.collection)
      else closed.add(folder.collection)
      return looked.ok ? looked.value : keep(states, base, folder)
    },
    isUnsure: missing.isUnsure,
    begin: missing.begin,
    gone: found => [...missing.decided(states), ...(found.isWhole ? goneWith(found, base, knownOf) : [])],
    isTorn,
    stateOf: path => states.get(path),
    oddOf: path => states.get(path)?.odd,
    problems: () => [...closed].map(collection => `the folder ${collection} cannot be read by this user`),
  }
}

/** Reads back what was known of a folder. */
function reading(messagesOf: Snapshots['messagesOf']) {
  let torn = false
  const knownOf = (kept: Kept | undefined): Messages => {
    const messages = kept && messagesOf(kept)
    torn ||= kept !== undefined && messages === undefined
    return messages ?? new Map()
  }
  return { knownOf, isTorn: () => torn }
}

const isRead = (state: Kept | Read | undefined): state is Read => state !== undefined && 'messages' in state
const isUnchanged = ({ changed, gone }: Compared): boolean => changed.length === 0 && gone.length === 0
const stampOf = ({ stamp, settled, odd }: Compared) => ({ stamp, settled, odd })
const read = ({ path }: Folder, { messages, ...compared }: Compared): Read => ({
  path,
  ...stampOf({ messages, ...compared }),
  messages,
})

/** A folder that cannot be read is as it was, for all that anybody knows. */
function keep(states: Map<string, Kept | Read>, base: Snapshot | undefined, { path }: Folder): Listed[] {
  const before = base?.folders.get(path)
  if (before && !states.has(path)) states.set(path, { ...before, settled: false })
  return []
}

/** Where the file of the keywords has changed, so may have the meaning of every small letter. */
function changedOf({ changed, messages, stamp }: Compared, before: Kept | Read | undefined): string[] {
  if (!before || keywordsPart(before.stamp) === keywordsPart(stamp)) return [...changed]
  const lettered = [...messages].filter(
    ([, { name }]) => keywordLetters(messageName(name).letters ?? '').length > 0,
  )
  return [...new Set([...changed, ...lettered.map(([key]) => key)])]
}

function listedOf(folder: Folder, { changed, messages }: Compared, keywords: Keywords): Listed[] {
  return changed.flatMap(key => {
    const message = messages.get(key)
    return message ? [listed(folder, { key, ...message }, keywords)] : []
  })
}

function listed(folder: Folder, message: Message & { readonly key: string }, keywords: Keywords): Listed {
  const letters = messageName(message.name).letters ?? ''
  return {
    message: adapterId(folder.key, message.key),
    collection: folder.collection,
    flags: flagsOf(letters),
    keywords: [...new Set(keywordLetters(letters).flatMap(letter => keywords.get(letter) ?? []))],
    bytes: message.bytes,
    received: message.received,
  }
}

/** The messages of folders that were known and are not there any more. */
function goneWith(
  { folders }: Folders,
  base: Snapshot | undefined,
  knownOf: (kept: Kept) => Messages,
): string[] {
  const paths = new Set(folders.map(({ path }) => path))
  const lost = [...(base?.folders.values() ?? [])].filter(({ path }) => !paths.has(path))
  return lost.flatMap(kept => [...knownOf(kept).keys()].map(key => adapterId(folderKey(kept.path), key)))
}
