// The one text of a record: what twind keeps of what a stage wrote. Blanks, the order of keys and the spelling of a number would carry more
// than the schema says. Relies on recordProblem.ts having found nothing; pure.
import { encodeLine } from './line.ts'
import type { RecordSchema } from './recordSchema.ts'

/** JSON of `value`, its fields in the order of `schema`, with a line end. Throws TypeError on what recordProblem refuses. */
export const recordText = (schema: RecordSchema, value: unknown): string => encodeLine(inOrder(schema, value))

function inOrder(schema: RecordSchema, value: unknown): unknown {
  if (value === null) return null
  if (schema.type === 'array') {
    if (!Array.isArray(value)) throw new TypeError('Cannot write a record: a list was wanted')
    return value.map(one => inOrder(schema.items, one))
  }
  if (schema.type !== 'object') return value
  const given = new Map<string, unknown>(Object.entries(value ?? {}))
  const fields = Object.entries(schema.properties).filter(([name]) => given.has(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field, given.get(name))]))
}
