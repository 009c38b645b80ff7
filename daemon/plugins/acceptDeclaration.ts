// What a plugin declared is compared with what it declared before: while twind runs it may not change at all; across starts a
// changed one is taken, but not for what a person turned on: it is off for agents again. Relies on the state database for what
// was seen last, which no plugin can reach.
import type { Database } from 'better-sqlite3'
import type { PluginOperation } from '../../protocol/pluginLine.ts'
import type { Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import { settings } from '../settings.ts'
import { declarationDigest } from './declaration.ts'
import type { PluginFault } from './pluginFault.ts'

export interface Memory {
  readonly database: Database
  /** Takes every operation of a plugin away from agents. */
  readonly lower: (plugin: string) => Result<unknown>
  readonly log: (line: string) => void
}

/** Compares one plugin's declarations, one after the other; gives the fault where it may not be offered. */
export function acceptDeclaration(
  plugin: { readonly name: string; readonly command: readonly string[] },
  { database, lower, log }: Memory,
): (operations: readonly PluginOperation[]) => PluginFault | undefined {
  const { get, put } = settings(database)
  let seen: string | undefined
  return operations => {
    const digest = declarationDigest(plugin.command, operations)
    if (seen !== undefined) return seen === digest ? undefined : 'changed'
    const key = `plugin.${plugin.name}`
    const before = attemptDatabase(() => get(key))
    if (!before.ok) return 'disk'
    if (before.value !== digest) {
      if (!lower(plugin.name).ok || !attemptDatabase(() => put(key, digest)).ok) return 'disk'
      if (before.value !== undefined)
        log(
          `the plugin ${plugin.name} changed what it offers: all of it is off for agents until you turn it on`,
        )
    }
    seen = digest
    return undefined
  }
}
