// policy.toml: each capability is auto, propose or never, and what is not listed is never. The ceiling over every run and
// every exposure. Relies on smol-toml.
import { parse, TomlError } from 'smol-toml'
import * as z from 'zod/mini'
import { CONFIG_BYTES } from './limits.ts'
import { done, refused, type Result } from './refusal.ts'

/** Everything twin may ever be asked to be allowed. */
export const CAPABILITIES = [
  'read',
  'collection.add',
  'collection.remove',
  'flag.add',
  'flag.remove',
  'trash',
  'expunge',
  'draft',
  'send',
] as const
/** What is irreversible or outward-facing is never done without a person. */
const AT_MOST_PROPOSE = new Set<string>(['expunge', 'send'])

const Grant = z.enum(['auto', 'propose', 'never'])
const Capabilities = z.strictObject(
  Object.fromEntries(CAPABILITIES.map(name => [name, z._default(Grant, 'never')])),
)
export const Policy = z.strictObject({ capabilities: z.prefault(Capabilities, {}) })
export type Policy = z.infer<typeof Policy>

/** `text` of policy.toml as understood. */
export function parsePolicy(text: string): Result<Policy> {
  const wrong = (is: string) =>
    refused('config', {
      is: `policy.toml ${is}`,
      wanted: 'the keys and values that "twin init" writes',
      fix: 'correct policy.toml, then run "twin check"',
    })
  if (new TextEncoder().encode(text).length > CONFIG_BYTES) return wrong(`is over ${CONFIG_BYTES} bytes`)
  let table: unknown
  try {
    table = parse(text)
  } catch (error) {
    return wrong(`is not TOML${error instanceof TomlError ? `, line ${error.line}` : ''}`)
  }
  const result = Policy.safeParse(table)
  if (!result.success) {
    const issue = result.error.issues[0]
    const keys =
      issue?.code === 'unrecognized_keys' ? ` ${issue.keys.map(key => JSON.stringify(key)).join(', ')}` : ''
    return wrong(
      keys
        ? `has the unknown key${keys}`
        : `has a wrong value at ${issue?.path.map(String).join('.') ?? 'the top'}`,
    )
  }
  for (const name of AT_MOST_PROPOSE)
    if (Object.entries(result.data.capabilities).some(([key, grant]) => key === name && grant === 'auto'))
      return wrong(`sets ${name} to auto: at most propose`)
  return done(result.data)
}
