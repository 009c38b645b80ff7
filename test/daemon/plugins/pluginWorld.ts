// Plugins of a temporary home, as twind opens them: real configuration, a real database, real processes under the launcher.
// Relies on the test runner to say when the test is over.
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../../daemon/database.ts'
import type { Context, Operation } from '../../../daemon/gate/operation.ts'
import { openPlugins, type PluginParts } from '../../../daemon/plugins/openPlugins.ts'
import type { InForce, Plugins, World } from '../../../daemon/world.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

export const FIXTURES = join(import.meta.dirname, '../../fixtures/plugins')
/** The command of a fixture. */
export const node = (file: string, ...args: string[]): string[] => [
  process.execPath,
  join(FIXTURES, file),
  ...args,
]

export interface PluginWorld {
  readonly plugins: Plugins
  readonly home: string
  readonly logs: string[]
  /** Plugins whose operations were taken away from agents. */
  readonly lowered: string[]
  readonly parts: PluginParts
  /** Runs one operation the way the gate does once everything is allowed. */
  readonly call: (name: string, input?: object, signal?: AbortSignal) => Promise<Result<unknown>>
  readonly preview: (name: string, input?: object) => Promise<Result<unknown>>
  readonly configure: (toml: string, policy?: string) => void
}

/** TOML of one plugin. */
export const table = (name: string, command: readonly string[], timeout = '20s'): string =>
  `[plugins.${name}]\ncommand = ${JSON.stringify(command)}\ntimeout = "${timeout}"\n`

const allow = (toml: string): string =>
  `[capabilities]\n${[...toml.matchAll(/\[plugins\.([\w-]+)\]/g)].map(match => `"plugin.${match[1]}" = "auto"\n`).join('')}`

function inForce(toml: string, policyToml: string): InForce {
  const config = parseConfig(toml)
  const policy = parsePolicy(policyToml)
  if (!config.ok) throw new Error(config.refusal.is)
  if (!policy.ok) throw new Error(policy.refusal.is)
  return { config: config.value, policy: policy.value, version: '0'.repeat(64), problem: null }
}

/** The plugins of `toml`, not started; stopped when the test is over. Every one of them is allowed, unless `policy` says else. */
export function pluginWorld(toml: string, policy = allow(toml), home = temporaryFolder()): PluginWorld {
  const logs: string[] = []
  const lowered: string[] = []
  let current = inForce(toml, policy)
  const paths = pathsOf({ TWIN_HOME: home })
  const database = openDatabase(paths.database)
  if (!database.ok) throw new Error(database.refusal.is)
  const parts: PluginParts = {
    paths,
    home,
    configuration: () => current,
    database: database.value,
    taken: ['status', 'mail.list', 'brief.make'],
    lower: plugin => (lowered.push(plugin), done(undefined)),
    now: Date.now,
    log: line => void logs.push(line),
  }
  const plugins = openPlugins(parts)
  onTestFinished(async () => {
    await plugins.stop()
    database.value.close()
  })
  const context = (signal = new AbortController().signal): Context => ({
    channel: { door: 'cli', agent: null, terminal: false },
    world: { configuration: () => current } as World,
    narrowing: { workspaces: null, allows: () => true },
    signal,
    progress: () => undefined,
  })
  const checked = (name: string, input: object) => operationOf(plugins, name).check(input, current.config)
  return {
    plugins,
    home,
    logs,
    lowered,
    parts,
    call: async (name, input = {}, signal) => {
      const call = checked(name, input)
      return call.ok ? call.value.run(context(signal)) : call
    },
    preview: async (name, input = {}) => {
      const call = checked(name, input)
      return call.ok ? call.value.preview(context()) : call
    },
    configure: (next, nextPolicy = allow(next)) => void (current = inForce(next, nextPolicy)),
  }
}

export function operationOf(plugins: Plugins, name: string): Operation {
  const operation = plugins.operations().find(one => one.name === name)
  if (!operation) throw new Error(`Cannot call ${name}: it is not offered`)
  return operation
}

/** The world of one plugin, started. */
export async function started(command: readonly string[], timeout?: string): Promise<PluginWorld> {
  const world = pluginWorld(table('notes', command, timeout))
  await world.plugins.start()
  return world
}
