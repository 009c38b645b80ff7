// The profile of a program that is not twin's, and the command that starts it under it. Beside what its table names, such a
// program reads what every program needs: the system's own folders, and a few files of /etc. Never the home, twin's state and
// configuration, or mail, unless the table names them. Relies on the caller to check what the table may name at all.
import { realpathSync, statSync } from 'node:fs'
import type { Network, ProgramProfile } from '../protocol/profile.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { launcherFile, seatbeltLauncherFile } from './addonFile.ts'
import type { Launch, LaunchOptions } from './launch.ts'
import { programText } from './darwinProgram.ts'
import { programArguments } from './linux.ts'
import { isPlainPath } from './sbpl.ts'
import { systemFiles, systemTrees } from './systemPlaces.ts'

/** Absolute paths throughout. `temporary`: an empty folder of the caller's, removed by the caller. */
export interface ProgramTable {
  readonly command: readonly string[]
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly network: Network
  readonly temporary: string
  /** Places that no system folder may hold by accident: twin's configuration and state, mail, the vault. */
  readonly apart?: readonly string[]
}

/** Folders whose files are the kernel's: processes, devices and their memory. */
const KERNEL = ['/proc', '/sys', '/dev']

/** `name`: "jobs.news", "plugins.notes", "apply.task", for the sentences. Refused with `config`, naming the path. */
export function programProfile(name: string, table: ProgramTable): Result<ProgramProfile> {
  const { command, network, apart = [] } = table
  const program = real(command[0] ?? '')
  if (program === undefined || !isPlainPath(program) || !statSync(program).isFile())
    return wrong(name, `starts ${command[0]}, which is no file that a program can be`)
  const reads = places(name, 'reads', table.reads)
  if (!reads.ok) return reads
  const writes = places(name, 'writes', [...table.writes, table.temporary])
  if (!writes.ok) return writes
  const notFolder = writes.value.find(path => !isFolder(path))
  if (notFolder !== undefined) return wrong(name, `writes ${notFolder}, which is no folder`)
  const system = systemTrees()
  const held = apart.map(path => real(path) ?? path).find(path => system.some(tree => holds(tree, path)))
  if (held !== undefined)
    return wrong(name, `could read ${held}, which lies in a folder that every program may read`)
  return done({
    name,
    program,
    files: [...systemFiles(), ...reads.value.filter(path => !isFolder(path))],
    trees: [...system, ...reads.value.filter(isFolder)],
    writes: writes.value,
    temporary: real(table.temporary) ?? table.temporary,
    network,
  })
}

/**
 * The command that starts `command` under `profile`, with nothing of the caller's environment. `options.descriptors`: 1 for
 * a plugin, whose channel is descriptor 3. The caller spawns it as the leader of a process group and kills the group.
 */
export function launchProgram(
  profile: ProgramProfile,
  command: readonly string[],
  options: Omit<LaunchOptions, 'args'> = {},
): Launch {
  const { temporary } = profile
  const env = { LANG: 'C.UTF-8', PATH, HOME: temporary, TMPDIR: temporary, ...options.env }
  const descriptors = options.descriptors ?? 0
  if (process.platform === 'linux')
    return { file: launcherFile, args: programArguments({ profile, descriptors, env, command }), env: {} }
  const { text, parameters } = programText(profile)
  const head = [String(descriptors), temporary, text, String(parameters.length)]
  return { file: seatbeltLauncherFile, args: [...head, ...parameters, ...command], env }
}

const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'

/** The real paths of what a table names; each must exist, so that nothing is missing in silence. */
function places(name: string, key: string, paths: readonly string[]): Result<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const there = real(path)
    if (there === undefined) return wrong(name, `${key} ${path}, which is not there`)
    if (!isPlainPath(there) || KERNEL.some(folder => holds(folder, there)))
      return wrong(name, `${key} ${path}, which no program may be given`)
    found.push(there)
  }
  return done(found)
}

const isFolder = (path: string): boolean => statSync(path).isDirectory()
const holds = (tree: string, path: string): boolean => path === tree || path.startsWith(`${tree}/`)

function real(path: string): string | undefined {
  try {
    return path.startsWith('/') ? realpathSync(path) : undefined
  } catch {
    return undefined
  }
}

const wrong = (name: string, is: string) =>
  refused('config', { is: `${name} ${is}`, wanted: 'paths that are there', fix: 'correct twin.toml' })
