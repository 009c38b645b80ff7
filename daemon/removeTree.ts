// Removes a folder whatever lies in it: modes without write, links, and trees deeper than a path may be long, all of which a
// stage that was taken over could leave. Relies on the folder being renamed aside first, so that no name is seen half gone.
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'

/** Prefix of what is on its way out. */
export const ASIDE = '.removed-'

/** Removes the folder, or whatever else is at `path`, and nothing that it links to. Throws the system's error. */
export function removeTree(path: string): void {
  if (!lstatSync(path).isDirectory()) return unlinkSync(path)
  const aside = () => join(dirname(path), `${ASIDE}${randomBytes(8).toString('hex')}`)
  const first = aside()
  renameSync(path, first)
  const folders = [first]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const entry = Buffer.concat([Buffer.from(`${folder}/`), name])
      if (lstatSync(entry).isDirectory()) {
        const out = aside()
        chmodSync(entry, 0o700)
        renameSync(entry, out)
        folders.push(out)
      } else unlinkSync(entry)
    }
    rmdirSync(folder)
  }
}
