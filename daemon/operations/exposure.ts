// The operations on exposure: what agents are offered, and the one way to change that. No agent can be offered either of them.
// Relies on world.exposure for the list and for the ceilings.
import * as z from 'zod/mini'
import { callerName } from '../../protocol/door.ts'
import { type Exposed, ExposureListed, ExposureSet } from '../../protocol/exposureShown.ts'
import { done } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Operation } from '../gate/operation.ts'

const about = { ceiling: 'never', capability: null, provenance: 'twin' } as const

const list = defineOperation({
  ...about,
  name: 'exposure.list',
  summary: 'list what agents are offered now, and what they could be at most',
  class: 'read',
  doors: ['cli', 'ui'],
  input: z.strictObject({}),
  output: ExposureListed,
  handler: async ({ world }) => done({ operations: world.operations().map(one => exposed(world, one)) }),
})

const set = defineOperation({
  ...about,
  name: 'exposure.set',
  summary: 'offer an operation, or all of a plugin, to agents, or stop offering it',
  class: 'mutate',
  doors: ['cli'],
  reversible: true,
  input: z.strictObject({
    name: z
      .string('wants text')
      .check(
        z.maxLength(65, 'wants a name'),
        z.describe('an operation, or a plugin for all of its operations'),
      ),
    to: z.enum(['on', 'off'], 'wants "on" or "off"').check(z.describe('whether agents are offered it')),
  }),
  output: ExposureSet,
  positional: ['name', 'to'],
  preview: async ({ world }, { name, to }) => {
    const names = world.exposure.affected(name, to === 'on')
    if (!names.ok) return names
    const known = new Map(world.operations().map(one => [one.name, one]))
    return done({
      sentence: to === 'on' ? 'Offers this to every declared agent.' : 'No longer offers this to any agent.',
      changes: names.value.map(id => {
        const operation = known.get(id)
        return { id, before: operation && world.exposure.isOffered(operation) ? 'on' : 'off', after: to }
      }),
      more: 0,
    })
  },
  handler: async ({ world, channel }, { name, to }) => {
    const names = world.exposure.set(name, to === 'on', callerName(channel))
    return names.ok ? done({ offered: to === 'on', operations: [...names.value] }) : names
  },
})

function exposed({ exposure }: Context['world'], operation: Operation): Exposed {
  const { name, ceiling } = operation
  const last = exposure.lastSet(name)
  return {
    name,
    ceiling,
    offered: exposure.isOffered(operation),
    changed: last?.changed ?? null,
    by: last?.by ?? null,
  }
}

export const exposure: readonly Operation[] = [list, set]
