// Makes an operation of its definition, or throws at import where the definition breaks a rule: what must never be offered
// cannot even be written down. Relies on zod/mini for the schemas, and on each summary being a constant of the source.
import * as z from 'zod/mini'
import { type Capability, isCapability } from '../../protocol/capability.ts'
import { CALLER_KEYS, OPERATION } from '../../protocol/call.ts'
import type { Config } from '../../protocol/config.ts'
import { type Door, PERSON } from '../../protocol/door.ts'
import type { Proposed } from '../../protocol/proposal.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { CheckedCall, Context, Foreseen, Operation } from './operation.ts'

/**
 * `doors`: without `mcp`, which the ceiling decides. `marksMailRead`: whether running it marks mail as read. `names`: refused where
 * what the input names is not in twin.toml, which is said before policy.toml is asked; not where an agent could ask.
 */
export interface Definition<I extends z.ZodMiniObject, O extends z.ZodMiniType> extends Pick<
  Operation,
  'name' | 'summary' | 'class' | 'ceiling' | 'provenance'
> {
  readonly doors: readonly Exclude<Door, 'mcp'>[]
  readonly capability: Capability | null | ((input: z.infer<I>, config: Config) => Capability)
  readonly input: I
  readonly output: O
  readonly reversible?: boolean
  readonly marksMailRead?: boolean
  readonly positional?: readonly (keyof z.infer<I> & string)[]
  readonly names?: (input: z.infer<I>, config: Config) => Result<void>
  readonly proposed?: (input: z.infer<I>) => Proposed
  readonly preview?: (context: Context, input: z.infer<I>) => Promise<Result<Foreseen>>
  readonly handler: (context: Context, input: z.infer<I>) => Promise<Result<z.infer<O>>>
}

/** Throws Error with the rule that is broken. */
export function defineOperation<I extends z.ZodMiniObject, O extends z.ZodMiniType>(
  definition: Definition<I, O>,
): Operation {
  const { name, summary, class: kind, ceiling, provenance, doors, capability } = definition
  const inputSchema = z.toJSONSchema(definition.input, { io: 'input' })
  const problem = brokenRule(definition) ?? brokenInput(inputSchema, definition.positional ?? [])
  if (problem) throw new Error(`Cannot define ${name}: ${problem}`)
  return {
    name,
    summary,
    class: kind,
    ceiling,
    provenance,
    capability: typeof capability === 'function' ? 'by-input' : capability,
    doors: ceiling === 'never' ? doors : [...doors, 'mcp'],
    reversible: definition.reversible === true,
    inputSchema,
    get outputSchema() {
      return z.toJSONSchema(definition.output, { io: 'output', unrepresentable: 'any' })
    },
    positional: definition.positional ?? [],
    check: (input, config) => check(definition, input, config),
  }
}

/** The first rule of design that a definition breaks. */
function brokenRule(definition: Definition<z.ZodMiniObject, z.ZodMiniType>): string | undefined {
  const { name, summary, class: kind, ceiling, capability, provenance } = definition
  const isOffered = ceiling !== 'never'
  const doors: readonly Door[] = definition.doors
  const isRead = kind === 'read'
  const isChange = [definition.preview, definition.proposed, definition.reversible].some(
    part => part !== undefined,
  )
  const rules: readonly (readonly [boolean, string])[] = [
    [!OPERATION.test(name), 'its name is not of the form family.verb'],
    [!/^[a-z][^\n]{3,118}[^.\n]$/.test(summary), 'its summary is not one clause of 5 to 120 characters'],
    [CALLER_KEYS.some(key => key in definition.input.shape), "a key of its input is the caller's"],
    [kind === 'send' && isOffered, 'what sends is never offered to an agent'],
    [(kind === 'send') !== (capability === 'mail.send'), 'what sends needs mail.send, and nothing else does'],
    [isRead && definition.marksMailRead === true, 'a read does not mark mail as read'],
    [isRead && isChange, 'only a change has a preview, is proposed, or is reversible or not'],
    [!isRead && isOffered && !definition.preview, 'a change that an agent can reach has a preview'],
    [!isRead && isOffered && capability === null, 'a change that an agent can reach has a capability'],
    [
      isOffered && provenance === 'mail' && capability === null,
      'mail text that an agent can reach has a capability',
    ],
    [ceiling === 'on' && provenance === 'mail', 'what returns mail text is off until a person turns it on'],
    [isOffered && definition.names !== undefined, 'agents are told nothing of what is named nowhere'],
    [typeof capability === 'string' && !isCapability(capability), 'its capability is none'],
    [doors.includes('mcp'), 'the ceiling alone says whether agents can be offered it'],
    [new Set(doors).size !== doors.length, 'a door is named twice'],
    [!doors.some(door => PERSON.some(one => one === door)), 'no door of a person offers it'],
  ]
  return rules.find(([isBroken]) => isBroken)?.[1]
}

