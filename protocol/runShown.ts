// What the operations on runs answer, as it crosses a door: a line a run; a whole report is runReport.ts. Counts and twin's own
// words. Relies on limits.ts.
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { RunName } from './runFile.ts'
import { RunId, RunReport } from './runReport.ts'

const count = z.int().check(z.minimum(0))
/** `failures`: messages that a step failed on. `waiting`: proposals that waited for a person when the run ended. */
export const RunLine = z.strictObject({
  id: RunId,
  name: RunName,
  account: RunName,
  state: RunReport.shape.state,
  started: RunReport.shape.started,
  ended: RunReport.shape.ended,
  why: RunReport.shape.why,
  messages: count,
  failures: count,
  applied: count,
  waiting: count,
})
export type RunLine = z.infer<typeof RunLine>
/** The newest first. `more`: runs that are not listed. `broken`: files in the folder of runs that are none, a sentence each. */
export const RunsListed = z.strictObject({
  runs: z.array(RunLine).check(z.maxLength(cap.LIST_ENTRIES)),
  more: count,
  broken: z.array(z.string()).check(z.maxLength(cap.TABLE_ENTRIES + 1)),
})
export type RunsListed = z.infer<typeof RunsListed>
