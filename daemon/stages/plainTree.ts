// Looks at what a stage left in a folder without following or reading any of it: plain files and folders, so many, so large. Relies
// on lstat, and on nobody changing the folder any more.
import { lstatSync, opendirSync } from 'node:fs'
import { join } from 'node:path'
import { isOurs, isOwnFile } from '../../files/isOurs.ts'
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

/** Why the tree at `folder` is not taken over, as a clause; undefined where it is. A sparse file counts as long as it says. */
export function treeProblem(folder: string): string | undefined {
  let [files, bytes] = [0, 0]
  const folders = [{ path: folder, depth: 0 }]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const names = namesOf(at.path, EACH_OUTPUT_FILES + 1 - files)
    files += names.length
    if (files > EACH_OUTPUT_FILES) return `wrote more than ${EACH_OUTPUT_FILES} files`
    for (const name of names) {
      const stat = lstatSync(join(at.path, name))
      if (stat.isDirectory() && isOurs(stat)) {
        if (at.depth >= EACH_OUTPUT_DEPTH) return `wrote folders more than ${EACH_OUTPUT_DEPTH} deep`
        folders.push({ path: join(at.path, name), depth: at.depth + 1 })
      } else if (!isOwnFile(stat)) return 'wrote something that is no plain file'
      else bytes += stat.size
    }
    if (bytes > EACH_OUTPUT_BYTES) return `wrote more than ${EACH_OUTPUT_BYTES} bytes`
  }
  return undefined
}
