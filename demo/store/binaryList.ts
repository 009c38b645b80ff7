// Writes a binary property list that holds UIDs, which the plist package does not: NSKeyedArchiver's archives are made of them.
// Relies on the bplist00 format: object table, offset table, 32-byte trailer; at most 65,535 objects.

/** A reference of NSKeyedArchiver to its table of objects. */
export class Uid {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

export type ListValue =
  string | number | boolean | Uid | readonly ListValue[] | { readonly [key: string]: ListValue }

/** `root` as a binary property list. Numbers are integers from 0 to 2^32 - 1. */
export function binaryList(root: ListValue): Uint8Array {
  const objects: Buffer[] = []
  const add = (value: ListValue): number => {
    const index = objects.length
    objects.push(Buffer.alloc(0))
    objects[index] = encode(value, add)
    return index
  }
  add(root)
  return assemble(objects)
}

function encode(value: ListValue, add: (value: ListValue) => number): Buffer {
  if (typeof value === 'string') return Buffer.concat([counted(0x60, value.length), utf16(value)])
  if (typeof value === 'number') return Buffer.concat([Buffer.from([0x12]), big(value, 4)])
  if (typeof value === 'boolean') return Buffer.from([value ? 0x09 : 0x08])
  if (value instanceof Uid) return Buffer.concat([Buffer.from([0x81]), big(value.index, 2)])
  if (isList(value))
    return Buffer.concat([counted(0xa0, value.length), ...value.map(one => big(add(one), 2))])
  const references = [...Object.keys(value), ...Object.values(value)].map(one => big(add(one), 2))
  return Buffer.concat([counted(0xd0, references.length / 2), ...references])
}

const isList = (value: ListValue): value is readonly ListValue[] => Array.isArray(value)

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

function big(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** A marker with its count: in the low bits up to 14, else as an integer that follows. */
const counted = (marker: number, count: number): Buffer =>
  count < 15
    ? Buffer.from([marker | count])
    : Buffer.concat([Buffer.from([marker | 15, 0x12]), big(count, 4)])

/** `objects`, the root first, with offsets of four bytes and references of two. */
function assemble(objects: readonly Buffer[]): Uint8Array {
  const head = Buffer.from('bplist00')
  let at = head.length
  const offsets = objects.map(object => {
    const offset = big(at, 4)
    at += object.length
    return offset
  })
  const trailer = Buffer.alloc(32)
  trailer[6] = 4
  trailer[7] = 2
  trailer.writeBigUInt64BE(BigInt(objects.length), 8)
  trailer.writeBigUInt64BE(BigInt(at), 24)
  return Buffer.concat([head, ...objects, ...offsets, trailer])
}
