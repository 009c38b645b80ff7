// Whether a reply of the model is a score. Pure. Relies on readReply.ts for what counts as an answer at all; one that is off the
// schema is rejected, never clamped or mended.
import { Answer, type FailureWhy } from '../../../protocol/score.ts'
import { type Bounds, readReply } from '../../readReply.ts'

/** `forwarded`: another machine has answered, so nothing more may be asked. */
export type Checked =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly why: FailureWhy | 'forwarded' }

/** The answer in `reply`, the JSON value of /api/chat, or why there is none. */
export function checkReply(reply: unknown, bounds: Bounds): Checked {
  const read = readReply(reply, bounds)
  if (!read.ok) return read
  const answer = Answer.safeParse(read.value)
  return answer.success ? { ok: true, answer: answer.data } : { ok: false, why: 'off-schema' }
}
