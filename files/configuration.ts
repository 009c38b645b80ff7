// Reads twin.toml and policy.toml the careful way (they may be missing, huge, a link, a FIFO, not ours, no text) and answers
// them as understood. Relies on readCapped.ts and the schemas of protocol/.
import { readCapped, type ReadProblem } from './readCapped.ts'
import { parseConfig, type Config } from '../protocol/config.ts'
import { CONFIG_BYTES } from '../protocol/limits.ts'
import type { Paths } from '../protocol/paths.ts'
import { parsePolicy, type Policy } from '../protocol/policy.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'

export interface Configuration {
  readonly config: Config
  readonly policy: Policy
}

const PROBLEMS: Record<ReadProblem, string> = {
  absent: 'is absent',
  link: 'is a symbolic link',
  'not-a-file': 'is no regular file',
  'not-ours': 'belongs to another user',
  'linked-twice': 'has a second hard link',
  'too-long': `is over ${CONFIG_BYTES} bytes`,
  'no-access': 'cannot be read: no permission',
  unreadable: 'cannot be read',
}

/** Both files as understood; refused ("config") with the first thing that is wrong. */
export function readConfiguration(paths: Paths): Result<Configuration> {
  const twin = textOf(paths.twinToml)
  if (!twin.ok) return twin
  const config = parseConfig(twin.value)
  if (!config.ok) return config
  const text = textOf(paths.policyToml)
  if (!text.ok) return text
  const policy = parsePolicy(text.value)
  return policy.ok ? done({ config: config.value, policy: policy.value }) : policy
}

/** twin.toml, where policy.toml lets mail be read at all; refused otherwise. */
export function readScope(paths: Paths): Result<Config> {
  const configuration = readConfiguration(paths)
  if (!configuration.ok) return configuration
  const { config, policy } = configuration.value
  if (policy.capabilities['read'] === 'auto') return done(config)
  return refused('config', {
    is: `policy.toml sets read to ${policy.capabilities['read']}`,
    wanted: 'read = "auto", without which no mail is read',
    fix: `edit ${paths.policyToml}, then run "twin check"`,
  })
}

function textOf(path: string): Result<string> {
  const read = readCapped(path, CONFIG_BYTES)
  if (!read.ok) return wrong(path, read.problem)
  return read.text.includes('\uFFFD') ? notText(path) : done(read.text)
}

const wrong = (path: string, problem: ReadProblem) =>
  refused('config', {
    is: `${path} ${PROBLEMS[problem]}`,
    wanted: `a regular file of yours of at most ${CONFIG_BYTES} bytes`,
    fix:
      problem === 'absent'
        ? 'run "twin init"'
        : 'put a plain file there; "twin init" writes one where none is',
  })

const notText = (path: string) =>
  refused('config', {
    is: `${path} holds bytes that are not UTF-8`,
    wanted: 'UTF-8 text',
    fix: 'save it as UTF-8, then run "twin check"',
  })
