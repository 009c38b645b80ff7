// twin.toml and policy.toml together, as understood. Relies on readTwinToml.ts, configText.ts and the schemas of protocol/.
import type { Config } from '../protocol/config.ts'
import type { Paths } from '../protocol/paths.ts'
import { grantOf, parsePolicy, type Policy } from '../protocol/policy.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { configText } from './configText.ts'
import { readTwinToml } from './readTwinToml.ts'

export interface Configuration {
  readonly config: Config
  readonly policy: Policy
}

/** Both files as understood; refused ("config") with the first thing that is wrong. */
export function readConfiguration(paths: Paths): Result<Configuration> {
  const config = readTwinToml(paths.twinToml, 'refused')
  if (!config.ok) return config
  const text = configText(paths.policyToml)
  if (!text.ok) return text
  const policy = parsePolicy(text.value)
  return policy.ok ? done({ config: config.value, policy: policy.value }) : policy
}

/** twin.toml, where policy.toml lets mail be read at all; refused otherwise. */
export function readScope(paths: Paths): Result<Config> {
  const configuration = readConfiguration(paths)
  if (!configuration.ok) return configuration
  const { config, policy } = configuration.value
  const grant = grantOf(policy, 'mail.read')
  if (grant === 'auto') return done(config)
  return refused('config', {
    is: `policy.toml sets mail.read to ${grant}`,
    wanted: '"mail.read" = "auto", without which no mail is read',
    fix: `edit ${paths.policyToml}, then run "twin check"`,
  })
}
