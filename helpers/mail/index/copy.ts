// A private copy of a database in state/mail, for when it cannot be opened where it lies: main file and -wal, 0600. By a clone
// (macOS) or a read and write loop (fs.copyFile sets modes, which confinement denies); never a hard link, which would make
// Mail's own file writable. The -shm is left: SQLite makes it anew from the -wal. Relies on sandbox.md 1.6 and 2.7.
import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { copyName } from '../contents.ts'

/** `steady`: the original did not change while it was copied. */
export interface Copied {
  readonly path: string
  readonly steady: boolean
}

const CHUNK = 1 << 20
const TRIES = 3

/** Makes `to`, which does not exist, of `from`. Throws the system's error. */
export type CopyFile = (from: string, to: string) => void

/** Copies `from` and its -wal into `folder`. Throws the system's error and leaves nothing then. */
export function copyDatabase(from: string, folder: string, copy: CopyFile = copyFile): Copied {
  const path = join(folder, copyName(process.pid, randomBytes(8).toString('hex')))
  try {
    for (let attempt = 1; ; attempt++) {
      removeCopy(path)
      const before = stateOf(from)
      copy(from, path)
      if (existsSync(`${from}-wal`)) copyLog(copy, path, from)
      const steady = before === stateOf(from)
      if (steady || attempt === TRIES) return { path, steady }
    }
  } catch (error) {
    removeCopy(path)
    throw error
  }
}

export function removeCopy(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
}

/** Inode, size and time of the file and its log: Mail changes one of them whenever it writes or checkpoints. */
function stateOf(path: string): string {
  const states = [path, `${path}-wal`].map(file => {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : 'absent'
  })
  return states.join(', ')
}

/** A log that goes away meanwhile was written back into the main file: the next try sees that it changed. */
function copyLog(copy: CopyFile, path: string, from: string): void {
  try {
    copy(`${from}-wal`, `${path}-wal`)
  } catch (error) {
    if (existsSync(`${from}-wal`)) throw error
  }
}

function copyFile(from: string, to: string): void {
  const source = openSync(from, 'r')
  try {
    const target = openSync(to, 'wx', 0o600)
    try {
      const chunk = Buffer.allocUnsafe(CHUNK)
      for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk))
        writeAll(target, chunk, read)
    } finally {
      closeSync(target)
    }
  } finally {
    closeSync(source)
  }
}

function writeAll(fd: number, chunk: Buffer, length: number): void {
  for (let at = 0; at < length;) at += writeSync(fd, chunk, at, length - at)
}
