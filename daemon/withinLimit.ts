// How many entries a call may ask for: a count over the limit is refused, never cut in silence. Pure.
import { done, refused, type Result } from '../protocol/refusal.ts'

/** `asked`, or `most` where nothing is asked. `most`: `[operations] list`. */
export function withinLimit(asked: number | undefined, most: number): Result<number> {
  if (asked === undefined || asked <= most) return done(asked ?? most)
  return refused('over-limit', {
    is: `limit is ${asked}, over the most that one list may hold`,
    wanted: `at most ${most}`,
    fix: 'ask for fewer, or raise list under [operations] in twin.toml',
  })
}
