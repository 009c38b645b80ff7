// Writes a file so that a reader sees the whole of it or none: a fresh name beside it, synced, renamed, the directory
// synced. A failure leaves what was there and no stump. Relies on rename(2) being atomic within a directory.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'

/** Writes `text` to `path` with `mode` (0600 unless told). Throws the system's error, for example ENOSPC. */
export function writeAside(path: string, text: string, mode = 0o600): void {
  const aside = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(8).toString('hex')}.tmp`)
  try {
    const fd = openSync(aside, 'wx', mode)
    try {
      writeFileSync(fd, text)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(aside, path)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  syncDirectory(dirname(path))
}

/** Not every file system can sync a directory; the rename itself has happened by then. */
function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EINVAL' && code !== 'EPERM' && code !== 'EACCES' && code !== 'ENOTSUP') throw error
  }
}
