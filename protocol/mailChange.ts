// One change of one message in a mailbox, as a proposal holds it: all that is done, and enough for a person to tell which message it
// is. Relies on adapter.ts for the verbs.
import * as z from 'zod/mini'
import { AdapterId, Collection, Verb } from './adapter.ts'
import { NAME } from './door.ts'
import { text } from './envelope.ts'
import * as cap from './limits.ts'
import { LintedDraft } from './draft.ts'
import { Digest, ProposalId } from './proposalId.ts'

const seconds = z.int().check(z.minimum(0))
/** What draft-lint made of a draft: `raw` is what is put there, `flags` what a person should look at. */
export const ChangeDraft = z.strictObject({
  flags: LintedDraft.shape.flags,
  raw: LintedDraft.shape.raw,
})
export type ChangeDraft = z.infer<typeof ChangeDraft>

/**
 * `message`: where it was when it was proposed, by the adapter's own name and by its SHA-256; null for a draft. `shown`: whose
 * words these are, a stranger's: so that a person can tell which message it is. `to`: a collection, a flag or a keyword.
 * `resembles`: another collection of the account that `to` could be taken for. `ask`: what the run's own rules say;
 * policy.toml is the ceiling over it. `undoes`: the proposal that this takes back.
 */
export const MailChange = z.strictObject({
  account: z.string().check(z.regex(NAME)),
  verb: Verb,
  message: z.nullable(z.strictObject({ id: AdapterId, collection: Collection, sha256: Digest })),
  shown: z.strictObject({
    from: text(cap.ADDRESS_CHARS + cap.NAME_CHARS),
    subject: text(cap.SUBJECT_CHARS),
    date: z.nullable(seconds),
  }),
  to: z.nullable(Collection),
  resembles: z.nullable(Collection),
  ask: z.enum(['auto', 'person']),
  draft: z.nullable(ChangeDraft),
  undoes: z.nullable(ProposalId),
})
export type MailChange = z.infer<typeof MailChange>
