// A profile as arguments of the Linux launcher (confine.c). Pure: what node itself needs comes from libraries.ts. Relies on
// the launcher to refuse a path that is not real or not of the kind that its rule says.
import type { Profile } from '../protocol/profile.ts'

export interface LinuxStart {
  readonly profile: Profile
  /** node and the loader: what may be executed until the helper's first statement. */
  readonly programs: readonly string[]
  /** Files that any node needs to read: its shared libraries. */
  readonly runtime: readonly string[]
  /** Inherited descriptors that stay open, from 3 up. */
  readonly descriptors: number
  /** The helper's whole environment. */
  readonly env: Readonly<Record<string, string>>
  /** The program, by its absolute path, and its arguments. */
  readonly command: readonly string[]
}

/** The launcher's arguments: every right is one option and one path, and nothing that is not listed is granted. */
export function launcherArguments(start: LinuxStart): string[] {
  const { profile } = start
  const rules: readonly (readonly [string, readonly string[]])[] = [
    ['--exec', start.programs],
    ['--file', [...start.runtime, ...profile.files]],
    ['--tree', profile.trees],
    ['--list', profile.lists],
    ['--reads', profile.reads],
    ['--write', profile.writes],
  ]
  return [
    '--fds',
    String(start.descriptors),
    ...Object.entries(start.env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...rules.flatMap(([option, paths]) => [...new Set(paths)].flatMap(path => [option, path])),
    '--',
    ...start.command,
  ]
}
