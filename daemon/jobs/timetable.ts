// Decides what a job's times of day ask for: run it now, make up for what passed unseen, or wait. Pure; all instants are
// milliseconds since 1970. The rules: a time is run for once, also when the clock is set back over it; any number of times that
// passed unseen are made up for by one run; what passed before a time was known is not made up for at all.
import * as z from 'zod/mini'
import { clock } from '../../protocol/configValues.ts'
import { JOB_TIMES } from '../../protocol/limits.ts'
import type { Trigger } from '../world.ts'
import { nextRun, runsBetween } from './nextRun.ts'

const instant = z.int().check(z.minimum(0))
/**
 * What is remembered of one job. `mark`: up to when its times are dealt with. `at`: the times that were in force then. `ran`:
 * the newest times that were run for. `missed`: the last one that the newest run made up for.
 */
export const Marks = z.strictObject({
  mark: instant,
  at: z.array(clock),
  ran: z.array(instant),
  missed: z.nullable(instant),
})
export type Marks = z.infer<typeof Marks>

/** `seen`: when the schedule was looked at before this; `now` where it never was. */
export interface Look {
  readonly now: number
  readonly seen: number
  readonly zone: string
}
/** A run that is wanted now. `missed`: the last time that passed unseen, null where none did. */
export interface Due {
  readonly time: number
  readonly trigger: Exclude<Trigger, 'person'>
  readonly missed: number | null
}
export interface Decision {
  readonly due: Due | null
  /** What to remember where nothing is due, or once the run has begun (`withRun`). */
  readonly marks: Marks
  /** Whether `marks` says more than that time went by, and must be kept. */
  readonly isNew: boolean
}

/** A time that is noticed this much later, in milliseconds, is one that was missed; a look is never further apart. */
const ON_TIME = 90_000
/** Two days of the longest list: a clock that is set back further meets times that it has long forgotten. */
const REMEMBERED = 2 * JOB_TIMES

/** `marks`: undefined for a job that was never seen, which has missed nothing. `at`: its times in force, none where it may not run. */
export function decide(marks: Marks | undefined, at: readonly string[], look: Look): Decision {
  const { now, seen, zone } = look
  if (!marks) return { due: null, marks: { mark: now, at: [...at], ran: [], missed: null }, isNew: true }
  const known = at.filter(time => marks.at.includes(time))
  const added = at.filter(time => !marks.at.includes(time))
  const passed = [
    ...runsBetween(known, { from: marks.mark, to: now }, zone),
    ...runsBetween(added, { from: seen, to: now }, zone),
  ]
  const open = passed.filter(time => !marks.ran.includes(time)).sort((a, b) => a - b)
  const isNew = added.length > 0 || known.length < marks.at.length
  return { due: dueOf(open, now), marks: { ...marks, mark: now, at: [...at] }, isNew }
}

/** One run for all of `open`: for the newest of them. */
function dueOf(open: readonly number[], now: number): Due | null {
  const time = open.at(-1)
  if (time === undefined) return null
  const missed = open.filter(one => now - one > ON_TIME).at(-1) ?? null
  return { time, trigger: missed === time ? 'catch-up' : 'schedule', missed }
}

/** `marks` once the run for `due` has begun, or was given up for good. */
export const withRun = (marks: Marks, due: Due): Marks => ({
  ...marks,
  ran: [...marks.ran.filter(time => time !== due.time), due.time].slice(-REMEMBERED),
  missed: due.missed,
})

/** `marks` where what passed until `until` is given up. */
export const settled = (marks: Marks, until: number): Marks => ({
  ...marks,
  mark: Math.max(marks.mark, until),
})

/** The next time after `after` that will be run for; null where there is none. */
export function nextOf(
  marks: Marks | undefined,
  at: readonly string[],
  look: Pick<Look, 'now' | 'zone'>,
): number | null {
  let next = nextRun(at, look.now, look.zone)
  while (next !== null && marks?.ran.includes(next)) next = nextRun(at, next, look.zone)
  return next
}
