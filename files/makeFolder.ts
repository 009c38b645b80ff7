// Makes a folder and its missing parents, each step once. mkdirSync's own `recursive` never returns where a parent exists but
// takes no folder, as in /proc (measured on Node 20.20.2). Relies on mkdir(2) saying EEXIST and ENOENT.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errnoOf } from './errnoOf.ts'

/** Makes `path` and what is missing above it, with `mode`. Throws the system's error, for example ENOENT or ENOTDIR. */
export function makeFolder(path: string, mode = 0o700): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}
