// What one listing has missed so far: messages that were known and are not in their folder any more. Pure. Nothing is given up for gone
// until all folders have been gone over and none had changed: it may lie in one that was read before it came there.
import { adapterId } from './adapterId.ts'
import type { Compared } from './compareFolder.ts'
import type { Folder } from './findFolders.ts'
import type { Message, Messages } from './folderMessages.ts'
import type { Kept, Read } from './snapshot.ts'

interface Missing {
  readonly path: string
  readonly key: string
  readonly message: Message
}
export interface MissingMessages {
  /** Takes what a folder has come to; `known`: its messages before. */
  readonly note: (folder: Folder, known: Messages, compared: Compared) => void
  readonly isRestless: (path: string) => boolean
  readonly isUnsure: () => boolean
  /** All folders are gone over once more from here. */
  readonly begin: () => void
  /** Ids of what is gone; where that cannot be told yet, none, and what is missing is kept in the states of its folders. */
  readonly decided: (states: Map<string, Kept | Read>) => string[]
}

export function missingMessages(): MissingMessages {
  const missing = new Map<string, Missing>()
  const restless = new Set<string>()
  let isQuiet = false
  return {
    begin: () => (isQuiet = true),
    note: ({ path, key: folder }, known, { whole, changed, gone }) => {
      isQuiet = false
      if (whole) restless.delete(path)
      else restless.add(path)
      for (const key of changed) missing.delete(adapterId(folder, key))
      for (const key of gone) {
        const message = known.get(key)
        if (message) missing.set(adapterId(folder, key), { path, key, message })
      }
    },
    isRestless: path => restless.has(path),
    isUnsure: () => missing.size > 0 || restless.size > 0,
    decided: states => {
      if (isQuiet && restless.size === 0) return [...missing.keys()]
      for (const one of missing.values()) putBack(states, one)
      return []
    },
  }
}

function putBack(states: Map<string, Kept | Read>, { path, key, message }: Missing): void {
  const state = states.get(path)
  if (state && 'messages' in state)
    states.set(path, { ...state, settled: false, messages: new Map([...state.messages, [key, message]]) })
}
