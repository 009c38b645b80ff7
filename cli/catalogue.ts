// Every operation of twin as data: what the command line, its help, completion and the man page are made from. The bundle holds
// the value that this file has when it is built, so that twin starts without the code behind the operations. Relies on the
// registry.
import type { Operation } from '../daemon/gate/operation.ts'
import { registry } from '../daemon/operations/registry.ts'

/** `doors`: who may call it. `inputSchema`: JSON Schema of its input. `positional`: keys that are given by position. */
export type Described = Pick<Operation, 'name' | 'summary' | 'class' | 'doors' | 'positional' | 'inputSchema'>

export const catalogue: readonly Described[] = registry.map(
  ({ name, summary, class: kind, doors, positional, inputSchema }) => ({
    name,
    summary,
    class: kind,
    doors,
    positional,
    inputSchema,
  }),
)
