// A record made strict: its texts in NFC and without anything that does not show, then held against its schema. What does not fit
// is refused, never shortened or mended. Pure.
import { JSON_DEPTH } from '../../../protocol/limits.ts'
import { recordProblem } from '../../../protocol/recordProblem.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { bareText } from '../../../protocol/text/bareText.ts'

/** `changed`: texts in which something was left out or composed. */
export interface Validated {
  readonly record: unknown
  readonly changed: number
}

/** `value` with clean texts, of `schema`. A refusal names the field, never the value. */
export function validate(schema: RecordSchema, value: unknown): Result<Validated> {
  const count = { changed: 0 }
  const record = clean(value, 0, count)
  const problem = recordProblem(schema, record)
  if (problem === null) return done({ record, changed: count.changed })
  return refused('wrong-shape', {
    is: `a record does not fit: ${problem}`,
    wanted: 'records of the schema under "with"',
    fix: 'ask the stage before this one for what the schema allows, or change the schema',
  })
}

function clean(value: unknown, depth: number, count: { changed: number }): unknown {
  if (depth > JSON_DEPTH) return value
  if (typeof value === 'string') {
    const bare = bareText(value)
    if (bare !== value) count.changed++
    return bare
  }
  if (Array.isArray(value)) return value.map(entry => clean(entry, depth + 1, count))
  if (typeof value !== 'object' || value === null) return value
  // The names of fields stay as they are: one that is not the schema's is refused.
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, clean(entry, depth + 1, count)]),
  )
}
