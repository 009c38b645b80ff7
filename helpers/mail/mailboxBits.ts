// The bits that an account's .mboxCache.plist keeps of each mailbox: they tell Sent or Junk in any language. Relies on
// apple-mail-store.md 6 for the tree; a file that is missing, linked, too long or damaged tells nothing.
import { basename, dirname } from 'node:path'
import { readCappedBytes } from '../../files/readCapped.ts'
import { listing } from '../../native/mailVersions.ts'
import { CACHE_DEPTH, CACHE_NODES, PLIST_BYTES } from '../../protocol/limits.ts'
import { member, parsePropertyList } from './propertyList.ts'

/** IMAPMailboxAttributes by `pathKey`. */
export type MailboxBits = ReadonlyMap<string, number>

/** `whole`: false where there is a file and not all of it was read; a file that is not there has nothing to tell. */
export interface MailboxCache {
  readonly bits: MailboxBits
  readonly whole: boolean
}

/** A mailbox's path as one text: no name holds a NUL. */
export const pathKey = (path: readonly string[]): string => path.join('\u0000').normalize('NFC')

export function readMailboxBits(path: string): MailboxCache {
  const read = readCappedBytes(path, PLIST_BYTES, false)
  const bits = new Map<string, number>()
  if (!read.ok) return { bits, whole: read.problem === 'absent' || !isThere(path) }
  const list = parsePropertyList(read.bytes)
  const whole = walk(member(list, 'mboxes'), [], bits)
  return { bits, whole: whole && list !== undefined }
}

/** A sandbox may answer "not permitted" of what is not there: only the names of the folder tell. */
const isThere = (path: string): boolean => listing(dirname(path)).names?.includes(basename(path)) ?? true

/** Whether the whole tree was walked. */
function walk(nodes: unknown, above: readonly string[], bits: Map<string, number>): boolean {
  if (typeof nodes !== 'object' || nodes === null) return true
  return Object.keys(nodes).every(key => {
    if (bits.size >= CACHE_NODES || above.length >= CACHE_DEPTH) return false
    const node = member(nodes, key)
    const name = member(node, 'MailboxPathComponent')
    const path = [...above, typeof name === 'string' ? name : key]
    const attributes = member(node, 'IMAPMailboxAttributes')
    if (typeof attributes === 'number') bits.set(pathKey(path), attributes)
    return walk(member(node, 'IMAPMailboxChildren'), path, bits)
  })
}
