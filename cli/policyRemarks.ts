// What policy.toml allows and nothing uses, and what twin.toml declares and policy.toml does not allow: both look like a slip of
// the pen. Pure. Relies on protocol/policy.ts for what is in force.
import type { Configuration } from '../files/configuration.ts'
import { CAPABILITIES, type Capability } from '../protocol/capability.ts'
import { capabilityOf } from '../daemon/jobs/scheduled.ts'
import { grantOf } from '../protocol/policy.ts'

/** What something of this version does: no adapter sends yet. */
const USED: ReadonlySet<string> = new Set(CAPABILITIES.filter(name => name !== 'mail.send'))

/** Sentences without a full stop, the gravest first. */
export function policyRemarks({ config, policy }: Configuration): string[] {
  const declared: readonly (readonly [Capability, string])[] = [
    ...Object.keys(config.jobs).map(name =>
      pair(capabilityOf(name, config.jobs), `jobs.${name} does not run`),
    ),
    ...Object.keys(config.plugins).map(name => pair(`plugin.${name}`, `plugins.${name} is not used`)),
    ...Object.keys(policy.apply).map(name => pair(`apply.${name}`, `apply.${name} cannot be proposed`)),
  ]
  const known = new Set<string>([...CAPABILITIES, ...declared.map(([capability]) => capability)])
  const listed = Object.entries(policy.capabilities)
  return [
    ...(grantOf(policy, 'mail.read') === 'auto'
      ? []
      : ['policy.toml does not set mail.read to auto: twin reads nothing, and "twin brief" is refused']),
    ...(grantOf(policy, 'brief.write') === 'auto'
      ? []
      : ['policy.toml does not set brief.write to auto: no brief is written by the schedule']),
    ...declared
      .filter(([capability]) => grantOf(policy, capability) === 'never')
      .map(([capability, what]) => `policy.toml does not allow ${capability}: ${what}`),
    ...listed
      .filter(([name]) => !known.has(name))
      .map(([name]) => `policy.toml names ${name}, and nothing of that name is declared`),
    ...listed
      .filter(([name, grant]) => known.has(name) && !USED.has(name) && !isNamed(name) && grant !== 'never')
      .map(([name, grant]) => `policy.toml sets ${name} to ${grant}: this version has nothing that does it`),
  ]
}

const isNamed = (name: string): boolean => /^(?:job|apply|plugin)\./.test(name)
const pair = (capability: Capability, what: string): readonly [Capability, string] => [capability, what]
