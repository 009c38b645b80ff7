// A call of an operation and what comes of it, as they cross a door: the body of `POST /operations/NAME`, and its answer.
// Relies on the door for who calls; nothing in here says it.
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { Prose } from './proposal.ts'
import { Digest, ProposalId } from './proposalId.ts'
import { Nonce } from './proposalNonce.ts'
import { RefusalShape } from './request.ts'

/** family.verb, for example "mail.list". */
export const OPERATION = /^[a-z][a-z0-9-]{0,31}(?:\.[a-z][a-z0-9-]{0,31})?$/
/** 32 random bytes in hex: proves that its caller saw the preview. */
export const TOKEN = /^[0-9a-f]{64}$/

/**
 * `confirm`: a person's yes, which counts from a person's door alone. `token`: an agent's, of the preview before. `prose`, `nonce`: of
 * the proposal, where one is filed: the caller's own words, and what makes a repeated proposal one.
 */
export const Call = z.strictObject({
  input: z.record(z.string(), z.unknown()),
  confirm: z.optional(z.boolean()),
  token: z.optional(z.string().check(z.regex(TOKEN))),
  prose: z.optional(Prose),
  nonce: z.optional(Nonce),
})
export type Call = z.infer<typeof Call>
/** What a call carries beside its input; over MCP they stand among the arguments, so no input has a key of that name. */
export const CALLER_KEYS = ['token', 'prose', 'nonce'] as const

const line = z.string().check(z.maxLength(cap.SENTENCE_CHARS))
/** What one thing is before and after. `id` names it in twin's own words. */
export const Change = z.strictObject({ id: line, before: line, after: line })
export type Change = z.infer<typeof Change>

/**
 * What a change would do. `sentence`: twin's own words. `count`: of all changes; `changes` shows the first of them. `token`
 * and `expires` (Unix seconds) for an agent alone.
 */
export const Preview = z.strictObject({
  sentence: line,
  count: z.int().check(z.minimum(0)),
  changes: z.array(Change).check(z.maxLength(cap.PREVIEW_CHANGES)),
  token: z.nullable(z.string().check(z.regex(TOKEN))),
  expires: z.nullable(z.int().check(z.minimum(0))),
})
export type Preview = z.infer<typeof Preview>

export const CLASSES = ['read', 'mutate', 'send'] as const
/** What an agent may at most be offered: never; off until a person turns it on; on. */
export const CEILINGS = ['never', 'off', 'on'] as const
/** Whose words an output may hold: what does not come from twin is data, whatever it says. */
export const PROVENANCES = ['twin', 'mail', 'job', 'plugin', 'agent'] as const
export const Outcome = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('done'), provenance: z.enum(PROVENANCES), output: z.unknown() }),
  z.strictObject({ outcome: z.literal('preview'), preview: Preview }),
  z.strictObject({ outcome: z.literal('proposed'), id: ProposalId, digest: Digest }),
])
export type Outcome = z.infer<typeof Outcome>

/** A call that came to nothing. */
export const CallError = z.strictObject({ error: RefusalShape })
/** Lines of an answer that is asked for as application/x-ndjson: any number of progress, then one Outcome or CallError. */
export const CallProgress = z.strictObject({
  progress: z.strictObject({ done: z.int().check(z.minimum(0)), total: z.int().check(z.minimum(0)) }),
})
