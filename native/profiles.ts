// Profiles: what a helper may still do once confined. One declaration as data; linux.ts and darwin.ts turn it into kernel
// rules. Everything that is not listed is denied: no network, no exec, no fork, no other file. Pure.

/** Absolute, real paths (no symlink, no `..`). */
export interface Profile {
  /** Folder = process = log name: `mail`, `filter`, `rank`, `brief`. */
  readonly name: string
  /** Files to read. */
  readonly files: readonly string[]
  /** Directories whose whole tree may be read and listed. */
  readonly trees: readonly string[]
  /** Directories whose names may be listed, and nothing in them read. */
  readonly lists: readonly string[]
  /** Directories whose files may be read by name without being listed (a view without its manifest). */
  readonly reads: readonly string[]
  /** Directories whose whole tree may be read, listed and written: regular files and directories only, no symlink. */
  readonly writes: readonly string[]
}
