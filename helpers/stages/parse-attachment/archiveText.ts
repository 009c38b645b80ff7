// What lies in an archive: names and sizes, and the text of members that are plain text, archives within it up to a depth. Pure:
// nothing is unpacked to a disk. ZIP, gzip and tar; others are named and not opened.
import { Gunzip } from 'fflate'
import { ARCHIVE_DEPTH, ARCHIVE_ENTRIES, MEMBER_BYTES } from '../../../protocol/limits.ts'
import { decodeUnnamed } from '../../seenText/charset.ts'
import type { Problems } from '../../seenText/problems.ts'
import { Gathered, type Texted, texted } from './texted.ts'
import { type Budget, inflated, type Zip, zipOf } from './zipEntries.ts'

export interface Opened {
  readonly budget: Budget
  readonly problems: Problems
}
const PLAIN = /\.(?:txt|text|md|csv|tsv|json|xml|ya?ml|log|ics|vcf|ini|conf|toml|diff|patch)$/i
const PACKED = /\.(?:zip|jar|tgz|tar|gz)$/i

export const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
export const isTar = (bytes: Buffer): boolean => bytes.toString('latin1', 257, 262) === 'ustar'
export const isZip = (bytes: Buffer): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** The list of an archive of any kind, and the texts in it. */
export function archiveText(bytes: Buffer, opened: Opened): Texted {
  const gathered = new Gathered()
  list(bytes, { ...opened, gathered, depth: 0 })
  return texted('archive', gathered, opened.problems)
}

interface Place extends Opened {
  readonly gathered: Gathered
  readonly depth: number
}

function list(bytes: Buffer, place: Place): void {
  if (isGzip(bytes)) {
    const inner = inflated(bytes, new Gunzip(), place)
    if (inner && isTar(inner)) tar(inner, place)
    else if (inner) member('the packed file', inner, place)
  } else if (isTar(bytes)) tar(bytes, place)
  else {
    const zip = zipOf(bytes, place.budget, place.problems)
    if (zip) zipped(zip, place)
    else place.problems.add('the archive is broken: it has no directory')
  }
}

function zipped(zip: Zip, place: Place): void {
  for (const entry of zip.entries) {
    if (place.gathered.full) return
    place.gathered.add(`${entry.name}  ${entry.bytes} bytes${entry.encrypted ? ', encrypted' : ''}\n`)
    if (!PLAIN.test(entry.name) && !PACKED.test(entry.name)) continue
    if (entry.bytes > MEMBER_BYTES)
      place.problems.add(`a text in the archive has over ${MEMBER_BYTES} bytes: it was not read`)
    else {
      const content = zip.read(entry)
      if (content) member(entry.name, content, place)
    }
  }
}

/** A member that is text, or an archive itself. */
function member(name: string, bytes: Buffer, place: Place): void {
  if (PLAIN.test(name) && !bytes.includes(0)) place.gathered.add(`\n${decodeUnnamed(bytes)}\n\n`)
  else if (!isZip(bytes) && !isGzip(bytes) && !isTar(bytes)) return
  else if (place.depth + 1 > ARCHIVE_DEPTH)
    place.problems.add(`archives lie over ${ARCHIVE_DEPTH} deep in each other: the innermost were not opened`)
  else {
    place.gathered.add(`\nwithin ${name}:\n`)
    list(bytes, { ...place, depth: place.depth + 1 })
  }
}

const BLOCK = 512

/** POSIX tar: a block of header, then the content in whole blocks. */
function tar(bytes: Buffer, place: Place): void {
  let entries = 0
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0 && !place.gathered.full;) {
    if (++entries > ARCHIVE_ENTRIES)
      return place.problems.add(`the archive has over ${ARCHIVE_ENTRIES} entries: the rest was left out`)
    const name = decodeUnnamed(bytes.subarray(at, at + 100)).split('\0')[0] ?? ''
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 136), 8)
    if (!Number.isSafeInteger(size) || size < 0) return place.problems.add('the archive is broken')
    place.gathered.add(`${name}  ${size} bytes\n`)
    const from = at + BLOCK
    if (size > MEMBER_BYTES && PLAIN.test(name))
      place.problems.add(`a text in the archive has over ${MEMBER_BYTES} bytes: it was not read`)
    else if (PLAIN.test(name) || PACKED.test(name)) member(name, bytes.subarray(from, from + size), place)
    at = from + Math.ceil(size / BLOCK) * BLOCK
  }
}
