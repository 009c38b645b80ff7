// The operations of the family "apply": the commands of policy.toml, which a person wrote and an approved proposal may run.
// Relies on daemon/spool/ for what the words of a command come to.
import * as z from 'zod/mini'
import { ApplyListed, ApplyRun } from '../../protocol/applyShown.ts'
import { NAME } from '../../protocol/door.ts'
import { ARGUMENT_CHARS } from '../../protocol/limits.ts'
import { type Argument, grantOf } from '../../protocol/policy.ts'
import { done } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'
import { commandOf } from '../spool/commandOf.ts'
import { describeCommand } from '../spool/describe.ts'
import { runCommand } from '../spool/runCommand.ts'

const name = z.string('wants the name of a command').check(z.regex(NAME, 'wants the name of a command'))
const values = z.record(
  z.string().check(z.regex(NAME)),
  z.union([z.string().check(z.maxLength(ARGUMENT_CHARS)), z.int()], 'wants text or a whole number'),
  'wants an object of arguments',
)

/** What an argument takes, in a few words. */
function wants(argument: Argument): string {
  if (argument.type === 'choice') return argument.choices.map(choice => JSON.stringify(choice)).join(', ')
  if (argument.type === 'text') return `1 to ${argument.most} characters that match ${argument.pattern}`
  const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = argument
  return `a whole number from ${least} to ${most}`
}

export const apply: readonly Operation[] = [
  defineOperation({
    name: 'apply.list',
    summary: 'the commands of policy.toml that a proposal may name, with their arguments',
    class: 'read',
    ceiling: 'off',
    doors: ['cli'],
    provenance: 'twin',
    capability: null,
    input: z.strictObject({}),
    output: ApplyListed,
    handler: ({ world }) => {
      const { policy } = world.configuration()
      const commands = Object.entries(policy.apply).map(([command, { arguments: declared }]) => ({
        name: command,
        grant: grantOf(policy, `apply.${command}`),
        arguments: Object.entries(declared).map(([key, argument]) => ({
          name: key,
          type: argument.type,
          wants: wants(argument),
        })),
      }))
      return Promise.resolve(done({ commands }))
    },
  }),
  defineOperation({
    name: 'apply.run',
    summary: 'run a command of policy.toml, or propose it where a person must approve it',
    class: 'mutate',
    ceiling: 'off',
    doors: ['cli', 'internal'],
    provenance: 'twin',
    capability: input => `apply.${input.name}`,
    positional: ['name'],
    input: z.strictObject({
      name: name.check(z.describe('which command of [apply.NAME]')),
      arguments: z._default(values, {}).check(z.describe('its arguments, each by its name')),
    }),
    output: ApplyRun,
    proposed: input => ({ kind: 'command', command: input.name, arguments: input.arguments }),
    preview: ({ world }, input) => {
      const planned = commandOf(world.configuration().policy, input.name, input.arguments)
      if (!planned.ok) return Promise.resolve(planned)
      const { sentence, facts } = describeCommand(planned.value.argv)
      const changes = facts.map(fact => ({ id: fact.name, before: '', after: fact.value }))
      return Promise.resolve(done({ sentence, changes, more: 0 }))
    },
    handler: async ({ world, signal }, input) => {
      const planned = commandOf(world.configuration().policy, input.name, input.arguments)
      if (!planned.ok) return planned
      return runCommand(planned.value, { home: world.home, signal })
    },
  }),
]
