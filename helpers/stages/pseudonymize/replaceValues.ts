// Puts a placeholder in the place of each address, name, link, phone, account, card and order number of a record's texts: the same
// value of one message is the same placeholder, and each message counts anew, so that no two can be linked by them. Pure.
import { PLACEHOLDERS } from '../../../protocol/limits.ts'
import type { PlaceholderKind, PlaceholderMap } from '../../../protocol/placeholderMap.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { LIKE_PLACEHOLDER, mapTexts, withValues } from '../../placeholders.ts'

/** Undefined where there are too many values, or the texts would not come back as they were. */
export type Replaced = { readonly records: readonly unknown[]; readonly map: PlaceholderMap } | undefined

const WORD = String.raw`[\p{L}\p{N}_]`
const FREE = String.raw`(?<!${WORD}|\d[.,])`
const END = String.raw`(?!${WORD}|[.,]\d)`
/** In the order in which they are looked for at one place. What looks like a placeholder is first: it becomes one. */
const FORMS: readonly (readonly [PlaceholderKind, string])[] = [
  ['TEXT', LIKE_PLACEHOLDER],
  ['URL', String.raw`(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)[^\s<>"⟪⟫]+`],
  ['EMAIL', String.raw`[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*`],
  ['IBAN', String.raw`${FREE}[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?${END}`],
  ['CARD', String.raw`${FREE}\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}${END}`],
  [
    'PHONE',
    String.raw`${FREE}(?:\+|00)\d(?:[ ()./-]{0,2}\d){6,14}${END}|${FREE}\(?\d{2,4}\)?(?:[ -]\d{2,4}){2,4}${END}(?<!^\d{4}-\d\d-\d\d)`,
  ],
  [
    'ORDER',
    String.raw`${FREE}(?!\d{4}-\d\d-\d\d(?!\d))(?=[A-Z0-9-]{5,40}${END})(?=[A-Z-]*\d)(?:[A-Z0-9]+-)*[A-Z0-9]*(?:[A-Z]\d|\d[A-Z-]|\d{7})[A-Z0-9]*(?:-[A-Z0-9]+)*${END}`,
  ],
]

/** `names`: of persons, as the envelope writes them. Texts of an enum stay: they are no stranger's. */
export function replaceValues(
  records: readonly unknown[],
  schema: RecordSchema | null,
  names: readonly string[],
): Replaced {
  const found = new Map<string, string>()
  const counts = new Map<PlaceholderKind, number>()
  const forms = [...FORMS, ...formOf(names)]
  const pattern = new RegExp(forms.map(([kind, form], at) => `(?<${kind}${at}>${form})`).join('|'), 'giu')
  const placeholderOf = (kind: PlaceholderKind, value: string): string => {
    const known = found.get(value)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    found.set(value, `⟪${kind}-${count}⟫`)
    return `⟪${kind}-${count}⟫`
  }
  const replace = (text: string): string =>
    text.replace(pattern, (...match: unknown[]) => {
      const at = forms.findIndex((_, index) => match[index + 1] !== undefined)
      return placeholderOf(forms[at]?.[0] ?? 'TEXT', String(match[0]))
    })
  const out = records.map(record =>
    mapTexts(record, (text, path) => (isEnum(schema, path) ? text : replace(text))),
  )
  const values = new Map([...found].map(([value, placeholder]) => [placeholder, value]))
  if (found.size > PLACEHOLDERS || !isSame(out, records, values)) return undefined
  const entries = [...found].map(([value, placeholder]) => ({ placeholder, value }))
  return { records: out, map: { v: 1, entries } }
}

/** Whole names, the longest first, and each of their words of three letters and more. */
function formOf(names: readonly string[]): (readonly [PlaceholderKind, string])[] {
  const words = names.flatMap(name => [name.trim(), ...name.split(/[\s,;"'()]+/)])
  const sought = [...new Set(words.map(word => word.normalize('NFC')))]
    .filter(word => /\p{L}[^]*\p{L}[^]*\p{L}/u.test(word))
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
  return sought.length === 0 ? [] : [['NAME', `(?<!${WORD})(?:${sought.join('|')})(?!${WORD})`]]
}

/** Whether what stands at `path` is one of the values that the schema lists. */
function isEnum(schema: RecordSchema | null, path: readonly string[]): boolean {
  let at: RecordSchema | undefined = schema ?? undefined
  for (const name of path)
    at = at?.type === 'array' ? at.items : at?.type === 'object' ? at.properties[name] : undefined
  return at?.type === 'string' && at.enum !== undefined
}

const isSame = (
  out: readonly unknown[],
  records: readonly unknown[],
  values: ReadonlyMap<string, string>,
): boolean =>
  JSON.stringify(out.map(record => mapTexts(record, text => withValues(text, values) ?? ''))) ===
  JSON.stringify(records)
