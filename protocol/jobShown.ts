// What the operations on jobs and on the schedule answer, as it crosses a door. Relies on capability.ts and configValues.ts.
import * as z from 'zod/mini'
import { CapabilityShape, GRANTS } from './capability.ts'
import { clock } from './configValues.ts'
import { JOB_RUNS, JOB_TIMES, TABLE_ENTRIES } from './limits.ts'

/** Unix seconds. */
const seconds = z.int().check(z.minimum(0))
const maybe = z.nullable(seconds)

/** One run. `outcome`: null while it runs, "unknown" where twind was killed meanwhile. `why`: null where all of it went well. */
export const JobRunShape = z.strictObject({
  trigger: z.enum(['schedule', 'catch-up', 'person']),
  started: seconds,
  ended: maybe,
  outcome: z.nullable(z.enum(['done', 'failed', 'late', 'interrupted', 'refused', 'skipped', 'unknown'])),
  why: z.nullable(z.string()),
})

type JobRun = z.infer<typeof JobRunShape>

const JobStatus = z.strictObject({
  name: z.string(),
  capability: CapabilityShape,
  grant: z.enum(GRANTS),
  at: z.array(clock).check(z.maxLength(JOB_TIMES)),
  next: maybe,
  missed: maybe,
  last: z.nullable(JobRunShape),
  running: z.boolean(),
})
/** Whether the newest run of a job is over and did not go well; one that was only skipped says nothing. */
export const hasFailed = ({ last }: { readonly last: Pick<JobRun, 'outcome'> | null }): boolean =>
  last !== null && last.outcome !== null && last.outcome !== 'done' && last.outcome !== 'skipped'
/** `paused`: null where nothing pauses the schedule, `until` null where a person ends the pause. */
export const JobsListed = z.strictObject({
  jobs: z.array(JobStatus).check(z.maxLength(2 * TABLE_ENTRIES + 1)),
  paused: z.nullable(z.strictObject({ until: maybe })),
  /** Whether a twind that stays follows the schedule; a single call does not. */
  resident: z.boolean(),
})
export type JobsListed = z.infer<typeof JobsListed>
/** `cut`: whether more was printed than is kept, or than `[operations] text` lets through. */
export const JobShown = z.strictObject({
  job: JobStatus,
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
