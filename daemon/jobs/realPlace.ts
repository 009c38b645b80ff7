// Where a path really is: links resolved, and the identity of it and of each folder above it, so that two names of one place
// (a bind mount, a firmlink, another case) are seen to be one. Relies on a device and an inode number naming one thing.
import { realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../attempt.ts'

/** `path`: real as far as it exists. `steps`: a word for it and for each folder above it, the root last. */
export interface Place {
  readonly path: string
  readonly steps: readonly string[]
}

/** The place of an absolute path, whether anything is there or not. */
export function realPlace(path: string): Place {
  const there = real(path)
  return { path: there, steps: upwards(there).map(wordOf) }
}

/** What is missing is joined to the real folder that would hold it. */
function real(path: string): string {
  const resolved = attempt('config', path, () => realpathSync.native(path))
  const parent = dirname(path)
  if (resolved.ok) return resolved.value
  return parent === path ? path : join(real(parent), path.slice(parent.length))
}

function upwards(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [path, ...upwards(parent)]
}

function wordOf(path: string): string {
  const stat = attempt('config', path, () => statSync(path, { bigint: true }))
  return stat.ok ? `${stat.value.dev}:${stat.value.ino}` : path
}
