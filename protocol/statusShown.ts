// What the operation "status" answers, as it crosses a door: never mail, never an account's name; an agent gets less. Relies on
// nothing.
import * as z from 'zod/mini'

const seconds = z.int().check(z.minimum(0))
const words = z.array(z.string())
const run = z.strictObject({ started: seconds, outcome: z.nullable(z.string()), why: z.nullable(z.string()) })
/** `resident`: whether this is twind; else the call that asks. `since`: Unix seconds. `pending`: proposals that wait. */
const common = {
  version: z.string(),
  resident: z.boolean(),
  since: seconds,
  workspaces: words,
  pending: z.int().check(z.minimum(0)),
}
/** `offered`: operations that agents are offered. `troubles`: one clause each, of what could not be told or went wrong. */
export const StatusForPerson = z.strictObject({
  view: z.literal('person'),
  ...common,
  pid: z.int(),
  doors: words,
  problem: z.nullable(z.strictObject({ is: z.string(), fix: z.string() })),
  jobs: z.array(
    z.strictObject({
      name: z.string(),
      running: z.boolean(),
      isFailing: z.boolean(),
      next: z.nullable(seconds),
      missed: z.nullable(seconds),
      last: z.nullable(run),
    }),
  ),
  paused: z.nullable(z.strictObject({ until: z.nullable(seconds) })),
  plugins: z.array(z.strictObject({ name: z.string(), healthy: z.boolean(), why: z.nullable(z.string()) })),
  offered: words,
  agents: words,
  /** Intents without a result: a crash fell between them. */
  unknown: z.int().check(z.minimum(0)),
  troubles: words,
})
export type StatusForPerson = z.infer<typeof StatusForPerson>
const StatusForAgent = z.strictObject({ view: z.literal('agent'), ...common })
export const StatusShown = z.discriminatedUnion('view', [StatusForPerson, StatusForAgent])
export type StatusShown = z.infer<typeof StatusShown>
