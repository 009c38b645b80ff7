// Runs what the schedule found due, through the gate like every other call, so that policy.toml is obeyed in one place. Jobs
// that print items go first, so that a brief that is due in the same moment has them. Relies on the marks being remembered
// when a run begins: what never began is made up for at the next start.
import type { Channel } from '../../protocol/door.ts'
import { ITEMS_WAIT_SECONDS } from '../../protocol/limits.ts'
import { STATES } from '../../protocol/proposal.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { JobRun, World } from '../world.ts'
import type { Clock } from './clock.ts'
import type { JobRuns } from './jobRuns.ts'
import { outcomeOf } from './performJob.ts'
import type { ScheduleStore } from './scheduleStore.ts'
import { BRIEF, runOfJob } from './scheduled.ts'
import type { Wanted } from './scheduler.ts'

export interface Firing {
  readonly world: World
  readonly clock: Pick<Clock, 'after'>
  readonly runs: JobRuns
  readonly store: ScheduleStore
  readonly isRunning: (job: string) => boolean
  readonly signal: AbortSignal
}

const INTERNAL: Channel = { door: 'internal', agent: null, terminal: false }

/** Resolves when all of it has ended. */
export async function fireDue(firing: Firing, wanted: readonly Wanted[]): Promise<void> {
  const isFirst = ({ job }: Wanted) => job.program?.items === true
  const isBrief = ({ job }: Wanted) => job.name === BRIEF
  const first = Promise.all(wanted.filter(isFirst).map(one => fire(firing, one)))
  const others = wanted.filter(one => !isFirst(one) && !isBrief(one)).map(one => fire(firing, one))
  await withPatience(firing.clock, first)
  const brief = wanted.filter(isBrief).map(one => fire(firing, one))
  await Promise.all([first, ...others, ...brief])
}

/** Waits for what goes first, but no job keeps the brief from a person for long. */
async function withPatience(clock: Pick<Clock, 'after'>, first: Promise<unknown>): Promise<void> {
  let cancel: () => void = () => undefined
  const patience = new Promise<void>(resolve => {
    cancel = clock.after(ITEMS_WAIT_SECONDS * 1_000, resolve)
  })
  await Promise.race([first, patience])
  cancel()
}

/** One run, or one line in the job's history that says why there was none. */
async function fire(firing: Firing, wanted: Wanted): Promise<void> {
  const { world, isRunning, signal } = firing
  const { name } = wanted.job
  const about = { trigger: wanted.due.trigger, due: Math.floor(wanted.due.time / 1_000) }
  if (signal.aborted) return
  world.log(`job ${name}: due${about.trigger === 'catch-up' ? ', to make up for what was missed' : ''}`)
  if (isRunning(name))
    return leave(firing, wanted, { outcome: 'skipped', why: 'its time came while it still ran' })
  const asked = askedFor(name, about)
  const waiting = wanted.job.grant === 'propose' ? waits(world, asked) : done(false)
  if (waiting.ok && waiting.value)
    return leave(firing, wanted, { outcome: 'skipped', why: 'a proposal to run it waits already' })
  const called = await world.gate.call(
    INTERNAL,
    { name: asked.name, input: asked.input },
    { signal, progress: () => undefined },
  )
  if (called.ok && called.value.outcome === 'proposed') {
    world.log(`job ${name}: proposed as ${called.value.id}, it runs once you approve it`)
    return remember(firing, wanted)
  }
  if (called.ok) return world.log(`job ${name}: done`)
  world.log(`job ${name}: ${called.refusal.is}`)
  const begun = firing.store.marks(name)
  if (begun.ok && begun.value?.ran.includes(wanted.due.time)) return
  leave(firing, wanted, { outcome: outcomeOf(called.refusal.code), why: called.refusal.is })
}

type About = Pick<Wanted['due'], 'trigger'> & { readonly due: number }
/** `key`: of the input, says which job it is. */
interface AskedFor {
  readonly name: string
  readonly key: string
  readonly input: Readonly<Record<string, string | number>>
}

/** The call that does it: a run has an operation of its own. */
function askedFor(job: string, about: About): AskedFor {
  const run = runOfJob(job)
  return run === undefined
    ? { name: 'jobs.run', key: 'name', input: { name: job, ...about } }
    : { name: 'runs.start', key: 'file', input: { file: run, ...about } }
}

/** Whether a proposal to run the job waits for a person, or one for the very same time was ever filed. */
function waits(world: World, { name, key, input }: AskedFor): Result<boolean> {
  const listed = world.spool.list(STATES)
  if (!listed.ok) return listed
  return done(
    listed.value.some(({ proposal, state }) => {
      if (proposal.kind !== 'operation' || proposal.operation !== name) return false
      const isOpen = state === 'new' || state === 'pending' || state === 'approved' || state === 'applying'
      return proposal.input[key] === input[key] && (isOpen || proposal.input['due'] === input['due'])
    }),
  )
}

/** A run that never began is in the history, and its time is over. */
function leave(firing: Firing, wanted: Wanted, run: Pick<JobRun, 'outcome' | 'why'>): void {
  const now = Math.floor(firing.world.now() / 1_000)
  const { trigger } = wanted.due
  const added = firing.runs.add(wanted.job.name, { trigger, started: now, ended: now, ...run })
  if (!added.ok) firing.world.log(`job ${wanted.job.name}: ${added.refusal.is}`)
  remember(firing, wanted)
}

function remember({ store, world }: Firing, { job, begun }: Wanted): void {
  const kept = store.remember(job.name, begun)
  if (!kept.ok) world.log(`job ${job.name}: ${kept.refusal.is}`)
}
