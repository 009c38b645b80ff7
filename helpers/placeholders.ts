// Placeholders in a text: how they look, and how each becomes its value again. Whatever only looks like one is a problem, so that a
// mangled one is never taken for text. Pure; relies on placeholderMap.ts.
import { JSON_DEPTH } from '../protocol/limits.ts'
import { PLACEHOLDER_KINDS } from '../protocol/placeholderMap.ts'
import type { RecordSchema } from '../protocol/recordSchema.ts'

const KINDS = PLACEHOLDER_KINDS.join('|')
/** What could be taken for a placeholder: one of its brackets, or its inner part in any case. */
export const LIKE_PLACEHOLDER = String.raw`[⟪⟫]|(?<![\p{L}\p{N}])(?:${KINDS})[-‐‑–_]\d{1,20}(?![\p{L}\p{N}])`
const WHOLE = String.raw`⟪(?:${KINDS})-[1-9]\d{0,3}⟫`
const FOUND = new RegExp(`${WHOLE}|${LIKE_PLACEHOLDER}`, 'giu')

/** `text` with the value of each placeholder in its place; undefined where one is unknown, or something only looks like one. */
export function withValues(text: string, values: ReadonlyMap<string, string>): string | undefined {
  let isWhole = true
  const out = text.replace(FOUND, found => {
    const value = values.get(found)
    if (value === undefined) isWhole = false
    return value ?? found
  })
  return isWhole ? out : undefined
}

/** `value` with every text in it changed by `change`, and everything else as it is; names of fields are no texts of anybody's. */
export function mapTexts(
  value: unknown,
  change: (text: string, path: readonly string[]) => string,
  path: readonly string[] = [],
): unknown {
  if (path.length > JSON_DEPTH) return value
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value)) return value.map((entry, at) => mapTexts(entry, change, [...path, String(at)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, mapTexts(entry, change, [...path, name])]),
  )
}

/** Whether what stands at `path` is one of the values that the schema lists: no stranger's text, and no place for a placeholder. */
export function isEnum(schema: RecordSchema | null, path: readonly string[]): boolean {
  let at: RecordSchema | undefined = schema ?? undefined
  for (const name of path)
    at = at?.type === 'array' ? at.items : at?.type === 'object' ? at.properties[name] : undefined
  return at?.type === 'string' && at.enum !== undefined
}
