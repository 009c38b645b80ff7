// What a plugin declared is compared with what it declared before: while twind runs it may not change at all; across starts a
// changed one is taken, but not for what a person turned on: it is off for agents again. Relies on the state database for what
// was seen last, which no plugin can reach.
import type { Database } from 'better-sqlite3'
import type { PluginOperation } from '../../protocol/pluginLine.ts'
import type { Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
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
  let seen: string | undefined
  return operations => {
    const digest = declarationDigest(plugin.command, operations)
    if (seen !== undefined) return seen === digest ? undefined : 'changed'
    const key = `plugin.${plugin.name}`
    const before = remembered(database, key)
    if (!before.ok) return 'disk'
    if (before.value !== digest) {
      if (!lower(plugin.name).ok || !remember(database, key, digest).ok) return 'disk'
      if (before.value !== undefined)
        log(
          `the plugin ${plugin.name} changed what it offers: all of it is off for agents until you turn it on`,
        )
    }
    seen = digest
    return undefined
  }
}

const remembered = (database: Database, key: string): Result<string | undefined> =>
  attemptDatabase(
    () =>
      database.prepare<[string], { value: string }>('SELECT value FROM settings WHERE key = ?').get(key)
        ?.value,
  )

const remember = (database: Database, key: string, value: string): Result<void> =>
  attemptDatabase(() => {
    database
      .prepare<[string, string]>(
        'INSERT INTO settings(key, value) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value',
      )
      .run(key, value)
  })
