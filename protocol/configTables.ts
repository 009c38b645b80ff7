// The tables of twin.toml that a person names: jobs, plugins, agents, workspaces; and the settings of the doors. Part of
// config.ts, which puts them together. Relies on configValues.ts for the single values.
import * as z from 'zod/mini'
import { CapabilityShape } from './capability.ts'
import {
  clock,
  duration,
  isDuration,
  named,
  oneOf,
  place,
  scopeList,
  secondsOf,
  textOf,
  whole,
  WORD,
} from './configValues.ts'
import * as cap from './limits.ts'

const MODEL = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*:(?:[1-9]\d{0,4})$/
const collection = textOf(cap.COLLECTION_CHARS)
const collections = z
  .array(collection, 'wants a list, for example ["Sent"]')
  .check(z.maxLength(cap.SCOPE_ENTRIES, `wants at most ${cap.SCOPE_ENTRIES} entries`))
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

/**
 * A mailbox that is no Apple Mail's. `sent`, `drafts`, `trash`, `junk`: what its collections of that use are called; `addresses`: the
 * person's own there.
 */
export const Account = z.strictObject({
  adapter: oneOf(['maildir']),
  path: place,
  inbox: z._default(collection, 'INBOX'),
  sent: z._default(collections, ['Sent']),
  drafts: z._default(collection, 'Drafts'),
  trash: z._default(collection, 'Trash'),
  junk: z._default(collections, ['Junk', 'Spam']),
  addresses: z._default(
    z.array(textOf(cap.ADDRESS_CHARS), 'wants a list of addresses').check(z.maxLength(cap.SCOPE_ENTRIES)),
    [],
  ),
})
export type Account = z.infer<typeof Account>

/** Who does the thinking of a step: a model of this machine, or a program of the person's that may reach `net` over lanes. */
export const Actor = z
  .strictObject({
    model: z.optional(z.string(WORD).check(z.regex(MODEL, 'wants a model name'))),
    command: z.optional(command),
    net: z._default(
      z
        .array(z.string(WORD).check(z.regex(HOST, 'wants HOST:PORT, for example "api.example.org:443"')))
        .check(z.maxLength(cap.ACTOR_HOSTS, `wants at most ${cap.ACTOR_HOSTS} hosts`)),
      [],
    ),
  })
  .check(
    z.refine(
      ({ model, command: program, net }) =>
        (model === undefined) !== (program === undefined) && (net.length === 0 || program !== undefined),
      'wants either model or command, and net with command alone',
    ),
  )
export type Actor = z.infer<typeof Actor>

const BUILT_IN = 'mail'
/** The folder of the parsed cache, which lies among those of the accounts. */
export const PARSED = 'parsed'
export const tables = {
  jobs: named(Job).check(
    z.refine(jobs => !(BUILT_IN in jobs), `wants another name than "${BUILT_IN}", which is the brief's`),
  ),
  plugins: named(Plugin),
  agents: named(Agent),
  workspaces: named(Workspace),
  accounts: named(Account).check(
    z.refine(
      accounts => !Object.hasOwn(accounts, PARSED),
      `wants another name than "${PARSED}", which the store uses itself`,
    ),
  ),
  actors: named(Actor),
  /** What any stage of a run may be granted at all; net, model and exec go to an actor besides. */
  stages: z.prefault(
    z.strictObject({
      allow: z._default(
        z.array(oneOf(['bulk-read', 'spool', 'model', 'exec', 'net'])).check(z.maxLength(5)),
        ['bulk-read', 'spool', 'model', 'exec', 'net'],
      ),
    }),
    {},
  ),
  /** `lookup`: whether keys are asked for in DNS, which tells the name server whose mail is here. `server`: instead of the system's. */
  dkim: z.prefault(
    z.strictObject({
      lookup: z._default(yesNo, false),
      server: z.optional(
        z
          .string(WORD)
          .check(z.regex(/^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]):\d{1,5}$/, 'wants ADDRESS:PORT')),
      ),
    }),
    {},
  ),
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
