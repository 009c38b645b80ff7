// The files of the audit log: YYYY-MM.jsonl (UTC), head.json, and torn-YYYY-MM-SEQ for what a crash left unfinished. Every
// name in it is matched against a strict form, every file opened once and believed only while it is ours. Relies on
// files/readCapped.ts and files/writeAside.ts.
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../../files/errnoOf.ts'
import { isOwnFile } from '../../files/isOurs.ts'
import { readCapped } from '../../files/readCapped.ts'
import { writeAside } from '../../files/writeAside.ts'
import { AuditHead } from '../../protocol/auditRecord.ts'
import { AUDIT_LINE_BYTES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])\.jsonl$/
const HEAD = 'head.json'

/** The file that a record of `time`, milliseconds since 1970, belongs to. */
export const monthFile = (time: number): string => `${new Date(time).toISOString().slice(0, 7)}.jsonl`

/** The months that are there, oldest first. */
export const monthFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => MONTH.test(name))
    .sort()

/** Times that a head is read which was replaced while it was opened. */
const LOOKS = 10

/** 'bad': there is something, and it is no head that twin wrote whole. */
export function readHead(folder: string): AuditHead | 'absent' | 'bad' {
  const look = () => readCapped(join(folder, HEAD), AUDIT_LINE_BYTES)
  let read = look()
  // One that another process has just renamed away has no name any more.
  for (let at = 1; at < LOOKS && !read.ok && read.problem === 'linked-twice'; at++) read = look()
  if (!read.ok) return read.problem === 'absent' ? 'absent' : 'bad'
  const parsed = parseJson(read.text)
  const head = parsed.ok ? AuditHead.safeParse(parsed.value) : undefined
  return head?.success ? head.data : 'bad'
}

/** Throws the system's error; the head before is then still there. */
export const writeHead = (folder: string, { file, seq, hash }: Omit<AuditHead, 'v'>): void =>
  writeAside(join(folder, HEAD), encodeLine({ v: 1, file, seq, hash }))

/** Where the torn end of `file` is kept: named by the record that took its place, so that doing it twice is doing it once. */
export const tornName = (file: string, seq: number): string => `torn-${file.slice(0, 7)}-${seq}`

/** What `use` makes of a month's file and its size; 'foreign' where it is no regular file of ours alone. Throws the system's error. */
export function withMonth<T>(path: string, use: (fd: number, size: number) => T): T | 'foreign' {
  const fd = openMonth(path, constants.O_RDONLY)
  if (fd === 'foreign') return fd
  try {
    return use(fd, fstatSync(fd).size)
  } finally {
    closeSync(fd)
  }
}

/** What open(2) says of a link, a FIFO, a device or a folder. */
const FOREIGN = new Set(['ELOOP', 'ENXIO', 'EISDIR'])

/** A descriptor of a month's file, never through a link and never of a FIFO. `flags`: as of open(2). Throws the system's error. */
export function openMonth(path: string, flags: number): number | 'foreign' {
  try {
    const fd = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600)
    if (isOwnFile(fstatSync(fd))) return fd
    closeSync(fd)
    return 'foreign'
  } catch (error) {
    if (FOREIGN.has(errnoOf(error) ?? '')) return 'foreign'
    throw error
  }
}

/** `length` bytes from `at`, or fewer where the file ends before. */
export function readAt(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let got = 0
  while (got < length) {
    const read = readSync(fd, bytes, got, length - got, at + got)
    if (read === 0) break
    got += read
  }
  return bytes.subarray(0, got)
}
