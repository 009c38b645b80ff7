// The jobs of one world: the brief, the programs of twin.toml and the runs that are due, by the schedule or by a person, and what came of them. Nothing
// is opened before it is asked for: the world is put together around this. Relies on runJob.ts for a run and on scheduler.ts
// for the times.
import { join } from 'node:path'
import type { JobItems } from '../../protocol/jobItem.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { JobRun, Jobs, JobStatus, World } from '../world.ts'
import { type Clock, realClock } from './clock.ts'
import { fireDue } from './fireDue.ts'
import { type JobRuns, jobRuns } from './jobRuns.ts'
import { readItemsFile, readOutput } from './keptOutput.ts'
import { type LeftGroups, leftGroups } from './leftGroups.ts'
import { type Perform, performJob } from './performJob.ts'
import { type Running, runJob, tracked, unknownJob } from './runJob.ts'
import { type Scheduled, scheduledJobs } from './scheduled.ts'
import { openScheduler, type Scheduler } from './scheduler.ts'
import { type ScheduleStore, scheduleStore } from './scheduleStore.ts'

/** What a test puts in place of the clock and of the doing. */
export interface JobsOptions {
  readonly clock?: Clock
  readonly perform?: Perform
}
/** Everything behind `Jobs`, opened at the first use. */
interface Core extends Running {
  readonly scheduler: Scheduler
  readonly store: ScheduleStore
  readonly jobs: () => readonly Scheduled[]
  /** What the schedule has asked for and is not over. */
  readonly firing: Set<Promise<void>>
}

/** `worldOf`: the world that these jobs are part of, once it is there. */
export function openJobs(worldOf: () => World, options: JobsOptions = {}): Jobs {
  let opened: Core | undefined
  const core = () => (opened ??= open(worldOf(), options))
  const found = (name: string) =>
    core()
      .jobs()
      .find(job => job.name === name)
  return {
    list: () => statuses(core(), core().jobs()),
    show: name => {
      const job = found(name)
      return job ? shown(core(), job) : unknownJob(name)
    },
    run: (name, asking, io) => {
      const job = found(name)
      return job ? runJob(core(), { job, asking }, io) : Promise.resolve(unknownJob(name))
    },
    track: async (name, asking, act) => {
      const ran = await tracked(core(), { name, asking }, { act, noteOf: () => null })
      return ran.ok ? done(ran.value.value) : ran
    },
    items: () => items(core()),
    pause: until => pause(core(), until),
    resume: () => {
      const settled = core().scheduler.settle(core().world.now())
      core().scheduler.look()
      return settled
    },
    paused: () => paused(core()),
    wake: () => core().scheduler.look(),
    start: () => core().scheduler.start(),
    stop: async () => {
      if (!opened) return
      opened.scheduler.stop()
      opened.stop.abort()
      await Promise.allSettled([opened.swept, ...opened.running.values(), ...opened.firing])
    },
  }
}

function open(world: World, { clock = realClock(world.now), perform = performJob }: JobsOptions): Core {
  const store = scheduleStore(world.database)
  const runs = jobRuns(world.database)
  const groups = leftGroups(world.database)
  const running = new Map<string, Promise<unknown>>()
  const stop = new AbortController()
  const firing = new Set<Promise<void>>()
  const jobs = () => scheduledJobs(world.configuration(), world.runs.files().scheduled)
  const isRunning = (job: string) => running.has(job)
  const scheduler = openScheduler({
    clock,
    store,
    jobs,
    log: world.log,
    fire: wanted => {
      const fired = fireDue({ world, clock, runs, store, isRunning, signal: stop.signal }, wanted)
      firing.add(fired)
      void fired.finally(() => firing.delete(fired))
    },
  })
  tellDead(world, runs)
  const begunMarks = (job: string) => scheduler.marks(job)
  return {
    world,
    runs,
    groups,
    swept: endLeft(world, groups),
    running,
    perform,
    begunMarks,
    store,
    stop,
    scheduler,
    jobs,
    firing,
  }
}

