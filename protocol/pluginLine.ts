// The contract between twind and a plugin on fd 3: lines of JSON, one call at a time. A plugin declares its operations once,
// then answers calls; what it says is data from a stranger. Relies on limits.ts (LINE_BYTES a line).
import * as z from 'zod/mini'
import { CALLER_KEYS, Change } from './call.ts'
import { NAME } from './door.ts'
import * as cap from './limits.ts'
import { visible } from './text/visible.ts'

const name = z.string().check(z.regex(NAME))
const id = z.int().check(z.minimum(1))
const sentence = z.string().check(z.minLength(1), z.maxLength(cap.SENTENCE_CHARS))
/** One clause: it becomes help, a tool's description and OpenAPI text, behind words of twin's that say whose it is. */
const summary = z.string().check(
  z.maxLength(cap.PLUGIN_SUMMARY_CHARS),
  z.regex(/^[\p{L}\p{N}](?:.*[^.\p{Z}])?$/u),
  z.refine(text => visible(text) === text, 'wants text that shows, on one line'),
)

/** One key of an operation's input. */
export const PluginField = z.strictObject({
  type: z.enum(['text', 'integer', 'boolean']),
  summary,
  required: z.boolean(),
})
export type PluginField = z.infer<typeof PluginField>
/** An operation `<plugin>.<name>`. A plugin cannot send, and cannot mark mail read. */
export const PluginOperation = z.strictObject({
  name,
  summary,
  class: z.enum(['read', 'mutate']),
  input: z.record(name, PluginField).check(
    z.refine(fields => Object.keys(fields).length <= cap.PLUGIN_FIELDS, 'wants fewer keys'),
    z.refine(
      fields => !CALLER_KEYS.some(key => key in fields),
      `wants other keys than ${CALLER_KEYS.join(', ')}, which are the caller's`,
    ),
  ),
})
export type PluginOperation = z.infer<typeof PluginOperation>

/** twind's lines. `preview` is asked before a `mutate` is run. Each call has an id of its own. */
export const ToPlugin = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('declare') }),
  z.strictObject({
    type: z.enum(['preview', 'run']),
    id,
    operation: name,
    input: z.record(z.string(), z.unknown()),
  }),
])
export type ToPlugin = z.infer<typeof ToPlugin>

/**
 * A plugin's lines, each the answer to one of twind's. `preview.count`: of all changes; more than are listed only where the
 * list is full. An error is one of a closed list: its words are nobody's.
 */
export const FromPlugin = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('operations'),
    operations: z.array(PluginOperation).check(z.minLength(1), z.maxLength(cap.PLUGIN_OPERATIONS)),
  }),
  z
    .strictObject({
      type: z.literal('preview'),
      id,
      sentence,
      count: z.int().check(z.minimum(0)),
      changes: z.array(Change).check(z.maxLength(cap.PREVIEW_CHANGES)),
    })
    .check(
      z.refine(
        ({ count, changes }) =>
          count === changes.length || (count > changes.length && changes.length === cap.PREVIEW_CHANGES),
        'wants a count that fits its list',
      ),
    ),
  z.strictObject({ type: z.literal('output'), id, output: z.record(z.string(), z.unknown()) }),
  z.strictObject({ type: z.literal('error'), id, kind: z.enum(['bad-input', 'not-found', 'failed']) }),
])
export type FromPlugin = z.infer<typeof FromPlugin>
