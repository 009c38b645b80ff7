// The message of an input port as a stage reads it: envelope.json, and body.txt where the run projects it. Relies on eachOutput.ts
// and files/readCapped.ts; nothing outside the message's own folder is opened.
import { join } from 'node:path'
import { readCapped } from '../files/readCapped.ts'
import { BODY_BYTES, ENVELOPE_BYTES } from '../protocol/limits.ts'
import { MessageEnvelope } from '../protocol/message.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { readJson } from './eachOutput.ts'

/** `body`: body.txt as it is, hidden pieces and their marks included; '' where the run does not show it. */
export interface ReadMessage {
  readonly envelope: MessageEnvelope
  readonly body: string
}

/** `folder`: the message's folder in the input. */
export function readMessage(folder: string): Result<ReadMessage> {
  const envelope = readJson(join(folder, 'envelope.json'), MessageEnvelope, ENVELOPE_BYTES)
  if (!envelope.ok) return envelope
  const body = readCapped(join(folder, 'body.txt'), BODY_BYTES, false)
  if (body.ok) return done({ envelope: envelope.value, body: body.text })
  if (body.problem === 'absent') return done({ envelope: envelope.value, body: '' })
  return refused('wrong-shape', {
    is: `the text of the message cannot be read (${body.problem})`,
    wanted: 'the body.txt of the view',
    fix: 'run it again; if this stays, run "twin check"',
  })
}
