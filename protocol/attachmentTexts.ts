// The texts of a message's attachments: what the stage `parse-attachment` makes, as texts.json and a file a text beside it. Every text
// is a stranger's. Relies on limits.ts.
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { text } from './envelope.ts'

const FILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,103}$/
const count = z.int().check(z.minimum(0))

/**
 * `attachment`: its name in attachments/ of the message; `file`: the name of its text beside texts.json, null where there is none.
 * `kind`: what it was read as, whatever the sender called it. `problems`: sentences of twin's own on what could not be had.
 */
const AttachmentText = z.strictObject({
  attachment: z.string().check(z.regex(FILE)),
  file: z.nullable(z.string().check(z.regex(FILE))),
  kind: z.enum(['pdf', 'office', 'calendar', 'archive', 'html', 'text', 'none']),
  chars: count,
  cut: z.boolean(),
  problems: z.array(text(cap.SENTENCE_CHARS)).check(z.maxLength(cap.PROBLEMS)),
})

/** texts.json: each attachment that is kept, in the order of the envelope. */
export const AttachmentTexts = z.strictObject({
  v: z.literal(1),
  texts: z.array(AttachmentText).check(z.maxLength(cap.ATTACHMENTS)),
})
export type AttachmentTexts = z.infer<typeof AttachmentTexts>
