// The timers of twind. One timer at a time, to the next time that is due but never further than a minute away: a timer does not
// run while the machine sleeps, and nothing tells this process that the machine woke or that its clock was set, so it has to
// look. What it then does is decided in timetable.ts. Relies on `fire` for the runs and for remembering that they began.
import type { Result } from '../../protocol/refusal.ts'
import type { Clock } from './clock.ts'
import { type Scheduled, timesOf } from './scheduled.ts'
import type { ScheduleStore } from './scheduleStore.ts'
import { decide, type Due, type Marks, nextOf, settled, withRun } from './timetable.ts'

/** A run that is wanted. `begun`: the marks to remember in the same moment as the run begins. */
export interface Wanted {
  readonly job: Scheduled
  readonly due: Due
  readonly begun: Marks
}
export interface SchedulerParts {
  readonly clock: Clock
  readonly store: ScheduleStore
  readonly jobs: () => readonly Scheduled[]
  /** Runs what one look found due. Each due time comes once in the life of a scheduler. */
  readonly fire: (wanted: readonly Wanted[]) => void
  readonly log: (line: string) => void
}
export interface Scheduler {
  readonly start: () => void
  readonly stop: () => void
  /** Looks now, and sets the timer anew. */
  readonly look: () => void
  /** The next time of `job`, milliseconds; null where there is none, or where the scheduler does not run. */
  readonly next: (job: Scheduled) => number | null
  readonly marks: (job: string) => Marks | undefined
  /** Gives up for good what passed until `until`. */
  readonly settle: (until: number) => Result<void>
}
interface Moment {
  readonly now: number
  readonly monotonic: number
}

/** Milliseconds between two looks at most: what a time that was slept through is late after waking. */
const LONGEST_WAIT = 60_000
/** Milliseconds that the wall's clock may run apart from the other before it is worth a line. */
const JUMP = 5_000

/** Stands still until `start`. */
export function openScheduler(parts: SchedulerParts): Scheduler {
  const { clock, store } = parts
  const known = new Map<string, Marks>()
  const state: { last?: Moment; stopTimer?: () => void } = {}
  const marks = (job: string) => known.get(job) ?? told(parts, store.marks(job))
  const nextTime = (job: Scheduled) => {
    const until = pausedUntil(told(parts, store.pause()), clock.now())
    if (until === Infinity) return null
    const look = { now: Math.max(clock.now(), until ?? 0), zone: clock.zone() }
    return nextOf(marks(job.name), timesOf(job), look)
  }
  const settle = (until: number) => giveUp({ ...parts, marks, known }, until)
  const look = () => {
    state.stopTimer?.()
    const moment = { now: clock.now(), monotonic: clock.monotonic() }
    for (const line of jumps(state.last, moment)) parts.log(line)
    const wanted = lookOnce({ ...parts, marks, known }, { ...moment, seen: state.last?.now })
    state.last = moment
    const next = Math.min(...parts.jobs().map(job => nextTime(job) ?? Infinity))
    state.stopTimer = clock.after(Math.min(Math.max(next - moment.now, 0), LONGEST_WAIT), look)
    if (wanted.length > 0) parts.fire(wanted)
  }
  const stop = () => {
    state.stopTimer?.()
    delete state.stopTimer
  }
  return {
    start: look,
    stop,
    look: () => (state.stopTimer ? look() : undefined),
    next: job => (state.stopTimer ? nextTime(job) : null),
    marks,
    settle,
  }
}

interface Looking extends SchedulerParts, Pick<Scheduler, 'marks'> {
  readonly known: Map<string, Marks>
}

/** What passed until `until` is dealt with, and no pause is left. */
function giveUp(parts: Looking, until: number): Result<void> {
  for (const { name } of parts.jobs()) {
    const one = parts.marks(name)
    if (!one) continue
    parts.known.set(name, settled(one, until))
    const kept = parts.store.remember(name, settled(one, until))
    if (!kept.ok) return kept
  }
  return parts.store.setPause(undefined)
}

/** When a pause ends, milliseconds; Infinity where a person ends it, null where nothing pauses. */
function pausedUntil(pause: { readonly until: number | null } | undefined, now: number): number | null {
  if (!pause) return null
  if (pause.until === null) return Infinity
  return pause.until * 1_000 > now ? pause.until * 1_000 : null
}

/** What is due now. What is due in a pause is given up, and told. */
function lookOnce(parts: Looking, { now, seen }: { now: number; seen: number | undefined }): Wanted[] {
  const { clock, store, known } = parts
  const pause = told(parts, store.pause())
  const isPaused = pausedUntil(pause, now) !== null
  if (pause && !isPaused) {
    told(parts, giveUp(parts, (pause.until ?? 0) * 1_000))
    parts.log('the pause of the schedule is over')
  }
  const wanted: Wanted[] = []
  const jobs = parts.jobs()
  forgetTimes(parts, new Set(jobs.map(({ name }) => name)))
  for (const job of jobs) {
    const { due, marks, isNew } = decide(parts.marks(job.name), timesOf(job), {
      now,
      seen: Math.max(seen ?? now, (pause?.until ?? 0) * 1_000),
      zone: clock.zone(),
    })
    known.set(job.name, due ? withRun(marks, due) : marks)
    if (due && isPaused)
      parts.log(`job ${job.name}: a time passed while the schedule is paused, it is not made up for`)
    else if (due) wanted.push({ job, due, begun: withRun(marks, due) })
    else if (isNew) told(parts, store.remember(job.name, marks))
  }
  return wanted
}

/** A job that is not in twin.toml has no times: when it is there again, nothing between is made up for. */
function forgetTimes(parts: Looking, configured: ReadonlySet<string>): void {
  for (const name of told(parts, parts.store.marked()) ?? []) {
    if (configured.has(name)) continue
    const marks = parts.marks(name)
    parts.known.delete(name)
    if (marks && marks.at.length > 0) told(parts, parts.store.remember(name, { ...marks, at: [] }))
  }
}

/** The value, or undefined and a line. */
function told<T>({ log }: Pick<SchedulerParts, 'log'>, result: Result<T>): T | undefined {
  if (result.ok) return result.value
  log(`the schedule is not remembered: ${result.refusal.is}`)
  return undefined
}

/** A clock that was set, or a night that passed in no time, in words. */
function jumps(last: Moment | undefined, { now, monotonic }: Moment): string[] {
  if (!last) return []
  const passed = now - last.now
  const apart = passed - (monotonic - last.monotonic)
  const ahead = Math.max(apart, passed - LONGEST_WAIT)
  if (apart < -JUMP) return [`the clock was set back by ${minutes(-apart)}`]
  return ahead > JUMP ? [`${minutes(ahead)} passed at once: the machine slept, or its clock was set`] : []
}

const minutes = (milliseconds: number): string =>
  milliseconds < 120_000
    ? `${Math.round(milliseconds / 1_000)} s`
    : `${Math.round(milliseconds / 60_000)} min`
