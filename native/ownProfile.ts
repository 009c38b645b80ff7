// The profile that this helper was started with: the first argument after the script. Relies on protocol/profile.ts to
// refuse anything else; the starter is trusted to have chosen it.
import * as cap from '../protocol/limits.ts'
import { parseJson } from '../protocol/line.ts'
import { type Profile, ProfileShape } from '../protocol/profile.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'

/** `argv`: process.argv. */
export function ownProfile(argv: readonly string[]): Result<Profile> {
  const text = argv[2]
  if (text === undefined) return wrong('there is no profile among the arguments')
  if (Buffer.byteLength(text) > cap.PROFILE_BYTES)
    return wrong(`the profile is over ${cap.PROFILE_BYTES} bytes`)
  const parsed = parseJson(text)
  if (!parsed.ok) return wrong(`the profile is no JSON (${parsed.problem})`)
  const shape = ProfileShape.safeParse(parsed.value)
  return shape.success ? done(shape.data) : wrong('the profile has a wrong shape')
}

const wrong = (is: string) =>
  refused('cannot-confine', {
    is,
    wanted: 'the profile of this helper as the argument after the script',
    fix: 'start it through twind or twin-mail',
  })
