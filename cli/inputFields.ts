// The keys of an operation's input as a command line can take them, read from its JSON Schema. Pure. Relies on the schemas that
// zod writes: one object, its properties, and an `anyOf` with null where a value may be null.

/** `key`: as the input has it; `word`: as a person types it. `choices`: of the kind `choice`. `isTime`: Unix seconds. */
export interface Field {
  readonly key: string
  readonly word: string
  readonly kind: 'text' | 'integer' | 'boolean' | 'choice' | 'list' | 'table'
  readonly choices: readonly string[]
  readonly isRequired: boolean
  readonly isTime: boolean
  readonly summary: string
}

/** Keys whose number is a moment: a person types a duration or a date. */
const TIMES = new Set(['since', 'until'])

/** The fields of `schema`, in its order. Throws TypeError where a property is of no kind that a command line can take. */
export const inputFields = (schema: Readonly<Record<string, unknown>>): Field[] =>
  propertiesOf(schema).map(({ key, shape, ...rest }) => ({
    key,
    word: key.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
    ...kindOf(key, shape),
    isTime: TIMES.has(key),
    ...rest,
  }))

/** One key of an input. `shape`: its JSON Schema, the one of several that is not null. */
export interface Property {
  readonly key: string
  readonly shape: Readonly<Record<string, unknown>>
  readonly isRequired: boolean
  readonly summary: string
}

/** The keys of any `schema` of an input, a plugin's too, in its order. */
export function propertiesOf(schema: Readonly<Record<string, unknown>>): Property[] {
  const properties = isTable(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([key, property]) => ({
    key,
    shape: plainShape(property),
    isRequired: required.includes(key),
    summary: descriptionOf(property),
  }))
}

function kindOf(key: string, shape: Property['shape']): Pick<Field, 'kind' | 'choices'> {
  const choices = choicesOf(shape)
  if (choices.length > 0) return { kind: 'choice', choices }
  switch (shape['type']) {
    case 'string':
      return { kind: 'text', choices }
    case 'integer':
    case 'number':
      return { kind: 'integer', choices }
    case 'boolean':
      return { kind: 'boolean', choices }
    case 'array':
      return { kind: 'list', choices }
    case 'object':
      return { kind: 'table', choices }
    default:
      throw new TypeError(`Cannot offer ${key} on a command line: its type is none that a word can have`)
  }
}

/** The words that one of this shape may be; none where it may be others. */
export const choicesOf = (shape: Property['shape']): string[] =>
  Array.isArray(shape['enum']) ? shape['enum'].filter(word => typeof word === 'string') : []

/** The one of several shapes that is not null. */
function plainShape(property: unknown): Readonly<Record<string, unknown>> {
  if (!isTable(property)) return {}
  const several = property['anyOf']
  if (!Array.isArray(several)) return property
  const plain: unknown = several.find(one => isTable(one) && one['type'] !== 'null')
  return isTable(plain) ? plain : {}
}

function descriptionOf(property: unknown): string {
  const own = isTable(property) ? property['description'] : undefined
  const said = own ?? plainShape(property)['description']
  return typeof said === 'string' ? said : ''
}

export const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
