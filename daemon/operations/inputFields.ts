// Fields that the inputs of several operations have, each optional and with what it means: that text is help, MCP's and OpenAPI's.
// Relies on withinLimit.ts for how many entries a call gets in the end.
import * as z from 'zod/mini'
import { MAIL_WORDS_CHARS } from '../../protocol/limits.ts'
import { unixSeconds } from '../../protocol/unixSeconds.ts'

export const yesNo = (what: string) => z.optional(z.boolean('wants true or false').check(z.describe(what)))

/** A moment; `what` says that it is Unix seconds. */
export const moment = (what: string) => z.optional(unixSeconds.check(z.describe(what)))

/** How many, from `least`; `[operations] list` bounds it further. */
export const howMany = (least: number, what: string) =>
  z.optional(
    z.int('wants a whole number').check(z.minimum(least, `wants at least ${least}`), z.describe(what)),
  )

/** Words that an account or a sender is named by. */
export const words = (what: string) =>
  z.optional(
    z
      .string('wants text')
      .check(
        z.minLength(2, 'wants at least two characters'),
        z.maxLength(MAIL_WORDS_CHARS, `wants at most ${MAIL_WORDS_CHARS} characters`),
        z.describe(what),
      ),
  )

/** What the schedule alone says of what it starts; a person's call has neither. */
export const ofSchedule = {
  trigger: z.optional(
    z
      .enum(['schedule', 'catch-up'], 'wants "schedule" or "catch-up"')
      .check(z.describe("why the schedule runs it; a person's call leaves it out")),
  ),
  due: moment("Unix seconds: the time that is due; a person's call leaves it out"),
}