/** The runs that a dead twind left open. */
function tellDead({ log, now }: World, runs: JobRuns): void {
  const dead = runs.closeDead(seconds(now()))
  if (!dead.ok) log(`what a killed twind was running is not known: ${dead.refusal.is}`)
  for (const job of dead.ok ? dead.value : [])
    log(
      `job ${job}: twind ended while it ran, so what came of it is not known; it is not run again for that time`,
    )
}

/** The programs that it left running. */
async function endLeft({ log }: World, groups: LeftGroups): Promise<void> {
  const swept = await groups.sweep()
  if (!swept.ok) log(`what a killed twind left running is not known: ${swept.refusal.is}`)
  for (const job of swept.ok ? swept.value : [])
    log(`job ${job}: its program outlived the twind that started it, and was killed`)
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000)

function statuses(core: Core, jobs: readonly Scheduled[]): Result<readonly JobStatus[]> {
  const found: JobStatus[] = []
  for (const job of jobs) {
    const runs = core.runs.of(job.name)
    const marks = core.store.marks(job.name)
    if (!runs.ok) return runs
    if (!marks.ok) return marks
    const next = core.scheduler.next(job)
    const { name, capability, grant, at } = job
    const missed = marks.value?.missed ?? null
    found.push({
      name,
      capability,
      grant,
      at,
      next: next === null ? null : seconds(next),
      missed: missed === null ? null : seconds(missed),
      last: runs.value.find(({ outcome }) => outcome !== 'skipped') ?? null,
      running: core.running.has(name),
    })
  }
  return done(found)
}

function shown(core: Core, job: Scheduled): ReturnType<Jobs['show']> {
  const status = statuses(core, [job])
  const runs = core.runs.of(job.name)
  const output = readOutput(join(core.world.paths.jobs, job.name))
  if (!status.ok) return status
  if (!runs.ok) return runs
  if (!output.ok) return output
  const [one] = status.value
  return one ? done({ status: one, runs: runs.value, output: output.value }) : unknownJob(job.name)
}

/** A job that failed, or whose folder is not ours any more, is there with what went wrong: nothing is missing in silence. */
const items = (core: Core): Result<readonly JobItems[]> =>
  done(core.jobs().flatMap(({ name, program }) => (program?.items === true ? [itemsOf(core, name)] : [])))

function itemsOf(core: Core, job: string): JobItems {
  const read = readItemsFile(join(core.world.paths.jobs, job))
  if (!read.ok) return { job, printed: null, items: [], problem: read.refusal.is }
  const runs = core.runs.of(job)
  const problem = runs.ok ? problemOf(runs.value) : runs.refusal.is
  return { job, printed: null, items: [], ...read.value, problem }
}

/** What is to be said of the newest run that is over. */
function problemOf(runs: readonly JobRun[]): string | null {
  const last = runs.find(({ outcome }) => outcome !== null && outcome !== 'skipped')
  return last === undefined || last.outcome === 'done'
    ? (last?.why ?? null)
    : (last.why ?? 'its last run failed')
}

function pause(core: Core, until: number | null): Result<void> {
  const now = seconds(core.world.now())
  if (until !== null && until <= now) return past
  const kept = core.store.setPause({ from: now, until })
  core.scheduler.look()
  return kept
}

function paused(core: Core): ReturnType<Jobs['paused']> {
  const pausing = core.store.pause()
  if (!pausing.ok || !pausing.value) return null
  const { until } = pausing.value
  return until === null || until > seconds(core.world.now()) ? { until } : null
}

const past = refused('bad-request', {
  is: 'until is not in the future',
  wanted: 'Unix seconds of a later time, or none for a pause until "twin schedule resume"',
  fix: 'run "twin schedule pause" with a later time',
})
