// The operation "status": what runs, what failed, what waits for a person. Never mail, never an account's name; an agent gets
// less. Relies on each part of the world to say how it is; one that cannot say so is itself a trouble that is told.
import * as z from 'zod/mini'
import { callerName, type Channel } from '../../protocol/door.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { version } from '../../files/version.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Operation } from '../gate/operation.ts'
import type { JobStatus, World } from '../world.ts'

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
const ForPerson = z.strictObject({
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
const ForAgent = z.strictObject({ view: z.literal('agent'), ...common })
const Output = z.discriminatedUnion('view', [ForPerson, ForAgent])
export type Status = z.infer<typeof Output>
export type StatusForPerson = z.infer<typeof ForPerson>

export const status: readonly Operation[] = [
  defineOperation({
    name: 'status',
    summary: 'tell what runs, what failed and what waits for a person',
    class: 'read',
    ceiling: 'on',
    doors: ['cli', 'ui', 'menubar', 'internal'],
    capability: null,
    provenance: 'twin',
    input: z.strictObject({}),
    output: Output,
    handler: context => Promise.resolve(done(statusOf(context))),
  }),
]

function statusOf({ channel, world, narrowing }: Context): Status {
  const { config, problem } = world.configuration()
  const troubles: string[] = []
  const told = <T>(result: Result<T>, otherwise: T): T => {
    if (!result.ok) troubles.push(result.refusal.is)
    return result.ok ? result.value : otherwise
  }
  const workspaces = [...new Set(['default', ...Object.keys(config.workspaces)])]
  const shared = {
    version: version(),
    resident: world.resident,
    since: Math.floor(world.started / 1_000),
    workspaces: [...(narrowing.workspaces ?? workspaces)],
    pending: told(pendingOf(world, channel), 0),
  }
  if (channel.door === 'mcp') return { view: 'agent', ...shared }
  return {
    view: 'person',
    ...shared,
    pid: process.pid,
    doors: [...world.doors()],
    problem: problem && brief(problem),
    jobs: told(world.jobs.list(), []).map(jobOf),
    paused: world.jobs.paused(),
    plugins: [...world.plugins.list()],
    offered: world
      .operations()
      .filter(world.exposure.isOffered)
      .map(({ name }) => name),
    agents: Object.keys(config.agents),
    unknown: told(world.audit.list(1), { records: [], unknown: [], unreadable: 0 }).unknown.length,
    troubles,
  }
}

const brief = ({ is, fix }: Refusal) => ({ is, fix })

/** An agent is told of its own alone. */
function pendingOf({ spool }: World, channel: Channel): Result<number> {
  const pending = spool.list(['pending'])
  if (!pending.ok) return pending
  const isSeen = (proposer: string): boolean => channel.door !== 'mcp' || proposer === callerName(channel)
  return done(pending.value.filter(({ proposal }) => isSeen(proposal.proposer)).length)
}

const WELL = new Set(['done', null])

function jobOf({ name, running, next, missed, last }: JobStatus): StatusForPerson['jobs'][number] {
  return {
    name,
    running,
    isFailing: last !== null && !WELL.has(last.outcome),
    next,
    missed,
    last: last && { started: last.started, outcome: last.outcome, why: last.why },
  }
}
