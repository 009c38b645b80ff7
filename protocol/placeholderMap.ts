// What placeholders stand for: from pseudonymize to rehydrate, and to nobody else. Relies on limits.ts.
import * as z from 'zod/mini'
import * as cap from './limits.ts'

export const PLACEHOLDER_KINDS = ['EMAIL', 'URL', 'IBAN', 'CARD', 'PHONE', 'ORDER', 'NAME', 'TEXT'] as const
export type PlaceholderKind = (typeof PLACEHOLDER_KINDS)[number]
/** ⟪EMAIL-1⟫ */
const PLACEHOLDER = new RegExp(String.raw`^⟪(?:${PLACEHOLDER_KINDS.join('|')})-[1-9]\d{0,3}⟫$`, 'u')

/** Each placeholder once, each value once. */
export const PlaceholderMap = z.strictObject({
  v: z.literal(1),
  entries: z
    .array(z.strictObject({ placeholder: z.string().check(z.regex(PLACEHOLDER)), value: z.string() }))
    .check(
      z.maxLength(cap.PLACEHOLDERS),
      z.refine(
        entries =>
          new Set(entries.map(entry => entry.placeholder)).size === entries.length &&
          new Set(entries.map(entry => entry.value)).size === entries.length,
        'a placeholder or a value stands twice',
      ),
    ),
})
export type PlaceholderMap = z.infer<typeof PlaceholderMap>
