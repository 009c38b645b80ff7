// The shapes of what the operations on jobs and on the schedule answer, as they cross a door. Pure. Relies on jobRuns.ts for
// a run.
import * as z from 'zod/mini'
import { CapabilityShape, GRANTS } from '../../protocol/capability.ts'
import { clock } from '../../protocol/configValues.ts'
import { JOB_RUNS, JOB_TIMES, TABLE_ENTRIES } from '../../protocol/limits.ts'
import { JobRunShape } from './jobRuns.ts'

/** Unix seconds. */
const seconds = z.int().check(z.minimum(0))
const maybe = z.nullable(seconds)

export const StatusShape = z.strictObject({
  name: z.string(),
  capability: CapabilityShape,
  grant: z.enum(GRANTS),
  at: z.array(clock).check(z.maxLength(JOB_TIMES)),
  next: maybe,
  missed: maybe,
  last: z.nullable(JobRunShape),
  running: z.boolean(),
})
/** `paused`: null where nothing pauses the schedule, `until` null where a person ends the pause. */
export const JobsListed = z.strictObject({
  jobs: z.array(StatusShape).check(z.maxLength(TABLE_ENTRIES + 1)),
  paused: z.nullable(z.strictObject({ until: maybe })),
  /** Whether a twind that stays follows the schedule; a single call does not. */
  resident: z.boolean(),
})
/** `cut`: whether more was printed than is kept, or than `[operations] text` lets through. */
export const JobShown = z.strictObject({
  job: StatusShape,
  runs: z.array(JobRunShape).check(z.maxLength(JOB_RUNS)),
  stdout: z.string(),
  stderr: z.string(),
  cut: z.boolean(),
})
/** When one job is due. */
export const ScheduleListed = z.strictObject({
  paused: z.nullable(z.strictObject({ until: maybe })),
  times: z.array(z.strictObject({ job: z.string(), at: z.array(clock), next: maybe, missed: maybe })),
  resident: z.boolean(),
})
export const PauseSet = z.strictObject({ paused: z.nullable(z.strictObject({ until: maybe })) })
