// The operations on operations: what a caller is offered, and what one of them takes and gives. Relies on the gate for what this
// caller is offered: of anything else nobody learns that it exists.
import * as z from 'zod/mini'
import { type OperationListed, OperationShown, OpsListed } from '../../protocol/opsShown.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { unavailable } from '../gate/decide.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Operation } from '../gate/operation.ts'
import { withinLimit } from '../withinLimit.ts'
import { howMany, yesNo } from './inputFields.ts'

/** A plugin says what its operations do: their summaries are its words, marked as such. */
const about = {
  class: 'read',
  ceiling: 'on',
  doors: ['cli', 'ui'],
  capability: null,
  provenance: 'plugin',
} as const

const list = defineOperation({
  ...about,
  name: 'ops.list',
  summary: 'list the operations that this caller is offered',
  input: z.strictObject({
    skip: howMany(0, 'leave out so many from the beginning'),
    limit: howMany(0, 'at most so many, and no more than [operations] list'),
    details: yesNo('also what each takes, and whose words it gives'),
  }),
  output: OpsListed,
  handler: async ({ channel, world }, { skip = 0, limit, details = false }) => {
    const most = withinLimit(limit, world.configuration().config.operations.list)
    if (!most.ok) return most
    const offered = world.gate.offered(channel).slice(skip)
    const shown = offered.slice(0, most.value)
    return done({
      operations: shown.map(one => (details ? described(one, world) : listed(one, world))),
      more: offered.length - shown.length,
    })
  },
})

const show = defineOperation({
  ...about,
  name: 'ops.show',
  summary: 'show what an operation takes, gives and needs',
  input: z.strictObject({
    name: z
      .string('wants text')
      .check(z.maxLength(65, 'wants a name'), z.describe('the name of an operation')),
  }),
  output: OperationShown,
  positional: ['name'],
  handler: async ({ channel, world }, { name }): Promise<Result<OperationShown>> => {
    const operation = world.gate.offered(channel).find(one => one.name === name)
    if (!operation) return unavailable
    const { doors, capability, provenance, reversible, positional, inputSchema, outputSchema } = operation
    return done({
      ...listed(operation, world),
      doors: [...doors],
      capability,
      provenance,
      reversible,
      positional: [...positional],
      input: { ...inputSchema },
      output: { ...outputSchema },
    })
  },
})

const listed = (operation: Operation, { exposure }: Context['world']): OperationListed => ({
  name: operation.name,
  summary: operation.summary,
  class: operation.class,
  ceiling: operation.ceiling,
  agents: exposure.isOffered(operation),
})

const described = (operation: Operation, world: Context['world']): OperationListed => ({
  ...listed(operation, world),
  provenance: operation.provenance,
  reversible: operation.reversible,
  input: { ...operation.inputSchema },
})

export const ops: readonly Operation[] = [list, show]
