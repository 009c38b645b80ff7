// The plugins of `[plugins.NAME]`, together: starts one confined process each, offers the operations of those that answer, and
// says of the others why they offer nothing. Relies on each plugin being a stranger: what it says is data.
import type { Database } from 'better-sqlite3'
import { secondsOf } from '../../protocol/configValues.ts'
import type { Plugin } from '../../protocol/configTables.ts'
import { expand, type Paths } from '../../protocol/paths.ts'
import { grantOf } from '../../protocol/policy.ts'
import type { Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { canonicalJson } from '../gate/canonicalJson.ts'
import { removeTree } from '../removeTree.ts'
import type { InForce, Plugins } from '../world.ts'
import { acceptDeclaration } from './acceptDeclaration.ts'
import { keepPlugin, type KeptPlugin } from './keepPlugin.ts'
import { pluginCommand } from './pluginCommand.ts'
import { FAULTS, type PluginFault } from './pluginFault.ts'
import { type PluginProcess, startPlugin } from './pluginProcess.ts'

/** What the plugins of one world rely on. */
export interface PluginParts {
  readonly paths: Paths
  readonly home: string
  readonly configuration: () => InForce
  /** Holds the digest of each plugin's declaration, so that a changed one is noticed. */
  readonly database: Database
  /** The names of twin's own operations, whose families no plugin may take. */
  readonly taken: readonly string[]
  /** Takes every operation of a plugin away from agents: its declaration is not the one that a person turned on. */
  readonly lower: (plugin: string) => Result<unknown>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: (line: string) => void
}

interface Kept {
  readonly plugin: KeptPlugin
  /** Its table as it was when it was started. */
  readonly table: Plugin
}

/**
 * Plugins that have not been started. `start` resolves once each has declared itself or failed to, and never rejects; it is
 * wanted in twind, and for a single call only where its operation is none of twin's own.
 */
export function openPlugins(parts: PluginParts): Plugins {
  const kept = new Map<string, Kept>()
  const faultOf = (name: string): PluginFault | undefined => {
    const { config, policy } = parts.configuration()
    const table = config.plugins[name]
    const started = kept.get(name)
    if (table === undefined) return 'config'
    if (grantOf(policy, `plugin.${name}`) === 'never') return 'never'
    if (parts.taken.some(operation => operation.split('.')[0] === name)) return 'clash'
    if (!started) return 'stopped'
    return canonicalJson(started.table) === canonicalJson(table) ? undefined : 'config'
  }
  const whyNot = (name: string): string | null => {
    const fault = faultOf(name)
    return fault ? FAULTS[fault] : (kept.get(name)?.plugin.why() ?? null)
  }
  return {
    operations: () => [...kept].flatMap(([name, { plugin }]) => (faultOf(name) ? [] : plugin.operations())),
    list: () =>
      Object.keys(parts.configuration().config.plugins).map(name => {
        const why = whyNot(name)
        return { name, healthy: why === null, why }
      }),
    start: async () => {
      sweep(parts)
      for (const [name, table] of Object.entries(parts.configuration().config.plugins))
        if (faultOf(name) === 'stopped') kept.set(name, { table, plugin: keep(parts, name, table) })
      await Promise.all([...kept.values()].map(({ plugin }) => plugin.start()))
    },
    stop: async () => {
      await Promise.all([...kept.values()].map(({ plugin }) => plugin.stop()))
      kept.clear()
    },
  }
}

function keep(parts: PluginParts, name: string, { command, timeout }: Plugin): KeptPlugin {
  return keepPlugin({
    name,
    milliseconds: secondsOf(timeout) * 1_000,
    begin: () => begin(parts, name, command),
    accept: acceptDeclaration({ name, command }, parts),
    now: parts.now,
    later: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds).unref()
      return () => clearTimeout(timer)
    },
    log: parts.log,
  })
}

/** Each process has a folder of its own, which goes with it. */
function begin(parts: PluginParts, name: string, command: readonly string[]): PluginProcess | PluginFault {
  const made = pluginCommand({ name, command, folder: parts.paths.plugins, apart: apartOf(parts) })
  if (!made.ok) {
    parts.log(`the plugin ${name} cannot be started: ${made.refusal.is}`)
    return made.refusal.code === 'disk' ? 'disk' : 'cannot-start'
  }
  const child = startPlugin(made.value.command)
  void child.ended.then(() => attempt('disk', "a plugin's folder", () => removeTree(made.value.temporary)))
  return child
}

function apartOf({ paths, home, configuration }: PluginParts): readonly string[] {
  const { mail, brief } = configuration().config
  const places = [mail.store, mail.accounts_db, brief.folder].map(place => expand(place, home))
  return [paths.config, paths.state, ...places]
}

/** What a crash left. Nobody else has a plugin running: the instance's lock is held. */
function sweep({ paths }: PluginParts): void {
  attempt('disk', 'the folder of the plugins', () => removeTree(paths.plugins))
}
