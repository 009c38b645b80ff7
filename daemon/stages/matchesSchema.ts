// Whether a value is a record of a schema, or a list of such. Pure. Relies on limits.ts for how many.
import { RECORDS_OF_ONE } from '../../protocol/limits.ts'
import type { RecordSchema } from '../../protocol/recordSchema.ts'

/** One record, or an array of at most RECORDS_OF_ONE of them where the schema itself is no array. */
export function matchesSchema(value: unknown, schema: RecordSchema): boolean {
  if (Array.isArray(value) && schema.type !== 'array')
    return value.length <= RECORDS_OF_ONE && value.every(one => matches(one, schema))
  return matches(value, schema)
}

function matches(value: unknown, schema: RecordSchema): boolean {
  if (value === null) return schema.nullable === true
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
      return (
        typeof value === 'number' &&
        Number.isSafeInteger(value) &&
        value >= schema.minimum &&
        value <= schema.maximum
      )
    case 'string':
      if (typeof value !== 'string' || !value.isWellFormed()) return false
      if (schema.enum && !schema.enum.includes(value)) return false
      return schema.maxLength === undefined || [...value].length <= schema.maxLength
    case 'array':
      if (!Array.isArray(value)) return false
      if (schema.maxItems !== undefined && value.length > schema.maxItems) return false
      return value.every(one => matches(one, schema.items))
    case 'object':
      return matchesObject(value, schema)
  }
}

function matchesObject(value: unknown, schema: Extract<RecordSchema, { type: 'object' }>): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  if (schema.required?.some(field => !fields.has(field))) return false
  return [...fields].every(([field, inner]) => {
    const known = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined
    return known !== undefined && matches(inner, known)
  })
}
