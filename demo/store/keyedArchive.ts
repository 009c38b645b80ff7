// An NSString as NSKeyedArchiver stores it (a binary property list whose $top.root is UID 1): how Accounts4 holds property
// values. Relies on the bplist00 format: object table, offset table, 32-byte trailer; everything fits one-byte offsets or two.

/** `text` archived; at most 60,000 bytes of UTF-16. */
export function keyedString(text: string): Uint8Array {
  const objects = [
    dictionary([1, 2, 3, 4], [5, 6, 7, 8]),
    ascii('$version'),
    ascii('$archiver'),
    ascii('$top'),
    ascii('$objects'),
    Buffer.from([0x12, 0x00, 0x01, 0x86, 0xa0]),
    ascii('NSKeyedArchiver'),
    dictionary([9], [10]),
    Buffer.from([0xa2, 11, 12]),
    ascii('root'),
    Buffer.from([0x80, 0x01]),
    ascii('$null'),
    utf16(text),
  ]
  return assemble(objects)
}

/** `objects` as a binary property list whose root is the first; references are one byte. */
function assemble(objects: readonly Buffer[]): Uint8Array {
  const head = Buffer.from('bplist00')
  let at = head.length
  const offsets = Buffer.alloc(objects.length * 2)
  objects.forEach((object, i) => {
    offsets.writeUInt16BE(at, i * 2)
    at += object.length
  })
  const trailer = Buffer.alloc(32)
  trailer[6] = 2
  trailer[7] = 1
  trailer.writeBigUInt64BE(BigInt(objects.length), 8)
  trailer.writeBigUInt64BE(BigInt(at), 24)
  return Buffer.concat([head, ...objects, offsets, trailer])
}

const dictionary = (keys: number[], values: number[]): Buffer =>
  Buffer.from([0xd0 | keys.length, ...keys, ...values])

const ascii = (text: string): Buffer =>
  Buffer.concat([counted(0x50, text.length), Buffer.from(text, 'latin1')])

const utf16 = (text: string): Buffer =>
  Buffer.concat([counted(0x60, text.length), Buffer.from(text, 'utf16le').swap16()])

/** A marker with its count: in the low bits up to 14, else as a two-byte integer that follows. */
function counted(marker: number, count: number): Buffer {
  if (count < 15) return Buffer.from([marker | count])
  return Buffer.from([marker | 15, 0x11, count >> 8, count & 255])
}
