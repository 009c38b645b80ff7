// The command that starts a plugin under its profile: no network, nothing to read but the system's own folders and the files that
// its command names, and one empty folder to write in. Relies on native/programProfile.ts for the kernel's rules.
import { mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchProgram, programProfile } from '../../native/programProfile.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { privateFolder } from '../privateFolder.ts'
import { filesOf, liesIn, realPlace } from '../realPlace.ts'
import type { Command } from '../spawn.ts'

export interface PluginPlace {
  readonly name: string
  readonly command: readonly string[]
  /** The folder in which each process gets an empty one of its own. */
  readonly folder: string
  /** What no plugin may read, whatever its command names: configuration, state, mail, the vault. */
  readonly apart: readonly string[]
}
/** `temporary`: to be removed when the process has ended. */
export interface PluginCommand {
  readonly command: Command
  readonly temporary: string
}

/** Refused ("config") where the command names what is not there or what no plugin may read. */
export function pluginCommand({ name, command, folder, apart }: PluginPlace): Result<PluginCommand> {
  const label = `plugins.${name}`
  const reads = filesOf(command)
  const closed = apart.map(realPlace)
  const foreign = reads.find(path => closed.some(place => liesIn(realPlace(path), place)))
  if (foreign !== undefined) return wrong(`${label} names ${foreign}, which no plugin may read`)
  const parent = privateFolder(folder)
  if (!parent.ok) return parent
  const temporary = attempt('disk', `the folder of ${label}`, () => mkdtempSync(join(folder, `${name}.`)))
  if (!temporary.ok) return temporary
  const profile = programProfile(label, {
    command,
    reads,
    writes: [],
    network: 'none',
    temporary: temporary.value,
    apart,
  })
  if (!profile.ok) {
    rmdirSync(temporary.value)
    return profile
  }
  return done({
    command: { name: label, ...launchProgram(profile.value, command, { descriptors: 1 }) },
    temporary: temporary.value,
  })
}

const wrong = (is: string) =>
  refused('config', {
    is,
    wanted: 'a program, and files of its own',
    fix: 'correct [plugins] in twin.toml',
  })
