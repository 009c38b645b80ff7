// Values that a JSON Schema allows, drawn by fast-check: for calls that are made knowing nothing but a document. Relies on the
// schemas of this repository using no more keywords than are handled here; another one throws.
import * as fc from 'fast-check'

export interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Every value is one that `schema` allows. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(fromSchema))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === undefined) return fc.constantFrom<unknown>(null, true, 1, 'text', {})
  const make = TYPES[schema.type]
  if (!make) throw new Error(`Cannot draw a ${schema.type}: wanted a type of JSON`)
  return make(schema)
}

const TYPES: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 0, maximum = 2 ** 31 }) =>
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) }),
  number: ({ minimum = 0, maximum = 1_000 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  string: ({ pattern, minLength = 0, maxLength = Infinity }) =>
    pattern === undefined
      ? fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
      : fc
          .stringMatching(new RegExp(pattern, 'u'))
          .filter(text => text.length >= minLength && text.length <= maxLength),
  array: ({ items = {}, minItems = 0, maxItems = 3 }) =>
    fc.array(fromSchema(items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) }),
  object: schema => {
    const named = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fromSchema(value)]),
    )
    const own = fc.record(named, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true })
    if (typeof schema.additionalProperties !== 'object') return own
    const more = fc.dictionary(
      fc.stringMatching(new RegExp(schema.propertyNames?.pattern ?? '^[a-z]{1,8}$', 'u')),
      fromSchema(schema.additionalProperties),
      { maxKeys: 3, noNullPrototype: true },
    )
    return fc.tuple(more, own).map(([extra, fixed]) => ({ ...extra, ...fixed }))
  },
}
