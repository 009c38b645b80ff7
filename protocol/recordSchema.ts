// The schema of a record that crosses a boundary of a pipeline: a small, closed part of JSON Schema 2020-12, so that twind can
// check a record, a model can be asked for one, and the bits that it lets through can be counted. Relies on limits.ts.
import * as z from 'zod/mini'
import * as cap from './limits.ts'

const field = z.string().check(z.regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'wants a field such as "amount"'))
const note = { description: z.optional(z.string().check(z.maxLength(cap.SENTENCE_CHARS))) }

/**
 * `string`: unbounded where `maxLength` (code points) is left out. `claim` says what kind of value grounding-check looks for in the
 * source: text, amount, date, number; none where it is left out. `nullable`: null is one more value.
 */
export type RecordSchema =
  | {
      readonly type: 'boolean'
      readonly nullable?: boolean | undefined
      readonly description?: string | undefined
    }
  | {
      readonly type: 'integer'
      readonly minimum: number
      readonly maximum: number
      readonly claim?: Claim | undefined
      readonly nullable?: boolean | undefined
      readonly description?: string | undefined
    }
  | {
      readonly type: 'string'
      readonly enum?: readonly string[] | undefined
      readonly maxLength?: number | undefined
      readonly claim?: Claim | undefined
      readonly nullable?: boolean | undefined
      readonly description?: string | undefined
    }
  | {
      readonly type: 'array'
      readonly items: RecordSchema
      readonly maxItems?: number | undefined
      readonly nullable?: boolean | undefined
      readonly description?: string | undefined
    }
  | {
      readonly type: 'object'
      readonly properties: Readonly<Record<string, RecordSchema>>
      /** The rest may be left out. */
      readonly required?: readonly string[] | undefined
      readonly nullable?: boolean | undefined
      readonly description?: string | undefined
    }

export const CLAIMS = ['text', 'amount', 'date', 'number'] as const
export type Claim = (typeof CLAIMS)[number]
const claim = { claim: z.optional(z.enum(CLAIMS)) }
const nullable = { nullable: z.optional(z.boolean()), ...note }

export const RecordSchema: z.ZodMiniType<RecordSchema> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('boolean'), ...nullable }),
    z
      .strictObject({ type: z.literal('integer'), minimum: z.int(), maximum: z.int(), ...claim, ...nullable })
      .check(
        z.refine(
          ({ minimum, maximum }) => minimum <= maximum,
          'wants a minimum that is no more than maximum',
        ),
      ),
    z.strictObject({
      type: z.literal('string'),
      enum: z.optional(
        z
          .array(z.string().check(z.maxLength(cap.SENTENCE_CHARS)))
          .check(z.minLength(1), z.maxLength(cap.ENUM_VALUES)),
      ),
      maxLength: z.optional(z.int().check(z.minimum(0), z.maximum(cap.BODY_BYTES))),
      ...claim,
      ...nullable,
    }),
    z.strictObject({
      type: z.literal('array'),
      items: RecordSchema,
      maxItems: z.optional(z.int().check(z.minimum(0), z.maximum(cap.ENUM_VALUES))),
      ...nullable,
    }),
    z.strictObject({
      type: z.literal('object'),
      properties: z
        .record(field, RecordSchema)
        .check(
          z.refine(
            fields => Object.keys(fields).length <= cap.SCHEMA_FIELDS,
            `wants at most ${cap.SCHEMA_FIELDS} fields`,
          ),
        ),
      required: z.optional(z.array(field).check(z.maxLength(cap.SCHEMA_FIELDS))),
      ...nullable,
    }),
  ]),
)
