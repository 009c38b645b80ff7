// Puts a file of the store into a view: a hard link where the file system makes one, else a copy that nobody may write. Relies on
// the target lying in a folder that is being made and has nothing in it.
import { constants, copyFileSync, chmodSync, linkSync } from 'node:fs'
import { errnoOf } from '../../files/errnoOf.ts'

/** Another file system, no links there, the file has as many as it may, or is one that only its owner may link. */
const UNLINKABLE = new Set(['EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Throws the system's error, for example ENOENT where `from` is gone and ENOSPC where a copy has no room. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined || !UNLINKABLE.has(errno)) throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    chmodSync(to, 0o444)
  }
}
