// A property list, XML or binary, as plain data. The libraries that parse them recurse and copy, so a binary one is walked
// first: every container may be reached once, so that the result is no larger than the file; and an XML one may declare
// nothing. Relies on plist (XML) and bplist-parser; where those throw, the list is undefined, never an error. What plist
// thinks of a list it prints on the console, which run.ts has closed.
import { parseBuffer } from 'bplist-parser'
import { parse } from 'plist'
import { PLIST_DEPTH, PLIST_OBJECTS } from '../../protocol/limits.ts'

/** The value in `bytes`, undefined where there is none. Read keys with `member` only. */
export function parsePropertyList(bytes: Buffer): unknown {
  try {
    if (bytes.subarray(0, 8).toString('latin1') !== 'bplist00') return xmlList(bytes.toString('utf8'))
    return isTree(bytes) ? parseBuffer(bytes)[0] : undefined
  } catch {
    return undefined
  }
}

/**
 * What no list of Apple's has and costs the library more than its length: declarations (an entity may expand without end),
 * namespaces, and a `<` that begins no tag, or one within another. Refused before it is parsed, wherever it stands.
 */
const FOREIGN = /<(?:!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)|!DOCTYPE[^<>[]*\[|[^a-z/!?]|[^<>]*(?:\sxmlns|<))/i

/** The library takes what does not begin with a tag for a list of another form, which nothing here has looked at. */
function xmlList(text: string): unknown {
  const xml = text.trim()
  return xml.startsWith('<') && !FOREIGN.test(xml) ? parse(xml) : undefined
}

/** Own property `key` of a dictionary; a key named like something of Object's prototype finds nothing. */
export function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

const ARRAY = 0xa
const SET = 0xc
const DICTIONARY = 0xd

/** Whether the containers form a tree. Throws RangeError where an offset lies outside `bytes`. */
function isTree(bytes: Buffer): boolean {
  const trailer = bytes.length - 32
  const table = {
    offsetBytes: bytes.readUInt8(trailer + 6),
    referenceBytes: bytes.readUInt8(trailer + 7),
    count: Number(bytes.readBigUInt64BE(trailer + 8)),
    top: Number(bytes.readBigUInt64BE(trailer + 16)),
    start: Number(bytes.readBigUInt64BE(trailer + 24)),
  }
  if (table.count > PLIST_OBJECTS || !sizeIsUsual(table.offsetBytes) || !sizeIsUsual(table.referenceBytes))
    return false
  const seen = new Set<number>()
  let level = [table.top]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= PLIST_DEPTH) return false
    const containers = level.filter(reference => isContainer(bytes, offsetOf(bytes, table, reference)))
    for (const reference of containers) {
      if (seen.has(reference)) return false
      seen.add(reference)
    }
    level = containers.flatMap(reference => children(bytes, table, offsetOf(bytes, table, reference)))
  }
  return true
}

interface Table {
  readonly offsetBytes: number
  readonly referenceBytes: number
  readonly count: number
  readonly start: number
}

const sizeIsUsual = (bytes: number): boolean => bytes >= 1 && bytes <= 6
const isContainer = (bytes: Buffer, at: number): boolean =>
  [ARRAY, SET, DICTIONARY].includes(bytes.readUInt8(at) >> 4)

function offsetOf(bytes: Buffer, table: Table, reference: number): number {
  if (reference >= table.count)
    throw new RangeError('Cannot read a property list: a reference is out of range')
  return bytes.readUIntBE(table.start + reference * table.offsetBytes, table.offsetBytes)
}

/** The references of the container at `at`: a dictionary's keys come first, then its values. */
function children(bytes: Buffer, table: Table, at: number): number[] {
  const marker = bytes.readUInt8(at)
  const [length, first] = lengthOf(bytes, at, marker & 15)
  const count = marker >> 4 === DICTIONARY ? length * 2 : length
  if (count > PLIST_OBJECTS) throw new RangeError('Cannot read a property list: a container is too long')
  return Array.from({ length: count }, (_, i) =>
    bytes.readUIntBE(first + i * table.referenceBytes, table.referenceBytes),
  )
}

/** Length and the offset of the first reference; from 15 up the length is an integer object of its own. */
function lengthOf(bytes: Buffer, at: number, short: number): [number, number] {
  if (short < 15) return [short, at + 1]
  const size = 2 ** (bytes.readUInt8(at + 1) & 15)
  return [size <= 4 ? bytes.readUIntBE(at + 2, size) : PLIST_OBJECTS + 1, at + 2 + size]
}
