// Counts what became of the messages of a step. What a stage says is data here: taken only as a few plain sentences. Relies on
// limits.ts; holds no mail text of twin's own making.
import type { Handle } from '../../protocol/brand.ts'
import { REMARKS, SENTENCE_CHARS } from '../../protocol/limits.ts'
import type { Refusal } from '../../protocol/refusal.ts'
import type { StepReport } from './stages.ts'

/** Different sentences that one step keeps. */
const KEPT = 100
const SENTENCE = new RegExp(`^[ -~]{1,${SENTENCE_CHARS}}$`)

export interface StepTally {
  readonly done: () => void
  readonly failed: (handle: Handle, why: string) => void
  /** What the stage said of one message: false where it is not a list of sentences. */
  readonly said: (report: unknown) => boolean
  readonly remark: (sentence: string) => void
  readonly report: (counts: Pick<StepReport, 'skipped' | 'absent'>) => StepReport
}

export function stepTally(): StepTally {
  const failed: { handle: Handle; why: string }[] = []
  const remarks = new Map<string, number>()
  let count = 0
  const remark = (sentence: string) => {
    if (remarks.has(sentence) || remarks.size < KEPT) remarks.set(sentence, (remarks.get(sentence) ?? 0) + 1)
  }
  return {
    done: () => count++,
    failed: (handle, why) => failed.push({ handle, why }),
    remark,
    said: report => {
      const sentences = sentencesOf(report)
      sentences?.forEach(remark)
      return sentences !== undefined
    },
    report: counts => ({
      done: count,
      ...counts,
      failed,
      remarks: [...remarks].map(([sentence, times]) => ({ sentence, count: times })),
    }),
  }
}

/** Null stands for none. Text of one line in ASCII, so that nothing of it acts on a terminal or a page. */
function sentencesOf(report: unknown): string[] | undefined {
  if (report === null) return []
  if (!Array.isArray(report) || report.length > REMARKS) return undefined
  const sentences = report.filter(one => typeof one === 'string' && SENTENCE.test(one))
  return sentences.length === report.length ? sentences.map(String) : undefined
}

/** A refusal of the step `name` as a clause: what a stage says of itself only where it is plain. */
export function clauseOf({ is }: Refusal, name: string): string {
  const clause = is.startsWith(`${name} `) ? is.slice(name.length + 1) : is
  return SENTENCE.test(clause) ? clause : 'was refused for a reason that is no plain sentence'
}
