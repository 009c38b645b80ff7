// A draft as an actor proposes it, and what draft-lint makes of it: the only form in which a draft may be proposed. Every text is an
// actor's, which may have read a stranger's mail. Relies on limits.ts.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import * as cap from './limits.ts'
import { MessageId } from './message.ts'

const addresses = z.array(text(cap.ADDRESS_CHARS)).check(z.maxLength(cap.DRAFT_RECIPIENTS))
/** `to`, `cc`: bare addresses. `in_reply_to`: a Message-ID with its angle brackets. `attachments`: names; draft-lint refuses any. */
export const Draft = z.strictObject({
  to: addresses.check(z.minLength(1)),
  cc: z.optional(addresses),
  subject: text(cap.SUBJECT_CHARS),
  body: text(cap.DRAFT_BODY_CHARS),
  in_reply_to: z.optional(MessageId),
  attachments: z.optional(z.array(text(cap.LABEL_CHARS)).check(z.maxLength(cap.DRAFT_RECIPIENTS))),
})
export type Draft = z.infer<typeof Draft>

export const DRAFT_CHECKS = ['recipient-allowlist', 'urls-inert', 'no-forwarded-attachments'] as const
/** What a person should look at before they send it: `sentence` is twin's own and quotes nothing. */
export const DraftFlag = z.strictObject({
  where: z.enum(['to', 'cc', 'subject', 'body']),
  sentence: text(cap.SENTENCE_CHARS),
})
export type DraftFlag = z.infer<typeof DraftFlag>

/**
 * `raw`: the whole RFC 5322 message, ASCII, lines of CR LF. `to`, `cc`, `subject`, `body`: what it says, cleaned; `urls`: each link
 * in it, in full, as it was written. `original`: the draft as it came.
 */
export const LintedDraft = z.strictObject({
  to: addresses,
  cc: addresses,
  subject: text(cap.SUBJECT_CHARS),
  body: z.string(),
  urls: z.array(z.string()).check(z.maxLength(cap.DRAFT_URLS)),
  flags: z.array(DraftFlag).check(z.maxLength(cap.DRAFT_FLAGS)),
  raw: z.string().check(z.maxLength(cap.DRAFT_BYTES), z.regex(/^[\t\r\n -~]*$/)),
  original: Draft,
})
export type LintedDraft = z.infer<typeof LintedDraft>
