// A parsed message: what the stage `parse` makes of one raw message, as the parsed cache and a view show it. Every text is a
// stranger's. Relies on limits.ts.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import * as cap from './limits.ts'
import { unixSeconds } from './unixSeconds.ts'

const count = z.int().check(z.minimum(0))
export const Mailbox = z.strictObject({ name: text(cap.NAME_CHARS), address: text(cap.ADDRESS_CHARS) })
export type Mailbox = z.infer<typeof Mailbox>
const mailboxes = z.array(Mailbox).check(z.maxLength(cap.ADDRESSES))
export const MessageId = text(cap.MESSAGE_ID_CHARS)

/**
 * `file`: its name in attachments/ of the message's folder, null where it was not kept; `name`: what the sender called it.
 * `inline`: shown within the body. `problem`: why it is not whole, one clause.
 */
export const Attachment = z.strictObject({
  file: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/))),
  name: text(cap.LABEL_CHARS),
  type: z.string().check(z.regex(/^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/)),
  bytes: count,
  inline: z.boolean(),
  problem: z.nullable(text(cap.SENTENCE_CHARS)),
})
export type Attachment = z.infer<typeof Attachment>

/**
 * envelope.json of the parsed cache: what stands in the message itself. `from`: every author, in order, of every From header
 * (`fromHeaders` of them). `date`: Unix seconds. Message-IDs stand without their
 * angle brackets. `body`: `from` says which part body.txt was made of; `hidden` counts pieces of
 * text that the sender hid, which body.txt marks; `remote` references to other machines that were dropped. `problems`:
 * sentences of twin's own on what could not be had.
 */
export const ParsedMessage = z.strictObject({
  v: z.literal(1),
  from: mailboxes,
  fromHeaders: count,
  sender: z.nullable(Mailbox),
  replyTo: mailboxes,
  to: mailboxes,
  cc: mailboxes,
  bcc: mailboxes,
  subject: text(cap.SUBJECT_CHARS),
  date: z.nullable(unixSeconds),
  messageId: z.nullable(MessageId),
  inReplyTo: z.array(MessageId).check(z.maxLength(cap.REFERENCES)),
  references: z.array(MessageId).check(z.maxLength(cap.REFERENCES)),
  listId: z.nullable(text(cap.LABEL_CHARS)),
  body: z.strictObject({
    from: z.enum(['text', 'html', 'none']),
    chars: count,
    hidden: count,
    remote: count,
    cut: z.boolean(),
  }),
  attachments: z.array(Attachment).check(z.maxLength(cap.ATTACHMENTS)),
  problems: z.array(text(cap.SENTENCE_CHARS)).check(z.maxLength(cap.PROBLEMS)),
})
export type ParsedMessage = z.infer<typeof ParsedMessage>
/** Hidden text in body.txt stands between these, on lines of their own; the same words in visible text are broken up. */
export const HIDDEN_BEGIN = '[hidden text begins]'
export const HIDDEN_END = '[hidden text ends]'

export const DKIM_STATES = ['pass', 'fail', 'none', 'error', 'not-checked'] as const
/**
 * `domain`: the signing domain of an aligned pass, else null. `why`: one clause of twin's own. Only `pass` with a domain satisfies
 * anything: every other state satisfies nothing.
 */
export const Dkim = z.strictObject({
  state: z.enum(DKIM_STATES),
  domain: z.nullable(z.string().check(z.maxLength(253))),
  why: z.nullable(text(cap.SENTENCE_CHARS)),
})
export type Dkim = z.infer<typeof Dkim>
export const NOT_CHECKED: Dkim = { state: 'not-checked', domain: null, why: null }

/**
 * envelope.json of a view: the parsed message, and what twin itself knows of it. `known`: its aligned DKIM result is pass and
 * the person has written to its author. `thread`: same for messages of one thread of this view. `bySubject`: it is in that
 * thread by its subject alone.
 */
export const MessageEnvelope = z.strictObject({
  ...ParsedMessage.shape,
  received: z.nullable(unixSeconds),
  collections: z.array(text(cap.COLLECTION_CHARS)).check(z.maxLength(cap.COLLECTIONS)),
  flags: z.array(z.string().check(z.maxLength(16))).check(z.maxLength(16)),
  tags: z.array(z.string().check(z.maxLength(cap.KEYWORD_CHARS))).check(z.maxLength(cap.KEYWORDS)),
  dkim: Dkim,
  known: z.boolean(),
  thread: z.nullable(count),
  bySubject: z.boolean(),
})
export type MessageEnvelope = z.infer<typeof MessageEnvelope>
