// The attachments that the envelope of a message names: of the whole envelope of a view, or of the parsed cache. Relies on
// message.ts for both shapes.
import { join } from 'node:path'
import { readCapped } from '../../../files/readCapped.ts'
import { ENVELOPE_BYTES } from '../../../protocol/limits.ts'
import { parseJson } from '../../../protocol/line.ts'
import { MessageEnvelope, ParsedMessage } from '../../../protocol/message.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'

/** An attachment that is kept: its file in attachments/, and the type that the sender says. */
export interface Named {
  readonly file: string
  readonly type: string
}

export function readAttachments(folder: string): Result<Named[]> {
  const read = readCapped(join(folder, 'envelope.json'), ENVELOPE_BYTES * 2, false)
  if (!read.ok) return unread(read.problem)
  const parsed = parseJson(read.text)
  if (!parsed.ok) return unread(parsed.problem)
  const envelope = MessageEnvelope.safeParse(parsed.value)
  const message = envelope.success ? envelope : ParsedMessage.safeParse(parsed.value)
  if (!message.success) return unread('another shape')
  return done(message.data.attachments.flatMap(({ file, type }) => (file === null ? [] : [{ file, type }])))
}

const unread = (problem: string) =>
  refused('wrong-shape', {
    is: `the envelope of the message cannot be read (${problem})`,
    wanted: 'the envelope that twind put into the view',
    fix: 'project the envelope of the message to this stage, or run again',
  })
