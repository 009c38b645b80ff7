// Reads the places that the starter tells the helper, the argument after the profile. Relies on protocol/mailPlaces.ts.
import { parseJson } from '../../protocol/line.ts'
import { MailPlaces } from '../../protocol/mailPlaces.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'

/** Refused with usage where `text` is not what `mailArgs` makes. */
export function parsePlaces(text: string | undefined): Result<MailPlaces> {
  const parsed = parseJson(text ?? '')
  const shape = MailPlaces.safeParse(parsed.ok ? parsed.value : undefined)
  return shape.success
    ? done(shape.data)
    : refused('usage', {
        is: 'the argument after the profile does not tell the store’s places',
        wanted: 'what mailArgs makes of the layout',
        fix: 'start it through twind or twin-mail',
      })
}
