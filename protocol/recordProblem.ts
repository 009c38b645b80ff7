// Whether a record fits its schema, strictly: no unknown field, no missing one, every text within its length in code points. A
// problem names the field and what is wanted, never the value, which is made from a stranger's mail. Pure.
import { JSON_DEPTH } from './limits.ts'
import { boundedRecords, type RecordSchema } from './recordSchema.ts'

type Of<T extends RecordSchema['type']> = Extract<RecordSchema, { type: T }>

/**
 * What keeps `value` from fitting `schema`, as a clause ("field total wants a text of at most 40 characters"); null where it fits.
 * The outermost list takes RECORDS_OF_ONE entries where its schema does not say how many.
 */
export function recordProblem(schema: RecordSchema, value: unknown): string | null {
  return problem(boundedRecords(schema), value, [])
}

function problem(schema: RecordSchema, value: unknown, path: readonly string[]): string | null {
  if (path.length > JSON_DEPTH) return wants(path, `nesting of at most ${JSON_DEPTH}`)
  if (value === null) return schema.nullable === true ? null : wants(path, `${NOUNS[schema.type]}, not null`)
  if (schema.type === 'boolean') return typeof value === 'boolean' ? null : wants(path, NOUNS.boolean)
  if (schema.type === 'integer') return ofInteger(schema, value, path)
  if (schema.type === 'string') return ofText(schema, value, path)
  return schema.type === 'array' ? ofList(schema, value, path) : ofObject(schema, value, path)
}

const NOUNS = {
  boolean: 'true or false',
  integer: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
} as const

const wants = (path: readonly string[], what: string): string =>
  path.length === 0 ? `the record wants ${what}` : `field ${path.join('.')} wants ${what}`

function ofInteger({ minimum, maximum }: Of<'integer'>, value: unknown, path: readonly string[]) {
  // -0 is written as 0: one number has one form, and no bit more than the range.
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && !Object.is(value, -0)
  const fits = isWhole && value >= minimum && value <= maximum
  return fits ? null : wants(path, `a whole number from ${minimum} to ${maximum}`)
}

function ofText({ enum: values, maxLength }: Of<'string'>, value: unknown, path: readonly string[]) {
  if (typeof value !== 'string') return wants(path, NOUNS.string)
  if (!value.isWellFormed()) return wants(path, 'a text without halves of characters')
  if (values !== undefined && !values.includes(value)) return wants(path, 'one of the values that are listed')
  const isLong = maxLength !== undefined && value.length > maxLength && [...value].length > maxLength
  return isLong ? wants(path, `a text of at most ${maxLength} characters`) : null
}

function ofList({ items, maxItems }: Of<'array'>, value: unknown, path: readonly string[]) {
  if (!Array.isArray(value)) return wants(path, NOUNS.array)
  if (maxItems !== undefined && value.length > maxItems)
    return wants(path, `a list of at most ${maxItems} entries`)
  return first(value.map((entry, at) => problem(items, entry, [...path, String(at)])))
}

function ofObject({ properties, required }: Of<'object'>, value: unknown, path: readonly string[]) {
  if (typeof value !== 'object' || Array.isArray(value)) return wants(path, NOUNS.object)
  const fields = new Map<string, unknown>(Object.entries(value ?? {}))
  // The name of a field that nobody asked for may be a stranger's words.
  if ([...fields.keys()].some(name => !Object.hasOwn(properties, name)))
    return wants(path, 'no field that its schema does not have')
  const missing = (required ?? []).find(name => !fields.has(name))
  if (missing !== undefined) return wants([...path, missing], 'a value: it is missing')
  return first(
    Object.entries(properties).map(([name, schema]) =>
      fields.has(name) ? problem(schema, fields.get(name), [...path, name]) : null,
    ),
  )
}

const first = (problems: readonly (string | null)[]): string | null =>
  problems.find(found => found !== null) ?? null
