// The lines of one answer of a door, as they come in: any number of progress, then exactly one outcome or refusal. Pure. Relies
// on protocol/call.ts: what has another shape is twind's fault, and is said so.
import { CallError, CallProgress, Outcome } from '../../protocol/call.ts'
import { OUTCOME_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { refused, type Result } from '../../protocol/refusal.ts'

export interface AnswerLines {
  /** Takes bytes; gives the end once it, or a fault, has come. */
  readonly push: (bytes: Buffer) => Result<Outcome> | undefined
  /** What stands in a last line without its newline. */
  readonly end: () => Result<Outcome> | undefined
}

/** `onProgress` gets each line of progress. A line is at most OUTCOME_BYTES long. */
export function answerLines(onProgress: (done: number, total: number) => void): AnswerLines {
  let chunks: Buffer[] = []
  let length = 0
  const take = () => {
    const line = Buffer.concat(chunks).toString()
    chunks = []
    length = 0
    return meaningOf(line, onProgress)
  }
  const push = (bytes: Buffer): Result<Outcome> | undefined => {
    let rest = bytes
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      if (length + at > OUTCOME_BYTES) return tooLong
      chunks.push(rest.subarray(0, at))
      rest = rest.subarray(at + 1)
      const meaning = take()
      if (meaning) return meaning
    }
    chunks.push(rest)
    length += rest.length
    return length > OUTCOME_BYTES ? tooLong : undefined
  }
  return { push, end: () => (length === 0 ? undefined : take()) }
}

function meaningOf(
  line: string,
  onProgress: (done: number, total: number) => void,
): Result<Outcome> | undefined {
  const parsed = parseJson(line)
  if (!parsed.ok) return foreign
  const outcome = Outcome.safeParse(parsed.value)
  if (outcome.success) return { ok: true, value: outcome.data }
  const error = CallError.safeParse(parsed.value)
  if (error.success) return { ok: false, refusal: error.data.error }
  const progress = CallProgress.safeParse(parsed.value)
  if (!progress.success) return foreign
  onProgress(progress.data.progress.done, progress.data.progress.total)
  return undefined
}

const tooLong = refused('too-long', {
  is: `a line of twind's answer has over ${OUTCOME_BYTES} bytes`,
  wanted: `at most ${OUTCOME_BYTES}`,
  fix: 'ask for less at once, for example with a limit',
})
const foreign = refused('wrong-shape', {
  is: "twind's answer has another shape",
  wanted: 'the twind of this version',
  fix: 'end twind and start it again; if it stays so, report it',
})
