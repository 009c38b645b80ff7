// What a form of the page sends, read strictly: each field once, none that is not known. Relies on hono for the bytes, which
// app.ts caps.
import * as z from 'zod/mini'

const hex64 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
export const OpenForm = z.strictObject({ token: hex64 })
/** `proof`: shows that twin made the form for this session and this digest. */
export const LeaveForm = z.strictObject({ proof: hex64 })
/** `typed`: the first four characters of the digest, as the person read them; with an approval alone. */
export const DecisionForm = z.strictObject({
  proof: hex64,
  digest: hex64,
  typed: z.optional(z.string().check(z.maxLength(16))),
})

/** The fields of `body` as `schema` wants them; null otherwise. */
export function form<T extends z.ZodMiniType>(body: string, schema: T): z.infer<T> | null {
  const fields = [...new URLSearchParams(body)]
  const unique = Object.fromEntries(fields)
  if (Object.keys(unique).length !== fields.length) return null
  const parsed = schema.safeParse(unique)
  return parsed.success ? parsed.data : null
}
