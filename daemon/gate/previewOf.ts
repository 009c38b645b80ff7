// The preview that a caller is shown, of what an operation foresees: counted whole, listed to a cap, every text within its own.
// Pure. Relies on protocol/call.ts for the shape that crosses a door.
import type { Change, Preview } from '../../protocol/call.ts'
import { PREVIEW_CHANGES, SENTENCE_CHARS } from '../../protocol/limits.ts'
import { cut } from '../../protocol/text/cut.ts'
import type { Foreseen } from './operation.ts'

/** `ticket`: the agent's token and until when it is good, Unix seconds; null for a person. */
export function previewOf(
  { sentence, changes, more }: Foreseen,
  ticket: { readonly token: string; readonly expires: number } | null,
): Preview {
  return {
    sentence: shortened(sentence),
    count: changes.length + more,
    changes: changes.slice(0, PREVIEW_CHANGES).map(shortenedChange),
    token: ticket?.token ?? null,
    expires: ticket?.expires ?? null,
  }
}

const shortenedChange = ({ id, before, after }: Change): Change => ({
  id: shortened(id),
  before: shortened(before),
  after: shortened(after),
})

/** A text that is cut ends with "…". */
const shortened = (text: string): string =>
  cut(text, SENTENCE_CHARS) === text ? text : `${cut(text, SENTENCE_CHARS - 1)}…`
