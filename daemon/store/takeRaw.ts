// Takes a file that an adapter has fetched over into the store, by one rename, under the SHA-256 that its session has checked (so it is
// not hashed a second time here). Its mode stays: it may be a hard link of the person's own file. Throws the system's error.
import { lstatSync, renameSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../files/makeFolder.ts'
import type { Fetched } from '../adapters/adapters.ts'

/** What has the name already has the same bytes, and stays. */
export function takeRaw({ path }: Fetched, target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false })?.isFile()) return unlinkSync(path)
  makeFolder(dirname(target))
  renameSync(path, target)
}
