// Looks at what a stage left in a folder without following or reading any of it: plain files and folders, so many, so large. What
// cannot be looked at is the stage's fault, never an error of twind's own. Relies on lstat; where the stage still works on the
// folder, what comes and goes meanwhile is left out.
import { lstatSync, opendirSync } from 'node:fs'
import { join } from 'node:path'
import { isOurs, isOwnFile } from '../../files/isOurs.ts'
import { attempt } from '../attempt.ts'
import { EACH_OUTPUT_BYTES, EACH_OUTPUT_DEPTH, EACH_OUTPUT_FILES } from '../../protocol/limits.ts'

/** The first `most` names in `folder`: however many there are, no more are looked at. */
export function namesOf(folder: string, most: number): string[] {
  const names: string[] = []
  const open = opendirSync(folder)
  try {
    for (let entry = open.readSync(); entry !== null && names.length < most; entry = open.readSync())
      names.push(entry.name)
  } finally {
    open.closeSync()
  }
  return names
}

interface Looked {
  readonly path: string
  readonly depth: number
}

/** Why the tree at `folder` is not taken over, as a clause; undefined where it is. A sparse file counts as long as it says. */
export function treeProblem(folder: string): string | undefined {
  let [files, bytes] = [0, 0]
  const folders: Looked[] = [{ path: folder, depth: 0 }]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const names = listed(at.path, EACH_OUTPUT_FILES + 1 - files)
    if (typeof names === 'string') return names
    files += names.length
    if (files > EACH_OUTPUT_FILES) return `wrote more than ${EACH_OUTPUT_FILES} files`
    for (const name of names) {
      const found = look(at, name)
      if (typeof found === 'string') return found
      if (typeof found === 'number') bytes += found
      else folders.push(found)
    }
    if (bytes > EACH_OUTPUT_BYTES) return `wrote more than ${EACH_OUTPUT_BYTES} bytes`
  }
  return undefined
}

/** The names, none where the folder has gone, or what is wrong. Bytes that are no UTF-8 come as a name that nothing or another has. */
function listed(folder: string, most: number): readonly string[] | string {
  const names = attempt('disk', 'an output', () => namesOf(folder, most))
  if (names.ok) return new Set(names.value).size === names.value.length ? names.value : NO_TEXT
  const stat = attempt('disk', 'an output', () => lstatSync(folder, { throwIfNoEntry: false }))
  return stat.ok && stat.value === undefined ? [] : 'wrote a folder that cannot be looked into'
}
const NO_TEXT = 'wrote a name that is no text'

/** A folder to look into, the bytes of a file (none where it has gone), or what is wrong. */
function look({ path, depth }: Looked, name: string): Looked | number | string {
  const found = attempt('disk', 'an output', () => lstatSync(join(path, name), { throwIfNoEntry: false }))
  if (!found.ok) return 'wrote a file that cannot be looked at'
  const stat = found.value
  if (!stat) return name.includes('\uFFFD') ? NO_TEXT : 0
  if (isOwnFile(stat)) return stat.size
  if (!stat.isDirectory() || !isOurs(stat)) return 'wrote something that is no plain file'
  if (depth >= EACH_OUTPUT_DEPTH) return `wrote folders more than ${EACH_OUTPUT_DEPTH} deep`
  return { path: join(path, name), depth: depth + 1 }
}
