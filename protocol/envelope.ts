// The envelope: the fixed record of one message that a reader may hand out, and the part of it that a view shows.
// Every text is the sender's: untrusted, well-formed UTF-16, capped. Relies on limits.ts.
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { unixSeconds } from './unixSeconds.ts'

/** Text of at most `chars` code points, without lone surrogates. */
export const text = (chars: number) =>
  z
    .string()
    .check(
      z.refine(
        value => value.isWellFormed() && codePoints(value) <= chars,
        `text is over ${chars} code points or not well-formed`,
      ),
    )

const codePoints = (value: string): number => {
  let count = 0
  for (const _ of value) count++
  return count
}

/** Unix seconds, 1970 to 9999; null where the store has none that is plausible. */
const date = z.nullable(unixSeconds)
const count = z.int().check(z.minimum(0))

/**
 * What a view shows of one message, and all that a model may see of it.
 * `category`: Apple's 0 primary, 1 transactions, 2 updates, 3 promotions, null none; the per-sender override is applied.
 * `urgent`, `highImpact`: Apple's flags. `writtenTo`: letters the user has sent to `from.address`.
 * `direct`: an own address of the user stands in To. `verified`: whether an aligned DKIM pass stands behind the address; null where
 * the store cannot say, as Apple's index cannot.
 */
export const ViewEnvelope = z.strictObject({
  from: z.strictObject({ name: text(cap.NAME_CHARS), address: text(cap.ADDRESS_CHARS) }),
  subject: text(cap.SUBJECT_CHARS),
  preview: text(cap.PREVIEW_CHARS),
  sent: date,
  received: date,
  read: z.boolean(),
  flagged: z.boolean(),
  category: z.nullable(z.int()),
  urgent: z.boolean(),
  highImpact: z.boolean(),
  writtenTo: count,
  direct: z.boolean(),
  verified: z.nullable(z.boolean()),
})
export type ViewEnvelope = z.infer<typeof ViewEnvelope>

/**
 * Whether it counts as from somebody the user writes to: by its address, and never where the store knows that nothing stands
 * behind that address.
 */
export const isCorrespondence = ({
  writtenTo,
  verified,
}: Pick<ViewEnvelope, 'writtenTo' | 'verified'>): boolean => writtenTo > 0 && verified !== false
/** Whether it only claims to be. */
export const isUnverified = ({
  writtenTo,
  verified,
}: Pick<ViewEnvelope, 'writtenTo' | 'verified'>): boolean => writtenTo > 0 && verified === false

/** What a view shows of one item that a program job printed, and all that a model may see of it: not its link. */
export const ViewItem = z.strictObject({
  title: text(cap.SUBJECT_CHARS),
  text: text(cap.PREVIEW_CHARS),
  source: text(cap.NAME_CHARS),
})
export type ViewItem = z.infer<typeof ViewItem>
/** What is ranked: mail, or what a job printed. */
export type Rankable = ViewEnvelope | ViewItem
export const isItem = (view: Rankable): view is ViewItem => 'title' in view

/** Why a message has no Message-ID to link to. */
export const NoLink = z.enum(['absent', 'not-indexed', 'layout', 'shared'])
export type NoLink = z.infer<typeof NoLink>

/**
 * Where a message came from: what the brief joins by handle and no model sees.
 * `messageId`: the header's value as the store has it, brackets or not; null with the reason in `noLink`
 * (absent: the mail has none; not-indexed: Mail has not filled it yet; layout: this store has no such column;
 * shared: other messages that differ in sender, subject or date carry the same id).
 */
export const Routing = z.strictObject({
  account: text(cap.LABEL_CHARS),
  mailbox: text(cap.LABEL_CHARS),
  messageId: z.nullable(text(cap.MESSAGE_ID_CHARS)),
  noLink: z.nullable(NoLink),
})
export type Routing = z.infer<typeof Routing>

/** One message as the mail helper answers it. */
export const Envelope = z.strictObject({ ...ViewEnvelope.shape, ...Routing.shape })
export type Envelope = z.infer<typeof Envelope>

/** Splits what a view shows from what only the brief may join. */
export function split(envelope: Envelope): { view: ViewEnvelope; routing: Routing } {
  const { account, mailbox, messageId, noLink, ...view } = envelope
  return { view, routing: { account, mailbox, messageId, noLink } }
}
