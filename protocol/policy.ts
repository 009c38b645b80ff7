// policy.toml: each capability is auto, propose or never, and what is not listed is never; and the commands that an approved
// proposal may run. The ceiling over every run, every door and every exposure. Relies on smol-toml and configValues.ts.
import { parse, TomlError } from 'smol-toml'
import * as z from 'zod/mini'
import { AT_MOST_PROPOSE, type Capability, type Grant, GRANTS, isCapability } from './capability.ts'
import { duration, hasPrototypeKey, named, oneOf, textOf, whole } from './configValues.ts'
import * as cap from './limits.ts'
import { done, refused, type Result } from './refusal.ts'

/** One argument of a command. `text`: wholly matched by `pattern`; `choice`: one of `choices`; never one that begins with "-". */
const Argument = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('integer'), least: z.optional(z.int()), most: z.optional(z.int()) }),
  z.strictObject({
    type: z.literal('choice'),
    choices: z.array(textOf(cap.ARGUMENT_CHARS)).check(z.minLength(1), z.maxLength(cap.CHOICES)),
  }),
  z.strictObject({
    type: z.literal('text'),
    pattern: textOf(cap.ARGUMENT_CHARS).check(z.refine(isPattern, 'wants a regular expression')),
    most: z._default(whole(1, cap.ARGUMENT_CHARS), 200),
  }),
])
export type Argument = z.infer<typeof Argument>

/** `[apply.NAME]`: `argv` is started as it stands, without a shell; `{argument}` in an entry stands for that argument. */
export const Command = z.strictObject({
  argv: z.array(textOf(cap.ARGUMENT_CHARS)).check(
    z.minLength(1),
    z.maxLength(cap.ARGUMENTS),
    z.refine(
      words => words[0]?.startsWith('/') === true && !words[0].includes('{'),
      'wants an absolute path first',
    ),
  ),
  timeout: z._default(duration, '30s'),
  arguments: named(Argument),
})
export type Command = z.infer<typeof Command>

const Capabilities = z.record(z.string().check(z.refine(isCapability, 'is no capability')), oneOf(GRANTS))
export const Policy = z.strictObject({
  capabilities: z._default(Capabilities, {}),
  apply: named(Command),
})
export type Policy = z.infer<typeof Policy>

/** What policy.toml says of `capability`: what is not listed is never, and nothing raises what is at most propose. */
export function grantOf(policy: Policy, capability: Capability): Grant {
  const listed = new Map<string, Grant>(Object.entries(policy.capabilities)).get(capability) ?? 'never'
  return listed === 'auto' && AT_MOST_PROPOSE.includes(capability) ? 'propose' : listed
}

/** `source` of policy.toml as understood; refused with the key and what it wants. */
export function parsePolicy(source: string): Result<Policy> {
  if (new TextEncoder().encode(source).length > cap.CONFIG_BYTES)
    return wrong(`is over ${cap.CONFIG_BYTES} bytes`)
  let table: unknown
  try {
    table = parse(source)
  } catch (error) {
    return wrong(`is not TOML${error instanceof TomlError ? `, line ${error.line}` : ''}`)
  }
  if (hasPrototypeKey(table)) return wrong('has the unknown key "__proto__"')
  const result = Policy.safeParse(table)
  if (!result.success) return wrong(describe(result.error.issues[0]))
  const problem = contradiction(result.data)
  return problem ? wrong(problem) : done(result.data)
}

/** What no single value shows: too much granted, or a placeholder that names no argument. */
function contradiction(policy: Policy): string | undefined {
  for (const capability of AT_MOST_PROPOSE)
    if (policy.capabilities[capability] === 'auto') return `sets ${capability} to auto: at most propose`
  for (const [name, command] of Object.entries(policy.apply)) {
    const used = new Set(
      command.argv.flatMap(word => [...word.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '')),
    )
    const declared = new Set(Object.keys(command.arguments))
    const stray = [...used].find(argument => !declared.has(argument))
    if (stray !== undefined)
      return `uses ${JSON.stringify(`{${stray}}`)} in apply.${name}.argv, which apply.${name}.arguments does not declare`
    const unused = [...declared].find(argument => !used.has(argument))
    if (unused !== undefined)
      return `declares the argument ${unused} of apply.${name}, which argv does not use`
  }
  return undefined
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.map(String).join('.') || 'the top'
  if (issue?.code === 'unrecognized_keys')
    return `has the unknown key ${issue.keys.map(key => JSON.stringify(key)).join(', ')} at ${path}`
  return issue?.code === 'invalid_key'
    ? `has a name that is none at ${path}`
    : `has a wrong value at ${path}: ${issue?.message ?? 'unreadable'}`
}

const wrong = (is: string) =>
  refused('config', {
    is: `policy.toml ${is}`,
    wanted: 'the keys and values that "twin init" writes',
    fix: 'correct policy.toml, then run "twin check"',
  })

/** By itself too: what closes the group that it is put into would no longer be asked for the whole of a text. */
function isPattern(source: string): boolean {
  try {
    return [source, `^(?:${source})$`].every(text => new RegExp(text, 'u').flags === 'u')
  } catch {
    return false
  }
}
