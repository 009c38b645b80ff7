// A RecordSchema as the JSON Schema 2020-12 that a model's server takes for its answer. What it lets through is checked again with
// recordProblem: a server may take a schema and not keep to it. Pure.
import { boundedRecords, type RecordSchema } from './recordSchema.ts'

/** One of JSON Schema's own objects. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The JSON Schema of `schema`. Without `claim`, which no model is told; the outermost array has a bound of its own. */
export const jsonSchemaOf = (schema: RecordSchema): JsonSchema => schemaOf(boundedRecords(schema))

function schemaOf(schema: RecordSchema): JsonSchema {
  const described = schema.description === undefined ? {} : { description: schema.description }
  const type = schema.nullable === true ? [schema.type, 'null'] : schema.type
  return { type, ...described, ...restOf(schema) }
}

function restOf(schema: RecordSchema): JsonSchema {
  if (schema.type === 'integer') return { minimum: schema.minimum, maximum: schema.maximum }
  if (schema.type === 'array')
    return { items: schemaOf(schema.items), ...given({ maxItems: schema.maxItems }) }
  if (schema.type === 'string')
    return given({
      enum: schema.enum && (schema.nullable === true ? [...schema.enum, null] : schema.enum),
      maxLength: schema.maxLength,
    })
  if (schema.type === 'boolean') return {}
  const properties = Object.entries(schema.properties).map(([name, one]) => [name, schemaOf(one)] as const)
  return {
    properties: Object.fromEntries(properties),
    required: schema.required ?? [],
    additionalProperties: false,
  }
}

/** What of `table` has a value. */
const given = (table: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined))
