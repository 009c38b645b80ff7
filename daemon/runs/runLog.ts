// The report of one run while it runs: what is known so far, written anew at each change, so that a crash leaves what was true last.
// Relies on runFolder.ts for the file.
import { NOTES, RUN_FAILURES, SENTENCE_CHARS } from '../../protocol/limits.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { RunReport } from '../../protocol/runReport.ts'
import { cut } from '../../protocol/text/cut.ts'
import type { StepReport } from '../stages/stages.ts'
import type { CheckedRun } from './checkedRun.ts'
import { writeReport } from './runFolder.ts'

type StepShown = RunReport['steps'][number]
export interface RunLog {
  readonly report: () => RunReport
  readonly change: (change: Partial<RunReport>) => Result<void>
  readonly step: (index: number, change: Partial<StepShown>) => Result<void>
  /** Adds sentences to the notes, each once; what does not fit is counted in the last. Written with the next change. */
  readonly note: (sentences: readonly string[]) => void
}

/** `report`: as it was written last. */
export function runLog(folder: string, report: RunReport): RunLog {
  let current = report
  const change = (part: Partial<RunReport>) => {
    current = { ...current, ...part }
    return writeReport(folder, current)
  }
  return {
    report: () => current,
    change,
    step: (index, part) =>
      change({ steps: current.steps.map((step, at) => (at === index ? { ...step, ...part } : step)) }),
    note: sentences => {
      current = { ...current, notes: withNotes(current.notes, sentences) }
    },
  }
}

const LEFT_OUT = 'and more that is not told here'
function withNotes(notes: readonly string[], more: readonly string[]): string[] {
  const all = [...new Set([...notes, ...more.map(one => cut(one, SENTENCE_CHARS))])]
  return all.length <= NOTES ? all : [...all.slice(0, NOTES - 1), LEFT_OUT]
}

/** The report of a run that has just begun. */
export function firstReport(id: string, started: number, checked: CheckedRun): RunReport {
  return {
    v: 1,
    id,
    state: 'running',
    started,
    ended: null,
    why: null,
    parsed: checked.run,
    boundaries: [...checked.boundaries],
    view: { matched: 0, roots: 0, messages: 0, more: 0, cut: 0 },
    steps: checked.steps.map(({ name, uses }) => ({
      name,
      uses,
      state: 'waiting',
      done: 0,
      skipped: 0,
      absent: 0,
      failed: [],
      failures: 0,
      remarks: [],
    })),
    proposals: { applied: 0, pending: 0, refused: 0, stuck: 0, rejected: 0 },
    output: null,
    notes: withNotes([], checked.notes),
  }
}

/** What a step that has ended shows of itself. */
export const shownOf = ({ failed, remarks, ...counts }: StepReport): Partial<StepShown> => ({
  ...counts,
  state: 'done',
  failed: failed.slice(0, RUN_FAILURES).map(({ handle, why }) => ({ handle, why: cut(why, SENTENCE_CHARS) })),
  failures: failed.length,
  remarks: remarks
    .slice(0, RUN_FAILURES)
    .map(({ sentence, count }) => ({ sentence: cut(sentence, SENTENCE_CHARS), count })),
})
