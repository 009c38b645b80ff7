// Runs of views through pipelines: types alone, what they promise the operations and the schedule.
import type { RunReport } from '../../protocol/runReport.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { CheckedRun } from './checkedRun.ts'
import type { Io } from '../io.ts'

/** `file`: a path, or the name of a run in the folder of runs. `message`: one raw message instead of the view. */
export interface RunAsked {
  readonly file: string
  readonly message: string | null
}
/** A run in the folder of runs that starts by itself. `at`: times of day. */
export interface ScheduledRun {
  readonly name: string
  readonly at: readonly string[]
}
/** `broken`: files of that folder that are no run, a sentence each without a full stop. */
export interface RunFiles {
  readonly scheduled: readonly ScheduledRun[]
  readonly broken: readonly string[]
}
export interface Runs {
  /** Everything that can be wrong before a run begins, looked at; `path`: of the file. Starts nothing, and needs no synced account. */
  readonly check: (file: string) => Result<{ readonly path: string; readonly checked: CheckedRun }>
  /** Refused before anything begins, or with what ended the run; its report then says so too. */
  readonly run: (asked: RunAsked, io: Io) => Promise<Result<RunReport>>
  /** Goes on where a run stopped: what has its output is skipped. */
  readonly resume: (id: string, io: Io) => Promise<Result<RunReport>>
  /** The newest first. */
  readonly list: () => Result<readonly RunReport[]>
  readonly show: (id: string) => Result<RunReport>
  /** What is in the folder of runs now. */
  readonly files: () => RunFiles
  /** Tidies what a crash left. */
  readonly sweep: () => Result<void>
  /** Resolves once nothing is being removed any more: twind leaves the rest to its next start, a single call finishes it. */
  readonly stop: () => Promise<void>
}
