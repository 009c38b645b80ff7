// Makes the names in a folder durable: a rename that was not synced may be undone by a power cut. Relies on fsync(2) of a folder.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { errnoOf } from './errnoOf.ts'

/** Not every file system can sync a directory; what was renamed has been renamed by then. */
const UNSYNCED = new Set(['EINVAL', 'EPERM', 'EACCES', 'ENOTSUP'])

/** Syncs the folder at `path`. Throws the system's error, for example EIO. */
export function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (!UNSYNCED.has(errnoOf(error) ?? '')) throw error
  }
}
