// A list of MAPI properties as TNEF encodes it (MS-OXTNEF 2.1.3.4): texts and bytes by their number; numbers and dates are passed
// over. Pure; a length that does not fit ends the reading.

export interface Property {
  readonly bytes: Buffer
  readonly unicode: boolean
}
export type Properties = ReadonlyMap<number, Property>

/** Bytes of a value of fixed length, its padding included, by its type. */
const FIXED: Readonly<Record<number, number>> = {
  0x01: 4,
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
}
const UNICODE = 0x1f
const VARIABLE = new Set([0x0d, 0x1e, UNICODE, 0x102])
const MULTIPLE = 0x1000
const padded = (length: number): number => Math.ceil(length / 4) * 4

/** The first value of each property; what cannot be read ends the list. */
export function mapiProperties(bytes: Buffer): Properties {
  const found = new Map<number, Property>()
  const cursor = new Cursor(bytes)
  for (let left = cursor.word(); left > 0 && !cursor.over; left--) {
    const type = cursor.half()
    const id = cursor.half()
    if (id >= 0x8000) passName(cursor)
    const base = type & ~MULTIPLE
    const several = VARIABLE.has(base) || base !== type
    for (let values = several ? cursor.word() : 1; values > 0 && !cursor.over; values--) {
      const length = VARIABLE.has(base) ? cursor.word() : (FIXED[base] ?? Number.POSITIVE_INFINITY)
      const value = cursor.take(length)
      if (!cursor.over && VARIABLE.has(base) && !found.has(id))
        found.set(id, { bytes: value, unicode: base === UNICODE })
    }
  }
  return found
}

function passName(cursor: Cursor): void {
  cursor.take(16)
  if (cursor.word() === 0) cursor.word()
  else cursor.take(cursor.word())
}

/** Reads forward, and is over for good once something does not fit. */
class Cursor {
  over = false
  private at = 0
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  take(length: number): Buffer {
    if (this.over || length > this.bytes.length - this.at) {
      this.over = true
      return this.bytes.subarray(0, 0)
    }
    const value = this.bytes.subarray(this.at, this.at + length)
    this.at += padded(length)
    return value
  }

  word(): number {
    const bytes = this.take(4)
    return this.over ? 0 : bytes.readUInt32LE(0)
  }

  half(): number {
    if (this.over || this.bytes.length - this.at < 2) {
      this.over = true
      return 0
    }
    const value = this.bytes.readUInt16LE(this.at)
    this.at += 2
    return value
  }
}
