// The only calls that change a Maildir or note that it is being changed, together, so that a test can end the process at each of them.
// Relies on rename(2) and link(2) being atomic.
import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { errnoOf } from '../../../files/errnoOf.ts'
import { writeAside } from '../../../files/writeAside.ts'

export interface Acts {
  readonly link: (from: Buffer, to: Buffer) => void
  readonly rename: (from: Buffer, to: Buffer) => void
  readonly unlink: (path: Buffer) => void
  /** Makes one folder; one that is there is left as it is. */
  readonly makeFolder: (path: Buffer) => void
  /** Writes a new file and syncs it; throws EEXIST where one is there. */
  readonly write: (path: Buffer, content: Uint8Array) => void
  /** Makes the names in a folder durable. */
  readonly sync: (folder: Buffer) => void
  /** Writes a note to `path`, durably, in place of the one before. */
  readonly note: (path: string, text: string) => void
}
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** All of them throw the system's error. */
export const acts: Acts = {
  link: linkSync,
  rename: renameSync,
  unlink: unlinkSync,
  makeFolder: path => {
    try {
      mkdirSync(path, 0o700)
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error
    }
  },
  write: (path, content) => {
    const fd = openSync(path, FRESH, 0o600)
    try {
      writeFileSync(fd, content)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  },
  sync: folder => {
    const fd = openSync(folder, 'r')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  },
  note: writeAside,
}