/** An input is strict, and each key says what it is: that text is help, MCP's and OpenAPI's. */
function brokenInput(schema: InputSchema, positional: readonly string[]): string | undefined {
  const keys = Object.entries(schema.properties ?? {})
  if (schema.additionalProperties !== false) return 'its input takes keys that it does not know'
  const silent = keys.find(([, value]) => typeof value !== 'object' || !value.description)
  if (silent) return `the key ${silent[0]} of its input is not described`
  return positional.some(key => !keys.some(([known]) => known === key))
    ? 'a positional key is none of its input'
    : undefined
}
type InputSchema = z.core.JSONSchema.BaseSchema

function check<I extends z.ZodMiniObject, O extends z.ZodMiniType>(
  definition: Definition<I, O>,
  input: unknown,
  config: Config,
): Result<CheckedCall> {
  const parsed = definition.input.safeParse(input)
  if (!parsed.success) return badInput(definition.name, parsed.error.issues[0])
  const value = parsed.data
  const { capability, preview, proposed, name } = definition
  const named = definition.names?.(value, config)
  if (named && !named.ok) return named
  return done({
    capability: typeof capability === 'function' ? capability(value, config) : capability,
    proposed: proposed ? proposed(value) : { kind: 'operation', operation: name, input: { ...value } },
    preview: context => (preview ? preview(context, value) : Promise.resolve(done(unforeseen(name)))),
    run: async context => checkOutput(definition, await definition.handler(context, value)),
  })
}

const unforeseen = (name: string): Foreseen => ({ sentence: `Runs ${name}.`, changes: [], more: 0 })

/** What a handler returns is parsed too: a bug of ours must not carry more through a door than it says. */
function checkOutput<O extends z.ZodMiniType>(
  { name, output }: { readonly name: string; readonly output: O },
  result: Result<z.infer<O>>,
): Result<unknown> {
  if (!result.ok) return result
  const parsed = output.safeParse(result.value)
  if (!parsed.success) throw new Error(`Cannot answer ${name}: its output is of another shape`)
  return done(parsed.data)
}

/** Names the field and what it wants, never the value. Keys are the caller's own words: a few, and the beginning of each. */
function badInput(name: string, issue: z.core.$ZodIssue | undefined): Result<never> {
  const path = issue?.path.map(part => begun(String(part))).join('.') || 'input'
  const is =
    issue?.code === 'unrecognized_keys'
      ? `${name} knows no ${issue.keys.slice(0, KEYS_NAMED).map(begun).map(quoted).join(', ')}`
      : `${path} of ${name} ${issue?.message ?? 'is wrong'}`
  return refused('bad-request', {
    is,
    wanted: 'the input that the operation describes',
    fix: `run "twin ops show ${name}"`,
  })
}
const KEYS_NAMED = 3
const begun = (key: string): string => key.slice(0, 64)
const quoted = (key: string): string => JSON.stringify(key)
