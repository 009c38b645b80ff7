// A message as a model is given it: the visible text alone, cut to what its window holds, without the characters that open fences,
// tags and template tokens. Safety never rests on that: what a model answers is held against a schema. Pure.
import { MODEL_BODY_CHARS } from '../protocol/limits.ts'
import type { MessageEnvelope } from '../protocol/message.ts'
import { bareLines, bareText } from '../protocol/text/bareText.ts'
import { cut } from '../protocol/text/cut.ts'
import { isoDay } from './isoDay.ts'
import { withoutHidden } from './shownText.ts'

/** What stays of a message for a model; `cut`: not all of its text does. */
export interface ModelText {
  readonly fields: {
    readonly from: readonly { readonly name: string; readonly address: string }[]
    readonly subject: string
    readonly date: string | null
    readonly body: string
  }
  readonly cut: boolean
}

const TOKENS = /[<>|`[\]]/g
const field = (text: string): string => bareText(text).replace(TOKENS, ' ')

export function modelText(envelope: MessageEnvelope, body: string): ModelText {
  const seen = bareLines(withoutHidden(body))
    .replace(TOKENS, ' ')
    .replace(/[ \t]{3,}/g, '  ')
    .replace(/\n{3,}/g, '\n\n')
  const text = cut(seen, MODEL_BODY_CHARS)
  const { from, subject, date } = envelope
  const authors = from
    .slice(0, 3)
    .map(({ name, address }) => ({ name: field(name), address: field(address) }))
  return {
    fields: {
      from: authors,
      subject: field(subject),
      date: date === null ? null : isoDay(date),
      body: text,
    },
    cut: text.length < seen.length,
  }
}
