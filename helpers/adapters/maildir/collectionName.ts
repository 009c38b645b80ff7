// Names of folders as names of collections, and back: "/" between the steps, whatever the layout; the root is INBOX. Pure. Relies on
// bytePath.ts: a name in the file system is bytes.
import { COLLECTION_CHARS } from '../../../protocol/limits.ts'
import { bytesOf, textOf } from './bytePath.ts'
import { decodeUtf7, encodeUtf7 } from './modifiedUtf7.ts'

export const INBOX = 'INBOX'
/** Characters that move what stands beside them, or end a line. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
/** Bytes of one name in any file system. */
const NAME_BYTES = 255

/** The steps that a folder's name (in bytes) stands for: ".Sub.Folder" for two. */
export function stepsOf(name: string): string[] {
  const steps = name.startsWith('.') ? name.slice(1).split('.') : [name]
  return (steps.includes('') ? [name] : steps).map(shown)
}

/** Undefined where it would be too long. */
export function collectionOf(steps: readonly string[]): string | undefined {
  const name = steps.length === 0 ? INBOX : steps.join('/')
  return name.length <= COLLECTION_CHARS ? name : undefined
}

function shown(step: string): string {
  const decoded = decodeUtf7(step)
  const text = decoded === undefined || decoded.includes('/') ? textOf(step) : decoded
  if (text === undefined) return step.replace(/[^\x20-\x7e]/g, percent)
  return text.replace(UNSEEN, character => bytesOf(character).replace(/./gs, percent))
}
const percent = (byte: string): string => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Where a collection that does not exist yet would lie, in bytes; undefined where no folder can be called that. */
export function pathOf(collection: string, layout: 'maildir++' | 'nested'): string | undefined {
  const steps = collection.split('/')
  const names = steps.map(encodeUtf7)
  const isStep = (name: string) =>
    name !== '' && !name.startsWith('.') && !['cur', 'new', 'tmp'].includes(name)
  const path = layout === 'nested' ? names.join('/') : `.${names.join('.')}`
  const isWhole = names.every(isStep) && path.split('/').every(name => name.length <= NAME_BYTES)
  // A dot would be another step; and what would come back under another name is no name.
  const back = layout === 'nested' ? names.flatMap(stepsOf) : stepsOf(path)
  return isWhole && collectionOf(back) === collection ? path : undefined
}
