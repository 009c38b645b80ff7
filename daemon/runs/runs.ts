// Runs of views through pipelines: types alone, what they promise the operations and the schedule.
import type { RunReport } from '../../protocol/runReport.ts'
import type { Result } from '../../protocol/refusal.ts'

export interface RunIo {
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}
/** `file`: a path, or the name of a run in the folder of runs. `message`: one raw message instead of the view. */
export interface RunAsked {
  readonly file: string
  readonly message: string | null
}
export interface Runs {
  readonly run: (asked: RunAsked, io: RunIo) => Promise<Result<RunReport>>
  /** Goes on where a run stopped: what has its output is skipped. */
  readonly resume: (id: string, io: RunIo) => Promise<Result<RunReport>>
  /** The newest first. */
  readonly list: () => Result<readonly RunReport[]>
  readonly show: (id: string) => Result<RunReport>
}
