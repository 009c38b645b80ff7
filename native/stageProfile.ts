// The profile of a stage: its code, the directories it reads and the one it writes. Relies on the caller to have made the
// directories, since a rule binds what exists.
import { realpathSync, statSync } from 'node:fs'
import type { Profile } from '../protocol/profile.ts'
import { addonFile } from './addonFile.ts'

export interface StagePaths {
  /** The bundle that runs. */
  readonly script: string
  /** Directories (whole trees) and files to read. */
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/** `name`: the stage's folder. Throws the system's error when a path does not exist. */
export function stageProfile(name: string, paths: StagePaths): Profile {
  const inputs = paths.inputs.map(path => realpathSync(path))
  const isDirectory = (path: string) => statSync(path).isDirectory()
  return {
    name,
    files: [realpathSync(paths.script), addonFile, ...inputs.filter(path => !isDirectory(path))],
    trees: inputs.filter(isDirectory),
    lists: [],
    reads: [],
    writes: paths.outputs.map(path => realpathSync(path)),
  }
}
