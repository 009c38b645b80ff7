// What a plugin declared, looked at as a whole, and the name under which twind remembers it: a plugin that declares something
// else is not the one that a person turned on. Relies on pluginLine.ts for the shape of each operation.
import { createHash } from 'node:crypto'
import { TOOL_NAME_CHARS } from '../../protocol/limits.ts'
import type { PluginOperation } from '../../protocol/pluginLine.ts'
import { canonicalJson } from '../gate/canonicalJson.ts'

/** Whether twin takes the operations: each has a name of its own, short enough to be a tool's. */
export function isDeclaration(plugin: string, operations: readonly PluginOperation[]): boolean {
  const names = new Set(operations.map(({ name }) => name))
  return (
    names.size === operations.length &&
    operations.every(({ name }) => `${plugin}.${name}`.length <= TOOL_NAME_CHARS)
  )
}

/** SHA-256 in hex of the program and what it declares, whatever the order of its operations and keys. */
export function declarationDigest(
  command: readonly string[],
  operations: readonly PluginOperation[],
): string {
  const byName = operations.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return createHash('sha256')
    .update(canonicalJson([command, byName]))
    .digest('hex')
}
