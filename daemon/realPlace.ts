// Where a path really is: links resolved, and the identity of it and of each folder above it, so that two names of one place
// (a bind mount, a firmlink, another case) are seen to be one. Relies on a device and an inode number naming one thing.
import { realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from './attempt.ts'

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

/** Whether `inner` is `outer` or lies below it. */
export const liesIn = (inner: Place, outer: Place): boolean =>
  inner.path === outer.path ||
  inner.path.startsWith(outer.path === '/' ? '/' : `${outer.path}/`) ||
  outer.steps.slice(0, 1).some(step => inner.steps.includes(step))

/** The words of a command that are files, and that it may read: python3 and the script that it is to run. */
export const filesOf = (command: readonly string[]): string[] =>
  command.filter(word => word.startsWith('/') && fileAt(word))

/** What cannot be looked at is no file that a program could be given: a word may as well be a pattern, or too long for a name. */
function fileAt(path: string): boolean {
  const stat = attempt('config', path, () => statSync(path))
  return stat.ok && stat.value.isFile()
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
