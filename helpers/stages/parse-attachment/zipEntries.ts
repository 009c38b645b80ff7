// The entries of a ZIP file by its central directory, and the bytes of one within limits. Pure: nothing is written anywhere by the
// names in it. Relies on fflate for inflating, piece by piece, so that a bomb is given up before it has grown.
import { Inflate } from 'fflate'
import { ARCHIVE_ENTRIES, ARCHIVE_RATIO, ARCHIVE_UNPACKED_BYTES } from '../../../protocol/limits.ts'
import { decodeUnnamed } from '../../seenText/charset.ts'
import type { Problems } from '../../seenText/problems.ts'

export interface Entry {
  /** As the archive has it; nobody opens a file by it. */
  readonly name: string
  /** As the archive claims. */
  readonly bytes: number
  readonly encrypted: boolean
  readonly method: number
  readonly packed: number
  readonly offset: number
}
export interface Zip {
  readonly entries: readonly Entry[]
  /** The bytes of an entry; undefined, with a problem, where they cannot be had. */
  readonly read: (entry: Entry) => Buffer | undefined
}
/** Bytes that may still come out of everything that is unpacked for one message. */
export interface Budget {
  left: number
}
export const newBudget = (): Budget => ({ left: ARCHIVE_UNPACKED_BYTES })

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
/** Bytes handed to the inflater at once: each can become a thousand. */
const STEP = 4_096

/** Undefined where `bytes` hold no directory of a ZIP file. */
export function zipOf(bytes: Buffer, budget: Budget, problems: Problems): Zip | undefined {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) return undefined
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  while (at + 46 <= end && bytes.readUInt32LE(at) === CENTRAL) {
    if (entries.length === ARCHIVE_ENTRIES) {
      problems.add(`the archive has over ${ARCHIVE_ENTRIES} entries: the rest was left out`)
      break
    }
    const lengths = [28, 30, 32].map(field => bytes.readUInt16LE(at + field))
    const [name = 0, extra = 0, comment = 0] = lengths
    entries.push(entryAt(bytes, at, name))
    at += 46 + name + extra + comment
  }
  return { entries, read: entry => unpacked(bytes, entry, { budget, problems }) }
}

const entryAt = (bytes: Buffer, at: number, name: number): Entry => ({
  name: decodeUnnamed(bytes.subarray(at + 46, at + 46 + name)),
  encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
  method: bytes.readUInt16LE(at + 10),
  packed: bytes.readUInt32LE(at + 20),
  bytes: bytes.readUInt32LE(at + 24),
  offset: bytes.readUInt32LE(at + 42),
})

interface Limits {
  readonly budget: Budget
  readonly problems: Problems
}

function unpacked(bytes: Buffer, entry: Entry, { budget, problems }: Limits): Buffer | undefined {
  const data = packedBytes(bytes, entry)
  if (!data) problems.add('an entry of the archive is not where its directory says')
  else if (entry.encrypted) problems.add('an entry of the archive is encrypted')
  else if (entry.method === 0) return taken(data, budget, problems)
  else if (entry.method === 8) return inflated(data, new Inflate(), { budget, problems })
  else problems.add('an entry of the archive is packed in a way that is not known here')
  return undefined
}

function packedBytes(bytes: Buffer, { offset, packed }: Entry): Buffer | undefined {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) return undefined
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  return from + packed <= bytes.length ? bytes.subarray(from, from + packed) : undefined
}

function taken(data: Buffer, budget: Budget, problems: Problems): Buffer | undefined {
  if (data.length > budget.left) {
    problems.add(TOO_MUCH)
    return undefined
  }
  budget.left -= data.length
  return data
}
const TOO_MUCH = `the archive unpacks to over ${ARCHIVE_UNPACKED_BYTES} bytes: it was given up`
const TOO_DENSE = `an entry unpacks to over ${ARCHIVE_RATIO} times its size: it was given up`

/** What `stream` (inflate or gunzip) makes of `data`; undefined, with a problem, past the budget or the ratio. */
export function inflated(
  data: Buffer,
  stream: Pick<Inflate, 'push' | 'ondata'>,
  { budget, problems }: Limits,
): Buffer | undefined {
  const got: { readonly pieces: Uint8Array[]; total: number } = { pieces: [], total: 0 }
  stream.ondata = piece => {
    got.pieces.push(piece)
    got.total += piece.length
  }
  // A small file of repetitions is no bomb.
  const most = Math.max(1_048_576, data.length * ARCHIVE_RATIO)
  try {
    for (let at = 0; at < data.length && got.total <= Math.min(budget.left, most); at += STEP)
      stream.push(data.subarray(at, at + STEP), at + STEP >= data.length)
  } catch {
    problems.add('an entry of the archive is broken')
    return undefined
  }
  const problem = got.total > budget.left ? TOO_MUCH : got.total > most ? TOO_DENSE : undefined
  budget.left = Math.max(0, budget.left - got.total)
  if (problem === undefined) return Buffer.concat(got.pieces)
  problems.add(problem)
  return undefined
}
