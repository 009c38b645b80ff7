// The bits that an account's .mboxCache.plist keeps of each mailbox: they tell Sent or Junk in any language. Relies on
// apple-mail-store.md 6 for the tree; a file that is missing, linked, too long or damaged tells nothing.
import { PLIST_BYTES } from '../../protocol/limits.ts'
import { readCappedBytes } from '../../files/readCapped.ts'
import { member, parsePropertyList } from './propertyList.ts'

/** IMAPMailboxAttributes by `pathKey`. */
export type MailboxBits = ReadonlyMap<string, number>

const DEPTH = 16
const NODES = 10_000

/** A mailbox's path as one text: no name holds a NUL. */
export const pathKey = (path: readonly string[]): string => path.join('\u0000').normalize('NFC')

export function readMailboxBits(path: string): MailboxBits {
  const read = readCappedBytes(path, PLIST_BYTES, false)
  const bits = new Map<string, number>()
  if (read.ok) walk(member(parsePropertyList(read.bytes), 'mboxes'), [], bits)
  return bits
}

function walk(nodes: unknown, above: readonly string[], bits: Map<string, number>): void {
  if (typeof nodes !== 'object' || nodes === null || above.length >= DEPTH) return
  for (const key of Object.keys(nodes)) {
    if (bits.size >= NODES) return
    const node = member(nodes, key)
    const name = member(node, 'MailboxPathComponent')
    const path = [...above, typeof name === 'string' ? name : key]
    const attributes = member(node, 'IMAPMailboxAttributes')
    if (typeof attributes === 'number') bits.set(pathKey(path), attributes)
    walk(member(node, 'IMAPMailboxChildren'), path, bits)
  }
}
