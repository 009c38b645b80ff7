// What the operations on mail and on the brief answer, as they cross a door. Every text of a message is its sender's: data,
// whatever it says. Relies on envelope.ts and request.ts for what the mail helper hands out, and on brief.ts.
import * as z from 'zod/mini'
import { Brief, Coverage, Facts } from './brief.ts'
import { Envelope, text } from './envelope.ts'
import { HANDLE } from './handle.ts'
import * as cap from './limits.ts'
import { CollectAnswer, ProbeAnswer } from './request.ts'

const count = z.int().check(z.minimum(0))
const seconds = z.int().check(z.minimum(0))
const label = text(cap.LABEL_CHARS)
const notes = CollectAnswer.shape.degraded

/**
 * What every answer says of itself. `accounts`: those that it covers, by label. `outOfScope`: accounts of the store that it
 * does not; who may not see them is told no more. `notes`: sentences on what this store cannot tell.
 */
const covers = {
  accounts: z.array(label).check(z.maxLength(cap.ACCOUNTS)),
  outOfScope: count,
  layout: text(cap.LAYOUT_CHARS),
  notes,
}

/** One message of a list. `cut`: whether a text of it was cut to `[operations] text`. */
export const Listed = z.strictObject({
  handle: z.string().check(z.regex(HANDLE)),
  account: Envelope.shape.account,
  mailbox: Envelope.shape.mailbox,
  from: Envelope.shape.from,
  subject: Envelope.shape.subject,
  sent: Envelope.shape.sent,
  received: Envelope.shape.received,
  read: z.boolean(),
  flagged: z.boolean(),
  category: Envelope.shape.category,
  urgent: z.boolean(),
  writtenTo: count,
  cut: z.boolean(),
})
export type Listed = z.infer<typeof Listed>

/**
 * mail.list. `since`: Unix seconds. `more`: messages that fit the question and are not listed. `unseen`: messages of the time
 * asked for beyond what the mail helper hands out at once, of which nobody has looked whether they fit.
 */
export const MailList = z.strictObject({
  messages: z.array(Listed).check(z.maxLength(cap.ENVELOPES)),
  more: count,
  unseen: count,
  since: seconds,
  ...covers,
})
export type MailList = z.infer<typeof MailList>

/** mail.show. `listed`: when the list was made, Unix seconds. `link`: opens the message in Apple Mail; null with `noLink`. */
export const MailShow = z.strictObject({
  ...Listed.shape,
  preview: Envelope.shape.preview,
  highImpact: z.boolean(),
  direct: z.boolean(),
  link: z.nullable(z.string()),
  noLink: Envelope.shape.noLink,
  listed: seconds,
})
export type MailShow = z.infer<typeof MailShow>

/**
 * mail.collect: what the mail helper handed out since `since` (Unix seconds). `more`: messages of the window that are not here.
 * `leftOut`: over all accounts in scope, so null where the caller may not see them all.
 */
export const MailCollect = z.strictObject({
  ...CollectAnswer.shape,
  since: seconds,
  leftOut: z.nullable(CollectAnswer.shape.leftOut),
  outOfScope: count,
})
export type MailCollect = z.infer<typeof MailCollect>

/** mail.accounts. `messages`: every row of the store. */
export const MailAccounts = z.strictObject({
  accounts: ProbeAnswer.shape.accounts,
  outOfScope: count,
  layout: text(cap.LAYOUT_CHARS),
  notes,
})
export type MailAccounts = z.infer<typeof MailAccounts>

/** mail.mailboxes, of accounts in scope. `more`: mailboxes that are not listed. */
export const MailMailboxes = z.strictObject({
  mailboxes: ProbeAnswer.shape.mailboxes,
  more: count,
  ...covers,
})
export type MailMailboxes = z.infer<typeof MailMailboxes>

/** brief.make. `text`: the note's block. */
export const BriefMade = z.strictObject({ brief: Brief, text: z.string() })
export type BriefMade = z.infer<typeof BriefMade>

/**
 * brief.show: the newest finished brief. `made`: Unix seconds; `age`: seconds. `text`: the note's block, cut to `[operations]
 * text` where `cut` says so; it and `coverage` are null, and `sections` empty, where the brief holds mail that this answer may not.
 */
export const BriefShown = z.strictObject({
  made: seconds,
  age: count,
  engine: Brief.shape.engine,
  model: Facts.shape.model,
  window: Brief.shape.window,
  items: Brief.shape.items,
  sections: Brief.shape.sections,
  more: count,
  coverage: z.nullable(Coverage),
  outOfScope: count,
  text: z.nullable(z.string()),
  cut: z.boolean(),
})
export type BriefShown = z.infer<typeof BriefShown>
