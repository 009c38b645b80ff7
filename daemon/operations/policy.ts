// The operation on policy.toml: what is in force for each capability, and why. Nothing changes policy.toml but a person's editor.
// Relies on world.configuration() for the last good file and for what is wrong with the one that lies there now.
import * as z from 'zod/mini'
import { AT_MOST_PROPOSE, CAPABILITIES, type Capability, isCapability } from '../../protocol/capability.ts'
import type { Config } from '../../protocol/config.ts'
import { grantOf, type Policy } from '../../protocol/policy.ts'
import { type CapabilityShown, PolicyShown } from '../../protocol/policyShown.ts'
import { done } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'

const show = defineOperation({
  name: 'policy.show',
  summary: 'show what policy.toml allows now, and why',
  class: 'read',
  ceiling: 'never',
  doors: ['cli', 'ui'],
  capability: null,
  provenance: 'twin',
  input: z.strictObject({}),
  output: PolicyShown,
  handler: async ({ world }) => {
    const { config, policy, version, problem } = world.configuration()
    const named = capabilitiesOf(config, policy).map(capability => shown(policy, capability))
    return done({ version, problem: problem?.is ?? null, capabilities: named })
  },
})

/** Every capability of twin, then those of the jobs, commands and plugins that there are, then what else is listed. */
function capabilitiesOf(config: Config, policy: Policy): readonly Capability[] {
  const names = [
    ...CAPABILITIES,
    ...Object.entries(config.jobs).map(([name, job]) => job.capability ?? `job.${name}`),
    ...Object.keys(policy.apply).map(name => `apply.${name}`),
    ...Object.keys(config.plugins).map(name => `plugin.${name}`),
    ...Object.keys(policy.capabilities),
  ]
  return [...new Set(names)].filter(isCapability)
}

const shown = (policy: Policy, capability: Capability): CapabilityShown => ({
  capability,
  grant: grantOf(policy, capability),
  why: Object.hasOwn(policy.capabilities, capability) ? 'listed' : 'not listed',
  atMostPropose: AT_MOST_PROPOSE.includes(capability),
})

export const policy: readonly Operation[] = [show]
