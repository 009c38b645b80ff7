// The tables of twin.toml that a person names: jobs, plugins, agents, workspaces; and the settings of the doors. Part of
// config.ts, which puts them together. Relies on configValues.ts for the single values.
import * as z from 'zod/mini'
import { CapabilityShape } from './capability.ts'
import {
  clock,
  duration,
  isDuration,
  named,
  place,
  scopeList,
  secondsOf,
  textOf,
  whole,
} from './configValues.ts'
import * as cap from './limits.ts'

const yesNo = z.boolean('wants true or false')
const command = z
  .array(textOf(cap.ARGUMENT_CHARS), 'wants a list, for example ["/usr/bin/news", "--today"]')
  .check(
    z.minLength(1, 'wants at least the program'),
    z.maxLength(cap.ARGUMENTS, `wants at most ${cap.ARGUMENTS} entries`),
    z.refine(words => words[0]?.startsWith('/') === true, 'wants an absolute path as its first entry'),
  )
const places = z._default(
  z.array(place, 'wants a list of paths').check(z.maxLength(cap.JOB_PATHS, `wants at most ${cap.JOB_PATHS}`)),
  [],
)
export const times = z
  .array(clock, 'wants a list, for example ["05:25"]')
  .check(z.maxLength(cap.JOB_TIMES, `wants at most ${cap.JOB_TIMES} times`))
const NETWORK =
  /^(?:none|open|loopback:(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]))$/

/** What no duration is, `duration` refuses with its own words. */
const isShort = (text: string): boolean => !isDuration(text) || secondsOf(text) <= cap.JOB_SECONDS

/** `items`: whether what it prints is read as items for the brief. `capability`: "job.NAME" where it is left out. */
export const Job = z.strictObject({
  command,
  at: z._default(times, []),
  timeout: z._default(duration.check(z.refine(isShort, 'wants at most "24h"')), '5m'),
  capability: z.optional(CapabilityShape),
  reads: places,
  writes: places,
  network: z._default(
    z.string('wants text in quotes').check(z.regex(NETWORK, 'wants "none", "loopback:PORT" or "open"')),
    'none',
  ),
  items: z._default(yesNo, false),
})
export type Job = z.infer<typeof Job>
export const Plugin = z.strictObject({ command, timeout: z._default(duration, '30s') })
export type Plugin = z.infer<typeof Plugin>
/** That an agent is declared is what counts; `note` is for the person who reads the file. */
const Agent = z.strictObject({ note: z.optional(textOf(cap.LABEL_CHARS)) })
const Workspace = z.strictObject({ accounts: scopeList })

const BUILT_IN = 'mail'
export const tables = {
  jobs: named(Job).check(
    z.refine(jobs => !(BUILT_IN in jobs), `wants another name than "${BUILT_IN}", which is the brief's`),
  ),
  plugins: named(Plugin),
  agents: named(Agent),
  workspaces: named(Workspace),
  /** Narrows agents alone. An empty list means every account in scope. */
  mcp: z.prefault(
    z.strictObject({
      workspaces: z._default(
        z.array(textOf(32), 'wants a list of workspaces').check(z.maxLength(cap.TABLE_ENTRIES)),
        ['default'],
      ),
    }),
    {},
  ),
  ui: z.prefault(z.strictObject({ approve: z._default(yesNo, false) }), {}),
  /** Bounds: entries of one list; code points of one text; calls of one agent in a minute. */
  operations: z.prefault(
    z.strictObject({
      list: z._default(whole(1, cap.LIST_ENTRIES), 100),
      text: z._default(whole(100, cap.TEXT_CHARS), 20_000),
      calls: z._default(whole(1, cap.CALLS_A_MINUTE), 120),
    }),
    {},
  ),
  /** `rate`: proposals of one proposer in an hour. `expiry`: how long one waits for a person. */
  proposals: z.prefault(
    z.strictObject({
      rate: z._default(whole(1, cap.PROPOSALS_AN_HOUR), 60),
      expiry: z._default(duration, '7d'),
    }),
    {},
  ),
}
