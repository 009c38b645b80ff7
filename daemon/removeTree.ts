// Removes a folder whatever lies in it: modes without write, links, and trees deeper than a path may be long, all of which a
// stage that was taken over could leave. Relies on the folder being renamed aside first, so that no name is seen half gone.
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'

/** Prefix of what is on its way out. */
export const ASIDE = '.removed-'
/** Folders within each other that are removed where they lie; a path of so many names is short enough for the system. */
const NESTED = 8

/** Removes the folder, or whatever else is at `path`, and nothing that it links to. Throws the system's error. */
export function removeTree(path: string): void {
  if (!lstatSync(path).isDirectory()) return unlinkSync(path)
  const aside = join(dirname(path), ASIDE + random())
  renameSync(path, aside)
  const acts = removal(aside)
  while (!acts.next().done);
}

/** The same, where anything is there at all. */
export function removeIfThere(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) removeTree(path)
}

/** The same as removeTree for what is out of the way already, a file or a folder at a time: a caller may pause between two. */
export function* removal(path: string): Generator<void, void> {
  const isFolder = lstatSync(path).isDirectory()
  let left = isFolder
  while (left) left = yield* clear(path, { root: path, depth: 0 })
  if (isFolder) rmdirSync(path)
  else unlinkSync(path)
}

interface At {
  readonly root: string
  readonly depth: number
}

/** Empties `folder`; whether something was too deep and lies in the root instead. */
function* clear(folder: string | Buffer, { root, depth }: At): Generator<void, boolean> {
  let isMoved = false
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { encoding: 'buffer', withFileTypes: true })) {
    const path = Buffer.concat([Buffer.from(folder), Buffer.from('/'), entry.name])
    if (!entry.isDirectory()) unlinkSync(path)
    else if (depth < NESTED) {
      isMoved = (yield* clear(path, { root, depth: depth + 1 })) || isMoved
      rmdirSync(path)
    } else {
      chmodSync(path, 0o700)
      renameSync(path, join(root, random()))
      isMoved = true
    }
    yield
  }
  return isMoved
}

const random = (): string => randomBytes(8).toString('hex')
