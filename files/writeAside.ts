// Writes a file so that a reader sees the whole of it or none: a fresh name beside it, synced, renamed, the directory
// synced. A failure leaves what was there and no stump. Relies on rename(2) being atomic within a directory.
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { syncDirectory } from './syncDirectory.ts'

/** New content that lies beside the file it is for. Exactly one of the two is called, once. */
export interface Aside {
  /** Where it lies until then. */
  readonly at: string
  /** Puts it in place. Throws the system's error; nothing is left aside then. */
  readonly commit: () => void
  /** Removes it. */
  readonly discard: () => void
}

/** Writes `text` to `path` with `mode` (0600 unless told). Throws the system's error, for example ENOSPC. */
export function writeAside(path: string, text: string | Uint8Array, mode = 0o600): void {
  placeAside(path, text, mode).commit()
}

/** Writes and syncs `text` beside `path`, for a caller that looks once more before it commits. Throws the system's error. */
export function placeAside(path: string, text: string | Uint8Array, mode = 0o600): Aside {
  const at = join(dirname(path), `.${shortened(basename(path))}.${randomBytes(8).toString('hex')}.tmp`)
  const discard = () => rmSync(at, { force: true })
  const orDiscard = (act: () => void) => {
    try {
      act()
    } catch (error) {
      discard()
      throw error
    }
  }
  orDiscard(() => writeSynced(at, text, mode))
  const commit = () => {
    orDiscard(() => renameSync(at, path))
    syncDirectory(dirname(path))
  }
  return { at, commit, discard }
}

/** What a file that is being written aside is called; a stump of one is all that a kill leaves. */
const STUMP = /^\..+\.[0-9a-f]{16}\.tmp$/

/**
 * Removes the stumps in `folder`, which nobody else writes to now; what is no plain file is left. Throws the system's error.
 */
export function sweepAside(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (STUMP.test(name) && lstatSync(path).isFile()) unlinkSync(path)
  }
}

/** A name has at most 255 bytes, the parts around this one take 22. */
const shortened = (name: string): string => Buffer.from(name).subarray(0, 200).toString('utf8')

function writeSynced(path: string, text: string | Uint8Array, mode: number): void {
  const fd = openSync(path, 'wx', mode)
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
