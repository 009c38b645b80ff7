// Puts a placeholder in the place of each address, name, link, phone, account, card and order number of a record's texts: the same
// value of one message is the same placeholder, and each message counts anew, so that no two can be linked by them. Pure.
import { PLACEHOLDERS } from '../../../protocol/limits.ts'
import type { PlaceholderKind, PlaceholderMap } from '../../../protocol/placeholderMap.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { isEnum, LIKE_PLACEHOLDER, mapTexts, withValues } from '../../placeholders.ts'

/** Undefined where there are too many values, or the texts would not come back as they were. */
export type Replaced = { readonly records: readonly unknown[]; readonly map: PlaceholderMap } | undefined

const WORD = String.raw`[\p{L}\p{N}_]`
const FREE = String.raw`(?<!${WORD}|\d[.,])`
const END = String.raw`(?!${WORD}|[.,]\d)`
const DAY = String.raw`(?!\d{4}-\d\d-\d\d(?!\d)|\d\d?-\d\d?-\d{4}(?!\d))`
const LOCAL = String.raw`[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]`
/** In the order in which they are looked for at one place. What looks like a placeholder is first: it becomes one. */
const FORMS: readonly (readonly [PlaceholderKind, string])[] = [
  ['TEXT', LIKE_PLACEHOLDER],
  ['URL', String.raw`(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)[^\s<>"⟪⟫]{1,2000}`],
  ['EMAIL', String.raw`(?<!${LOCAL})${LOCAL}{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}`],
  ['IBAN', String.raw`${FREE}[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?${END}`],
  ['CARD', String.raw`${FREE}\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}${END}`],
  [
    'PHONE',
    String.raw`${FREE}${DAY}(?:(?:\+|00)\d(?:[ ()./-]{0,2}\d){6,14}|\(?\d{2,4}\)?(?:[ -]\d{2,4}){2,4})${END}`,
  ],
]
/** A code with a digit in it, which `isOrder` looks at. */
const ORDER = ['ORDER', String.raw`(?<![\p{L}\p{N}_-])[A-Z0-9][A-Z0-9-]{4,39}(?![\p{L}\p{N}_-])`] as const

/** Letters and digits, or many digits; no day, no amount. */
const isOrder = (code: string): boolean =>
  /\d/.test(code) &&
  (/[a-z]/i.test(code) || /\d{7}/.test(code) || /\d-\d/.test(code)) &&
  !/^\d{4}-\d\d-\d\d$/.test(code)

/** `names`: of persons, as the envelope writes them. Texts of an enum stay: they are no stranger's. */
export function replaceValues(
  records: readonly unknown[],
  schema: RecordSchema | null,
  names: readonly string[],
): Replaced {
  const found = new Map<string, string>()
  const counts = new Map<PlaceholderKind, number>()
  const forms = [...FORMS, ...formOf(names), ORDER]
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
      const kind = forms[at]?.[0] ?? 'TEXT'
      const value = String(match[0])
      return kind === 'ORDER' && !isOrder(value) ? value : placeholderOf(kind, value)
    })
  const out = records.map(record =>
    mapTexts(record, (text, path) => (isEnum(schema, path) ? text : replace(text))),
  )
  const values = new Map([...found].map(([value, placeholder]) => [placeholder, value]))
  if (found.size > PLACEHOLDERS || !isSame({ out, records, schema }, values)) return undefined
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

/** Whether rehydrate would make `records` of `out` again, to the byte. */
function isSame({ out, records, schema }: Both, values: ReadonlyMap<string, string>): boolean {
  const back = out.map(record =>
    mapTexts(record, (text, path) => (isEnum(schema, path) ? text : (withValues(text, values) ?? ''))),
  )
  return JSON.stringify(back) === JSON.stringify(records)
}
interface Both {
  readonly out: readonly unknown[]
  readonly records: readonly unknown[]
  readonly schema: RecordSchema | null
}
