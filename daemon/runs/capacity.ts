// Channel capacity: how many values a boundary can carry for one message, in bits. What stands behind it may be a stranger who chooses
// every value, so every value that the schema takes counts, as likely as any other. Pure; the formulas are in docs/runs.md.
import * as cap from '../../protocol/limits.ts'
import { boundedRecords, type RecordSchema } from '../../protocol/recordSchema.ts'

/**
 * A number of values: exact while that is cheap, else its logarithm to the base 2. null where there is no bound.
 *
 *   boolean        2
 *   integer        maximum - minimum + 1
 *   enum           its values (of those that keep to maxLength)
 *   string         1 + A + A^2 + ... + A^maxLength, A = 1,112,064, every Unicode scalar value
 *   array          1 + V + V^2 + ... + V^maxItems, V of its items
 *   object         the product of its fields; of one that may be left out V + 1
 *   nullable       one more
 */
export type Values = { readonly exact: bigint } | { readonly log2: number } | null

/** 0x110000 code points without the 2,048 surrogates. */
const SCALAR_VALUES = { exact: 1_112_064n }
/** Numbers with more bits than this are kept as logarithms. */
const EXACT_BITS = 4_096

/** The values that a record of `schema` can have. */
export function valuesOf(schema: RecordSchema): Values {
  const values = ofType(schema)
  return schema.nullable === true ? oneMore(values) : values
}

function ofType(schema: RecordSchema): Values {
  if (schema.type === 'boolean') return { exact: 2n }
  if (schema.type === 'integer') return { exact: BigInt(schema.maximum) - BigInt(schema.minimum) + 1n }
  if (schema.type === 'string') return ofText(schema)
  if (schema.type === 'array')
    return schema.maxItems === undefined ? null : ofLengths(valuesOf(schema.items), schema.maxItems)
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties)
    .map(([name, field]) => (required.has(name) ? valuesOf(field) : oneMore(valuesOf(field))))
    .reduce(times, { exact: 1n })
}

function ofText({ enum: values, maxLength }: Extract<RecordSchema, { type: 'string' }>): Values {
  if (values)
    return {
      exact: BigInt(values.filter(one => maxLength === undefined || [...one].length <= maxLength).length),
    }
  return maxLength === undefined ? null : ofLengths(SCALAR_VALUES, maxLength)
}

/** Everything from nothing to `most` of what has `each` values: 1 + V + ... + V^most. */
export function ofLengths(each: Values, most: number): Values {
  if (most === 0) return { exact: 1n }
  if (each === null) return null
  const bits = log2Of(each)
  if ('exact' in each && bits * most <= EXACT_BITS) {
    let sum = 1n
    for (let at = 0; at < most; at++) sum = sum * each.exact + 1n
    return { exact: sum }
  }
  // The sum of a geometric series, its largest term taken out: V^most (1 - V^-(most+1)) / (1 - V^-1).
  return { log2: bits * most + Math.log2((1 - 2 ** (-bits * (most + 1))) / (1 - 2 ** -bits)) }
}

function times(one: Values, other: Values): Values {
  if (isNone(one) || isNone(other)) return { exact: 0n }
  if (one === null || other === null) return null
  const bits = log2Of(one) + log2Of(other)
  return 'exact' in one && 'exact' in other && bits <= EXACT_BITS
    ? { exact: one.exact * other.exact }
    : { log2: bits }
}
const isNone = (values: Values): boolean => values !== null && 'exact' in values && values.exact === 0n

/** The one or the other. */
export function plus(one: Values, other: Values): Values {
  if (one === null || other === null) return null
  if ('exact' in one && 'exact' in other) return { exact: one.exact + other.exact }
  const [less = 0, more = 0] = [log2Of(one), log2Of(other)].toSorted((a, b) => a - b)
  return { log2: more + Math.log2(1 + 2 ** (less - more)) }
}

/** One value more: null, or that there is none. */
function oneMore(values: Values): Values {
  if (values === null) return null
  return 'exact' in values ? { exact: values.exact + 1n } : values
}

function log2Of(values: { readonly exact: bigint } | { readonly log2: number }): number {
  if ('log2' in values) return values.log2
  // No number of JavaScript holds more than 1,023 bits; the first 64 tell the rest.
  const beyond = Math.max(0, values.exact.toString(2).length - 64)
  return beyond + Math.log2(Number(values.exact >> BigInt(beyond)))
}

/** Bits that tell so many values apart, rounded up; null without a bound. */
export function bitsOf(values: Values): number | null {
  if (values === null) return null
  if ('log2' in values) return Math.ceil(values.log2)
  return values.exact <= 1n ? 0 : (values.exact - 1n).toString(2).length
}

/** What a keyed record port carries for one message: no record at all, or one of those that its schema takes. */
export const bitsOfRecords = (schema: RecordSchema | null): number | null =>
  schema === null ? null : bitsOf(oneMore(valuesOf(boundedRecords(schema))))

/** A handle in a set or not. */
export const PRESENCE_BITS = 1

/** What the order of a list of `handles` says of each one: log2(n!) in all, and never more than log2(n) for one. */
export const bitsOfOrder = (handles: number): number => Math.ceil(Math.log2(Math.max(1, handles)))

/** What a message's proposals can say, where each is one of `choices`: up to SPOOLED of them, in an order. */
export const bitsOfProposals = (choices: Values): number | null => bitsOf(ofLengths(choices, cap.SPOOLED))

/** Texts of 1 to `most` characters. */
export function texts(most: number): Values {
  const all = ofLengths(SCALAR_VALUES, most)
  return all !== null && 'exact' in all ? { exact: all.exact - 1n } : all
}

/** Whether text stands in it that nobody has listed: words of whoever wrote the mail could. */
export function hasFreeText(schema: RecordSchema): boolean {
  if (schema.type === 'string') return schema.enum === undefined && schema.maxLength !== 0
  if (schema.type === 'array') return hasFreeText(schema.items)
  return schema.type === 'object' && Object.values(schema.properties).some(hasFreeText)
}
