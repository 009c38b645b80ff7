// Reads a file that somebody else may have put there: opened once, never through a link, never a FIFO or device, ours,
// singly linked, at most `cap` bytes whatever its size says. Relies on O_NOFOLLOW and O_NONBLOCK; security.md 8.1.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { errnoOf } from './errnoOf.ts'
import { isOurs } from './isOurs.ts'

/** Why a file was not read. `absent` is the only one that is not suspicious. */
export type ReadProblem =
  'absent' | 'link' | 'not-a-file' | 'not-ours' | 'linked-twice' | 'too-long' | 'no-access' | 'unreadable'
type Failed = { readonly ok: false; readonly problem: ReadProblem }
export type Read = { readonly ok: true; readonly text: string } | Failed
export type ReadBytes = { readonly ok: true; readonly bytes: Buffer } | Failed

/** `ours`: demand our uid and one link (protocol files); off for a file that belongs to a person, such as a note. */
export function readCapped(path: string | Buffer, cap: number, ours = true): Read {
  const read = readCappedBytes(path, cap, ours)
  return read.ok ? { ok: true, text: read.bytes.toString('utf8') } : read
}

/** The same for a file whose bytes must survive, whatever its encoding. */
export function readCappedBytes(path: string | Buffer, cap: number, ours = true): ReadBytes {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    return { ok: false, problem: problemOf(error) }
  }
  try {
    const problem = suspicion(fstatSync(fd), ours)
    return problem ? { ok: false, problem } : readAll(fd, cap)
  } catch (error) {
    return { ok: false, problem: problemOf(error) }
  } finally {
    closeSync(fd)
  }
}

function suspicion(stat: Stats, ours: boolean): ReadProblem | undefined {
  if (!stat.isFile()) return 'not-a-file'
  if (!ours) return undefined
  if (!isOurs(stat)) return 'not-ours'
  return stat.nlink === 1 ? undefined : 'linked-twice'
}

/** Reads one byte past the cap: a file that grows, or lies about its size, is noticed. */
function readAll(fd: number, cap: number): ReadBytes {
  const chunks: Buffer[] = []
  let left = cap + 1
  while (left > 0) {
    const chunk = Buffer.allocUnsafe(Math.min(left, 65_536))
    const read = readSync(fd, chunk)
    if (read === 0) return { ok: true, bytes: Buffer.concat(chunks) }
    chunks.push(chunk.subarray(0, read))
    left -= read
  }
  return { ok: false, problem: 'too-long' }
}

function problemOf(error: unknown): ReadProblem {
  const code = errnoOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'absent'
  if (code === 'ELOOP') return 'link'
  if (code === 'ENXIO') return 'not-a-file'
  return code === 'EACCES' || code === 'EPERM' ? 'no-access' : 'unreadable'
}
