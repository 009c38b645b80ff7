// The report of one run: report.json of its folder, and what `twin run --json` and `twin runs show` print. Counts and sentences of
// twin's own, no mail text. Relies on runFile.ts for the run as it was understood.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import * as cap from './limits.ts'
import { RunFile, RunName } from './runFile.ts'

const count = z.int().check(z.minimum(0))
const seconds = z.int().check(z.minimum(0))
const sentence = text(cap.SENTENCE_CHARS)
/** NAME.TIME-RANDOM: folder of the run in state/runs/. */
export const RUN_ID = /^([a-z][a-z0-9-]{0,31})\.([0-9]{10,12})-([0-9a-f]{16})$/
export const RunId = z.string('wants the id of a run').check(z.regex(RUN_ID, 'wants the id of a run'))

/**
 * Where something crosses from one side to another, for the report: `from` and `to` as the run names them. `outbound`: it may leave
 * this machine. `bits`: the most that the boundary lets through for one message, rounded up; null: without a limit.
 */
export const Boundary = z.strictObject({
  from: sentence,
  to: sentence,
  bits: z.nullable(count),
  outbound: z.boolean(),
})
export type Boundary = z.infer<typeof Boundary>
export const StepShown = z.strictObject({
  name: RunName,
  uses: z.string().check(z.maxLength(64)),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  done: count,
  skipped: count,
  absent: count,
  /** The first of them; `failures` counts all. A handle is a name of this run alone. */
  failed: z
    .array(z.strictObject({ handle: z.string().check(z.maxLength(32)), why: sentence }))
    .check(z.maxLength(cap.RUN_FAILURES)),
  failures: count,
  remarks: z.array(z.strictObject({ sentence, count })).check(z.maxLength(cap.RUN_FAILURES)),
})
export const RunReport = z.strictObject({
  v: z.literal(1),
  id: RunId,
  state: z.enum(['running', 'done', 'failed', 'interrupted']),
  started: seconds,
  ended: z.nullable(seconds),
  why: z.nullable(sentence),
  /** The run as understood. */
  parsed: RunFile,
  boundaries: z.array(Boundary).check(z.maxLength(cap.STEPS * cap.PORTS)),
  view: z.strictObject({ matched: count, roots: count, messages: count, more: count, cut: count }),
  steps: z.array(StepShown).check(z.maxLength(cap.STEPS)),
  /** Where what was proposed went. `rejected`: files of the run's spool that were no proposal. */
  proposals: z.strictObject({
    applied: count,
    pending: count,
    refused: count,
    stuck: count,
    rejected: count,
  }),
  /** The file outside of twin's state that this run has written. */
  output: z.nullable(z.string().check(z.maxLength(cap.PATH_CHARS))),
  notes: z.array(sentence).check(z.maxLength(cap.NOTES)),
})
export type RunReport = z.infer<typeof RunReport>
