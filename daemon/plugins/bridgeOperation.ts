// Makes an operation of what a plugin declared: off for agents until a person turns it on, under the capability plugin.NAME,
// never reversible. Everything the plugin says stands behind words of twin's own. Relies on defineOperation.ts for the rules and
// on `call` for the conversation; it has no handle on mail, on the database, or on another operation.
import * as z from 'zod/mini'
import { SENTENCE_CHARS } from '../../protocol/limits.ts'
import type { FromPlugin, PluginField, PluginOperation } from '../../protocol/pluginLine.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { cut } from '../../protocol/text/cut.ts'
import { plain } from '../../protocol/text/plain.ts'
import { visible } from '../../protocol/text/visible.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Foreseen, Operation } from '../gate/operation.ts'
import { pluginOutput } from './pluginOutput.ts'

type Input = Readonly<Record<string, unknown>>
type Answer = Exclude<FromPlugin, { type: 'operations' }>
/** Asks the plugin to preview or to run one of its operations. Refused where it cannot answer. */
export type CallPlugin = (
  type: 'preview' | 'run',
  asked: { readonly operation: string; readonly input: Input },
  signal: AbortSignal,
) => Promise<Result<Answer>>

const FIELDS: Readonly<Record<PluginField['type'], () => z.ZodMiniType>> = {
  text: () => z.string('wants text'),
  integer: () => z.int('wants a whole number'),
  boolean: () => z.boolean('wants true or false'),
}
/** `cut`: whether a text in `result` is only its beginning. */
const Output = z.strictObject({ result: z.record(z.string(), z.unknown()), cut: z.boolean() })

/** The operation `<plugin>.<declared.name>`. */
export function bridgeOperation(plugin: string, declared: PluginOperation, call: CallPlugin): Operation {
  const name = `${plugin}.${declared.name}`
  const asked = (input: Input) => ({ operation: declared.name, input })
  return defineOperation({
    name,
    summary: `in the plugin's words: ${declared.summary}`,
    class: declared.class,
    ceiling: 'off',
    provenance: 'plugin',
    doors: ['cli'],
    capability: `plugin.${plugin}`,
    input: inputOf(declared),
    output: Output,
    ...(declared.class === 'mutate' && {
      preview: async (context: Context, input: Input) =>
        foreseen(plugin, name, await call('preview', asked(input), context.signal)),
    }),
    handler: async (context: Context, input: Input) =>
      outputOf(name, context, await call('run', asked(input), context.signal)),
  })
}

function inputOf({ input }: PluginOperation): z.ZodMiniObject {
  const fields = Object.entries(input).map(([key, { type, summary, required }]) => {
    const field = FIELDS[type]().check(z.describe(`in the plugin's words: ${summary}`))
    return [key, required ? field : z.optional(field)] as const
  })
  return z.strictObject(Object.fromEntries(fields))
}

function foreseen(plugin: string, name: string, answer: Result<Answer>): Result<Foreseen> {
  if (!answer.ok) return answer
  if (answer.value.type !== 'preview') return failed(name, answer.value)
  const { sentence, count, changes } = answer.value
  const own = `Runs ${name}. What it does is known to the plugin ${plugin} alone, which says: `
  return done({
    // Its quotation marks are not twin's: it cannot end what it says and go on as if twin spoke.
    sentence: cut(`${own}"${plain(sentence).replaceAll('"', "'")}`, SENTENCE_CHARS - 1) + '"',
    changes: changes.map(({ id, before, after }) => ({
      id: visible(id),
      before: visible(before),
      after: visible(after),
    })),
    more: count - changes.length,
  })
}

function outputOf(name: string, { world }: Context, answer: Result<Answer>): Result<z.infer<typeof Output>> {
  if (!answer.ok) return answer
  if (answer.value.type !== 'output') return failed(name, answer.value)
  const bounds = world.configuration().config.operations
  const bounded = pluginOutput(answer.value.output, bounds)
  if (bounded === 'list')
    return refused('over-limit', {
      is: `${name} gave a list of more than ${bounds.list} entries`,
      wanted: 'at most as many as [operations] list allows',
      fix: 'ask for less, or raise [operations] list in twin.toml',
    })
  if (bounded === 'shape') return wrong('plugin', `${name} gave an answer that twin does not hand on`)
  return done({ result: bounded.value, cut: bounded.cut })
}

/** An error is a kind: what else the plugin may have wanted to say stays with it. */
function failed(name: string, answer: Answer): Result<never> {
  const kind = answer.type === 'error' ? answer.kind : 'failed'
  if (kind === 'bad-input') return wrong('bad-request', `the plugin does not take this input of ${name}`)
  return wrong('plugin', kind === 'not-found' ? `${name} found no such thing` : `${name} failed`)
}

const wrong = (code: 'plugin' | 'bad-request', is: string) =>
  refused(code, {
    is,
    wanted: 'an answer of the plugin',
    fix: 'look at its input with "twin ops show", then call it again',
  })
