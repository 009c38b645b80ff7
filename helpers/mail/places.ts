// The places that the starter tells the helper, as they cross the process boundary: one argument after the profile. Relies on the
// profile for what may be read: a place that it does not cover cannot be opened.
import * as z from 'zod/mini'
import type { MailPlaces } from '../../native/mailProfile.ts'
import { PATH_CHARS } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'

const path = z.string().check(z.regex(/^\/[^\0]*$/), z.maxLength(PATH_CHARS))
const Places = z.strictObject({
  config: path,
  mail: path,
  store: path,
  accountsDb: path,
  sqlite: path,
  before: z.strictObject({
    entries: z.nullable(z.int().check(z.minimum(0))),
    problem: z.nullable(z.string().check(z.maxLength(32))),
  }),
})

/** Refused with usage where `text` is not what `mailArgs` makes. */
export function parsePlaces(text: string | undefined): Result<MailPlaces> {
  const parsed = parseJson(text ?? '')
  const shape = Places.safeParse(parsed.ok ? parsed.value : undefined)
  return shape.success
    ? done(shape.data)
    : refused('usage', {
        is: 'the argument after the profile does not tell the store’s places',
        wanted: 'what mailArgs makes of the layout',
        fix: 'start it through twind or twin-mail',
      })
}
