// The operation "status": what runs, what failed, what waits for a person. Never mail, never an account's name; an agent gets
// less. Relies on each part of the world to say how it is; one that cannot say so is itself a trouble that is told.
import * as z from 'zod/mini'
import { callerName, type Channel } from '../../protocol/door.ts'
import { hasFailed } from '../../protocol/jobShown.ts'
import { LIST_ENTRIES } from '../../protocol/limits.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { type StatusForPerson, StatusShown } from '../../protocol/statusShown.ts'
import { version } from '../../files/version.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Operation } from '../gate/operation.ts'
import type { JobStatus, World } from '../world.ts'

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
    output: StatusShown,
    handler: context => Promise.resolve(done(statusOf(context))),
  }),
]

function statusOf({ channel, world, narrowing }: Context): StatusShown {
  const { config, problem } = world.configuration()
  const troubles: string[] = channel.door === 'mcp' ? [] : [...world.runs.files().broken]
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
    unknown: told(unknownOf(world), 0),
    troubles,
  }
}

/** What a crash left without a result, counted once for each world: it costs the reading of the log, and seldom changes. */
const counted = new WeakMap<World, number>()
function unknownOf(world: World): Result<number> {
  const before = counted.get(world)
  if (before !== undefined) return done(before)
  const listed = world.audit.list(LIST_ENTRIES)
  if (!listed.ok) return listed
  counted.set(world, listed.value.unknown.length)
  return done(listed.value.unknown.length)
}

const brief = ({ is, fix }: Refusal) => ({ is, fix })

/** An agent is told of its own alone. */
function pendingOf({ spool }: World, channel: Channel): Result<number> {
  const pending = spool.list(['pending'])
  if (!pending.ok) return pending
  const isSeen = (proposer: string): boolean => channel.door !== 'mcp' || proposer === callerName(channel)
  return done(pending.value.filter(({ proposal }) => isSeen(proposal.proposer)).length)
}

function jobOf(job: JobStatus): StatusForPerson['jobs'][number] {
  const { name, running, next, missed, last } = job
  return {
    name,
    running,
    isFailing: hasFailed(job),
    next,
    missed,
    last: last && { started: last.started, outcome: last.outcome, why: last.why },
  }
}
