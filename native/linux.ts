// A profile as arguments of the Linux launcher (confine.c). Pure: what node itself needs comes from libraries.ts. Relies on
// the launcher to refuse a path that is not real or not of the kind that its rule says.
import type { Network, Profile, ProgramProfile } from '../protocol/profile.ts'

export interface LinuxStart {
  readonly profile: Profile
  /** node and the loader: what may be executed until the helper's first statement. */
  readonly programs: readonly string[]
  /** Files that any node needs to read: its shared libraries. */
  readonly runtime: readonly string[]
  /** Inherited descriptors that stay open, from 3 up. */
  readonly descriptors: number
  /** Whether it forks itself for each message. */
  readonly zygote?: boolean
  /** The helper's whole environment. */
  readonly env: Readonly<Record<string, string>>
  /** The program, by its absolute path, and its arguments. */
  readonly command: readonly string[]
}

/** The launcher's arguments: every right is one option and one path, and nothing that is not listed is granted. */
export function launcherArguments(start: LinuxStart): string[] {
  const { profile } = start
  const rules: readonly Rule[] = [
    ['--zygote', start.zygote ? ['yes'] : []],
    ['--exec', start.programs],
    ['--file', [...start.runtime, ...profile.files]],
    ['--tree', profile.trees],
    ['--list', profile.lists],
    ['--reads', profile.reads],
    ['--write', profile.writes],
    ['--mailbox', profile.links ?? []],
  ]
  return written(start, rules)
}

export interface LinuxProgram extends Pick<LinuxStart, 'descriptors' | 'env' | 'command'> {
  readonly profile: ProgramProfile
}

/** The same for a program that is not twin's. */
export function programArguments(start: LinuxProgram): string[] {
  const { profile } = start
  const rules: readonly Rule[] = [
    ['--program', [networkOf(profile.network)]],
    ['--folder', [profile.temporary]],
    ['--exec', [profile.program, ...profile.files]],
    ['--run', profile.trees],
    ['--store', profile.writes],
    ['--file', ['/dev/urandom', '/dev/random', '/dev/zero']],
    ['--device', ['/dev/null']],
  ]
  return written(start, rules)
}

const networkOf = (network: Network): string =>
  typeof network === 'string' ? network : String(network.loopback)

type Rule = readonly [option: string, values: readonly string[]]

const written = (
  start: Omit<LinuxStart, 'profile' | 'programs' | 'runtime' | 'zygote'>,
  rules: readonly Rule[],
) => [
  '--fds',
  String(start.descriptors),
  ...Object.entries(start.env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
  ...rules.flatMap(([option, values]) => [...new Set(values)].flatMap(value => [option, value])),
  '--',
  ...start.command,
]
