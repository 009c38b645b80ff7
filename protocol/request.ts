// The mail helper's requests and answers: a closed set, single-use files, strict in both directions. Whose mail is never
// part of a request. Relies on line.ts for the text and limits.ts for the caps; security.md 8 for the attacks.
import * as z from 'zod/mini'
import { Envelope, text } from './envelope.ts'
import * as cap from './limits.ts'
import { CODES } from './refusal.ts'
import { unixSeconds } from './unixSeconds.ts'

const count = z.int().check(z.minimum(0))
const sentence = text(cap.SENTENCE_CHARS)
const degraded = z.array(sentence).check(z.maxLength(cap.DEGRADED))

/** `expires`: Unix seconds after which the helper drops the request unread and the sender has given up. */
export const Request = z.discriminatedUnion('op', [
  z.strictObject({ v: z.literal(1), nonce: z.string(), op: z.literal('diagnose'), expires: unixSeconds }),
  z.strictObject({ v: z.literal(1), nonce: z.string(), op: z.literal('probe'), expires: unixSeconds }),
  z.strictObject({
    v: z.literal(1),
    nonce: z.string(),
    op: z.literal('collect'),
    expires: unixSeconds,
    since: unixSeconds,
  }),
])
export type Request = z.infer<typeof Request>

/**
 * An account of the store: `label` is '' when it could not be named; such an account is out of scope. `messages`: in collect
 * those of the window, handed out or beyond, and 0 out of scope, where nothing is read; in probe every row.
 */
const Account = z.strictObject({ label: text(cap.LABEL_CHARS), inScope: z.boolean(), messages: count })

/**
 * collect. `more`: messages of the window and scope beyond the 200. `leftOut`: rows left out before the cap, by cause.
 * `layout`: 10b, 10c, 10d, 10e (apple-mail-store.md 2.0), or unread where no account is named in twin.toml. `degraded`: sentences on what this layout cannot tell.
 * `how`: the index was cloned, read in place, or copied; `ms`: milliseconds for the copy and for the queries.
 */
export const CollectAnswer = z.strictObject({
  op: z.literal('collect'),
  envelopes: z.array(Envelope).check(z.maxLength(cap.ENVELOPES)),
  more: count,
  accounts: z.array(Account).check(z.maxLength(cap.ACCOUNTS)),
  leftOut: z.strictObject({ deleted: count, junk: count, drafts: count, own: count }),
  layout: text(cap.LAYOUT_CHARS),
  degraded,
  how: z.enum(['clone', 'in-place', 'copy']),
  ms: z.strictObject({ copy: count, query: count }),
})
export type CollectAnswer = z.infer<typeof CollectAnswer>

/** probe: tables, columns, the layout generation, accounts, mailbox counts. Never content. */
export const ProbeAnswer = z.strictObject({
  op: z.literal('probe'),
  layout: text(cap.LAYOUT_CHARS),
  tables: z
    .array(
      z.strictObject({ name: text(200), columns: z.array(text(200)).check(z.maxLength(cap.PROBE_COLUMNS)) }),
    )
    .check(z.maxLength(cap.PROBE_TABLES)),
  accounts: z.array(Account).check(z.maxLength(cap.ACCOUNTS)),
  mailboxes: z
    .array(
      z.strictObject({
        account: text(cap.LABEL_CHARS),
        name: text(cap.LABEL_CHARS),
        messages: count,
        role: z.nullable(text(cap.LABEL_CHARS)),
      }),
    )
    .check(z.maxLength(cap.PROBE_MAILBOXES)),
  moreMailboxes: count,
  degraded,
})
export type ProbeAnswer = z.infer<typeof ProbeAnswer>

/**
 * diagnose. `access`: open before and after confinement; closed before (no grant); closed only after (twin's own profile);
 * or the folder is absent. `entries`: names in Mail's folder, null where it could not be listed. `denials`: each act that
 * confinement must refuse, tried now. `grantee`: which program the grant belongs to. `parent`: parent pid, 1 under launchd.
 */
export const DiagnoseAnswer = z.strictObject({
  op: z.literal('diagnose'),
  access: z.enum(['open', 'no-grant', 'closed-by-profile', 'absent']),
  store: text(cap.PATH_CHARS),
  entries: z.strictObject({ before: z.nullable(count), after: z.nullable(count) }),
  index: z.nullable(text(cap.PATH_CHARS)),
  denials: z
    .array(z.strictObject({ act: sentence, refused: z.boolean(), how: sentence }))
    .check(z.maxLength(cap.DENIALS)),
  grantee: sentence,
  parent: count,
  degraded,
})
export type DiagnoseAnswer = z.infer<typeof DiagnoseAnswer>

const code = z.enum(CODES)
export const RefusalShape = z.strictObject({ code, is: sentence, wanted: sentence, fix: sentence })

/** One answer, in the file of its own request: `nonce` repeats the request's. */
export const Response = z.strictObject({
  v: z.literal(1),
  nonce: z.string(),
  answer: z.nullable(z.discriminatedUnion('op', [CollectAnswer, ProbeAnswer, DiagnoseAnswer])),
  refusal: z.nullable(RefusalShape),
})
export type Response = z.infer<typeof Response>
export type MailAnswer = NonNullable<Response['answer']>
