// One run of one job, from the row that says it has begun to the row that says what came of it. Never two at once. What begun
// counts as run: it is remembered in the same transaction as the row, so that no crash makes it run twice for one time.
import { SENTENCE_CHARS } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { cut } from '../../protocol/text/cut.ts'
import type { Asking, JobRun, World } from '../world.ts'
import type { JobRuns } from './jobRuns.ts'
import type { LeftGroups } from './leftGroups.ts'
import { outcomeOf, type Perform } from './performJob.ts'
import { runOfJob, type Scheduled } from './scheduled.ts'
import type { ScheduleStore } from './scheduleStore.ts'
import type { Marks } from './timetable.ts'
import type { Io } from '../io.ts'

/** `running`: what runs now. `swept`: what a dead twind left running is gone. `begunMarks`: with the time that is due as run. */
export interface Running {
  readonly world: World
  readonly runs: JobRuns
  readonly groups: LeftGroups
  readonly store: ScheduleStore
  readonly running: Map<string, Promise<unknown>>
  readonly swept: Promise<void>
  readonly perform: Perform
  readonly begunMarks: (job: string) => Marks | undefined
  readonly stop: AbortController
}
export interface Wish {
  readonly job: Scheduled
  readonly asking: Asking
}
/** `noteOf`: what is to be said of what went well. */
export interface Doing<T> {
  readonly act: (signal: AbortSignal) => Promise<Result<T>>
  readonly noteOf: (value: T) => string | null
}
export interface Tracked<T> {
  readonly run: JobRun
  readonly value: T
}

/** The run, once it has ended well. Refused ("busy") while it runs, and with what went wrong. */
export async function runJob(core: Running, { job, asking }: Wish, io: Io): Promise<Result<JobRun>> {
  const act = (signal: AbortSignal) =>
    perform(core, job, { ...io, signal: AbortSignal.any([io.signal, signal]) })
  const ran = await tracked(core, { name: job.name, asking }, { act, noteOf: ({ note }) => note })
  return ran.ok ? done(ran.value.run) : ran
}

/** The same for whatever `doing` does in the name of a job. Its signal: the jobs are told to end. */
export async function tracked<T>(
  core: Running,
  wish: { readonly name: string; readonly asking: Asking },
  doing: Doing<T>,
): Promise<Result<Tracked<T>>> {
  const { name } = wish
  if (core.stop.signal.aborted) return ending
  if (core.running.has(name)) return busy(name)
  const run = begin(core, wish, doing)
  core.running.set(name, run)
  try {
    return await run
  } finally {
    core.running.delete(name)
  }
}

async function begin<T>(
  core: Running,
  { name, asking }: { readonly name: string; readonly asking: Asking },
  { act, noteOf }: Doing<T>,
): Promise<Result<Tracked<T>>> {
  const { world, runs, store } = core
  await core.swept
  const started = seconds(world.now())
  const begun = runs.begin(name, { trigger: asking.trigger, started }, () => {
    const marks = asking.due === null ? undefined : core.begunMarks(name)
    if (marks) store.put(name, marks)
  })
  if (!begun.ok) return begun
  const performed = await act(core.stop.signal)
  const ended: JobRun = {
    trigger: asking.trigger,
    started,
    ended: Math.max(started, seconds(world.now())),
    outcome: performed.ok ? 'done' : outcomeOf(performed.refusal.code),
    why: performed.ok ? noteOf(performed.value) : cut(performed.refusal.is, SENTENCE_CHARS),
  }
  const closed = runs.end(begun.value, ended)
  if (performed.ok) return closed.ok ? done({ run: ended, value: performed.value }) : closed
  if (!closed.ok) world.log(`job ${name}: how it ended is not remembered: ${closed.refusal.is}`)
  return performed
}

async function perform(core: Running, job: Scheduled, io: Io): ReturnType<Perform> {
  const { world, groups } = core
  let remembered: Promise<Result<void>> = Promise.resolve(done(undefined))
  const onStart = (leader: number) => void (remembered = groups.remember(job.name, leader))
  const performed = await core.perform(world, job, { ...io, onStart })
  const kept = await remembered
  if (!kept.ok) world.log(`job ${job.name}: its process group was not remembered: ${kept.refusal.is}`)
  const forgotten = job.program ? groups.forget(job.name) : done(undefined)
  return performed.ok && !forgotten.ok ? forgotten : performed
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000)

export const unknownJob = (name: string) =>
  refused('bad-request', {
    is: `there is no job ${JSON.stringify(name.slice(0, 64))}`,
    wanted: '"mail", or the name of a table [jobs.NAME] in twin.toml',
    fix: runOfJob(name) === undefined ? 'run "twin jobs" to see them' : 'start a run with "twin run NAME"',
  })

const busy = (name: string) =>
  refused('busy', {
    is: `job ${name} runs already`,
    wanted: 'one run of a job at a time',
    fix: 'wait until it has ended: "twin jobs" shows it',
  })

const ending = refused('interrupted', {
  is: 'twind is ending',
  wanted: 'a twind that stays',
  fix: 'run the same command again',
})
