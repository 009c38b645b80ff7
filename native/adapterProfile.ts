// The profile of an adapter: its code, the folder of its account and its own scratch folder, in both of which it may read, write
// and link. Nothing else, and no network: an account elsewhere is reached over lanes. Relies on the caller to have made the
// folders, since a rule binds what exists.
import { realpathSync } from 'node:fs'
import type { Profile } from '../protocol/profile.ts'
import { addonFile } from './addonFile.ts'

/** Absolute paths. `root`: the account's folder; `scratch`: private to this adapter. */
export interface AdapterPaths {
  readonly script: string
  readonly root: string
  readonly scratch: string
}

/** `name`: the adapter. Throws the system's error when a path does not exist. */
export function adapterProfile(name: string, { script, root, scratch }: AdapterPaths): Profile {
  return {
    name,
    files: [realpathSync(script), addonFile],
    trees: [],
    lists: [],
    reads: [],
    writes: [],
    // The scratch folder first: what a proof tries to plant is tried there.
    links: [realpathSync(scratch), realpathSync(root)],
  }
}
