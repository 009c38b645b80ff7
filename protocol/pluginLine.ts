// The contract between twind and a plugin on fd 3: lines of JSON, one call at a time. A plugin declares its operations once,
// then answers calls; what it says is data from a stranger. Relies on limits.ts (LINE_BYTES a line).
import * as z from 'zod/mini'
import { Change } from './call.ts'
import { NAME } from './door.ts'
import * as cap from './limits.ts'

const name = z.string().check(z.regex(NAME))
const sentence = z.string().check(z.minLength(1), z.maxLength(cap.SENTENCE_CHARS))
/** One key of an operation's input. */
const Field = z.strictObject({
  type: z.enum(['text', 'integer', 'boolean']),
  summary: sentence,
  required: z.boolean(),
})
/** An operation `<plugin>.<name>`. A plugin cannot send, and cannot mark mail read. */
const PluginOperation = z.strictObject({
  name,
  summary: sentence,
  class: z.enum(['read', 'mutate']),
  input: z.record(name, Field),
})
export type PluginOperation = z.infer<typeof PluginOperation>

/** twind's lines. `preview` is asked before a `mutate` is run. */
export const ToPlugin = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('declare') }),
  z.strictObject({
    type: z.enum(['preview', 'run']),
    id: z.int(),
    operation: name,
    input: z.record(z.string(), z.unknown()),
  }),
])
export type ToPlugin = z.infer<typeof ToPlugin>

/** A plugin's lines. An error is one of a closed list: its words are nobody's. */
export const FromPlugin = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('operations'),
    operations: z.array(PluginOperation).check(z.maxLength(cap.PLUGIN_OPERATIONS)),
  }),
  z.strictObject({
    type: z.literal('preview'),
    id: z.int(),
    sentence,
    count: z.int().check(z.minimum(0)),
    changes: z.array(Change).check(z.maxLength(cap.PREVIEW_CHANGES)),
  }),
  z.strictObject({ type: z.literal('output'), id: z.int(), output: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    type: z.literal('error'),
    id: z.int(),
    kind: z.enum(['bad-input', 'not-found', 'failed']),
  }),
])
export type FromPlugin = z.infer<typeof FromPlugin>
