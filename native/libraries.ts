// What the running node is made of on Linux: the loader and the shared libraries it is mapped from, so that a confined node
// can start again with exactly these. Relies on /proc/self/maps (proc(5)); the text comes from the kernel.
import { readFileSync } from 'node:fs'

export interface Runtime {
  /** node's own file and the loader. */
  readonly programs: readonly string[]
  /** Shared libraries, by real path. */
  readonly libraries: readonly string[]
}

const LOADER = /\/ld[-.0-9][^/]*$/
const LIBRARY = /\.so(\.[0-9][^/]*)?$/

/** `maps`: the text of /proc/self/maps. Addons of the running process (`.node`) are not part of node. */
export function librariesOf(maps: string, node: string): Runtime {
  const mapped = new Set<string>()
  for (const line of maps.split('\n')) {
    const path = /^[0-9a-f]+-[0-9a-f]+ ..x. \S+ \S+ \d+ +(\/.+)$/.exec(line)?.[1]
    if (path && !path.endsWith(' (deleted)') && LIBRARY.test(path)) mapped.add(path)
  }
  const all = [...mapped]
  return {
    programs: [node, ...all.filter(path => LOADER.test(path))],
    libraries: all.filter(path => !LOADER.test(path)),
  }
}

/** The runtime of this process. */
export const ownLibraries = (): Runtime =>
  librariesOf(readFileSync('/proc/self/maps', 'utf8'), process.execPath)
