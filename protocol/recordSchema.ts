// The schema of a record that crosses a boundary of a pipeline: a small, closed part of JSON Schema 2020-12, so that twind can
// check a record, a model can be asked for one, and the bits that it lets through can be counted. Relies on limits.ts.
import * as z from 'zod/mini'
import { oneOf, whole } from './configValues.ts'
import * as cap from './limits.ts'

/** How a field of a record is called. */
export const FieldName = z
  .string('wants a field such as "amount"')
  .check(z.regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'wants a field such as "amount"'))
const sentence = z.string('wants text').check(
  z.maxLength(cap.SENTENCE_CHARS, `wants at most ${cap.SENTENCE_CHARS} characters`),
  z.refine(value => value.isWellFormed(), 'wants well-formed text'),
)
const note = { description: z.optional(sentence) }

/**
 * What one message yields: one record, or several where the outermost type is `array`, RECORDS_OF_ONE where it has no bound.
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
const integer = z.int('wants a whole number')
const claim = { claim: z.optional(oneOf(CLAIMS)) }
const nullable = { nullable: z.optional(z.boolean('wants true or false')), ...note }

const Truth = z.strictObject({ type: z.literal('boolean'), ...nullable })
const Whole = z
  .strictObject({ type: z.literal('integer'), minimum: integer, maximum: integer, ...claim, ...nullable })
  .check(
    z.refine(
      ({ minimum, maximum }) => minimum <= maximum,
      'wants a minimum that is no more than the maximum',
    ),
  )
const values = z.array(sentence, 'wants a list of texts').check(
  z.minLength(1, 'wants at least one value'),
  z.maxLength(cap.ENUM_VALUES, `wants at most ${cap.ENUM_VALUES} values`),
  z.refine(texts => new Set(texts).size === texts.length, 'wants each value once'),
)
const Text = z.strictObject({
  type: z.literal('string'),
  enum: z.optional(values),
  maxLength: z.optional(whole(0, cap.BODY_BYTES)),
  ...claim,
  ...nullable,
})
const Shape: z.ZodMiniType<RecordSchema> = z.lazy(() =>
  z.discriminatedUnion('type', [Truth, Whole, Text, List, Table], {
    error: 'wants a type: "boolean", "integer", "string", "array" or "object"',
  }),
)
const List = z.strictObject({
  type: z.literal('array'),
  items: Shape,
  maxItems: z.optional(whole(0, cap.ENUM_VALUES)),
  ...nullable,
})
const fields = z
  .record(FieldName, Shape, 'wants fields')
  .check(
    z.refine(
      table => Object.keys(table).length <= cap.SCHEMA_FIELDS,
      `wants at most ${cap.SCHEMA_FIELDS} fields`,
    ),
  )
const Table = z
  .strictObject({
    type: z.literal('object'),
    properties: fields,
    required: z.optional(z.array(FieldName, 'wants a list of fields').check(z.maxLength(cap.SCHEMA_FIELDS))),
    ...nullable,
  })
  .check(
    z.refine(
      ({ properties, required }) => (required ?? []).every(name => Object.hasOwn(properties, name)),
      'wants in "required" only fields that stand in "properties"',
    ),
  )

/** Nesting is looked at first, so that nothing walks deeper than SCHEMA_DEPTH. */
export const RecordSchema: z.ZodMiniType<RecordSchema> = z.pipe(
  z.unknown().check(z.refine(isShallow, `wants at most ${cap.SCHEMA_DEPTH} levels`)),
  Shape,
)

/** Whether a schema, or what should be one, has no more than SCHEMA_DEPTH levels of items and fields. */
function isShallow(schema: unknown): boolean {
  let level = [schema]
  for (let depth = 0; depth < cap.SCHEMA_DEPTH; depth++) level = level.flatMap(insideOf)
  return level.length === 0
}

function insideOf(schema: unknown): unknown[] {
  const { items, properties } = isTable(schema) ? schema : {}
  return [...(isTable(items) ? [items] : []), ...(isTable(properties) ? Object.values(properties) : [])]
}
const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** `schema` with a bound on how many records one message yields: RECORDS_OF_ONE where the outermost array has none. */
export const boundedRecords = (schema: RecordSchema): RecordSchema =>
  schema.type === 'array' && schema.maxItems === undefined
    ? { ...schema, maxItems: cap.RECORDS_OF_ONE }
    : schema
