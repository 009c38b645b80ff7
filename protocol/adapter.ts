// The lines between twind and an adapter on fd 3, in both directions: questions with a number, answers that carry it. An adapter
// knows one account and never parses a message. Relies on limits.ts; a line is at most LINE_BYTES.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import * as cap from './limits.ts'
import { Digest } from './proposalId.ts'
import { Nonce } from './proposalNonce.ts'
import { RefusalShape } from './request.ts'

const number = z.int().check(z.minimum(0))
/** The adapter's own name of one message in one collection; twind compares it and never reads it. */
export const AdapterId = text(cap.ADAPTER_ID_CHARS)
export const Collection = text(cap.COLLECTION_CHARS)
/** Opaque: twind stores it as it came and hands it back. */
export const Cursor = text(cap.CURSOR_CHARS)
/** What every back end can say of a message; anything else is a keyword. */
export const FLAGS = ['seen', 'flagged', 'answered', 'forwarded', 'draft', 'trashed'] as const
export const Flag = z.enum(FLAGS)
export type Flag = z.infer<typeof Flag>
/** A word that a person or a program has put on a message. */
export const Keyword = z
  .string()
  .check(z.regex(new RegExp(String.raw`^[^\s\p{C}]{1,${cap.KEYWORD_CHARS}}$`, 'u')))

/** The verbs of a change, as a proposal names them. */
export const VERBS = [
  'collection.add',
  'collection.remove',
  'flag.add',
  'flag.remove',
  'trash',
  'expunge',
  'draft',
  'send',
] as const
export const Verb = z.enum(VERBS)
export type Verb = z.infer<typeof Verb>

/** What an adapter can do. `verbs`: those it does itself; what is missing is refused, never emulated. */
export const Descriptor = z.strictObject({
  multi_collection: z.boolean(),
  server_search: z.boolean(),
  atomic_move: z.boolean(),
  push: z.boolean(),
  id_stability: z.enum(['stable', 'validity_scoped', 'positional']),
  credential_scopable: z.boolean(),
  keywords: z.boolean(),
  verbs: z.array(Verb).check(z.maxLength(VERBS.length)),
})
export type Descriptor = z.infer<typeof Descriptor>

/** One message in one collection. `received`: Unix seconds, null where the back end does not say. */
export const Listed = z.strictObject({
  message: AdapterId,
  collection: Collection,
  flags: z.array(Flag).check(z.maxLength(FLAGS.length)),
  keywords: z.array(Keyword).check(z.maxLength(cap.KEYWORDS)),
  bytes: number,
  received: z.nullable(number),
})
export type Listed = z.infer<typeof Listed>

const piece = {
  id: number,
  /** From 0, without a gap. */
  seq: number,
  final: z.boolean(),
  data: z
    .string()
    .check(
      z.maxLength(cap.BLOB_CHARS),
      z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
    ),
}

/**
 * twind's lines. The first is `open`: `root` and `scratch` are folders of the adapter's profile, `credential` stays in this
 * process. `list`: what changed since `cursor`, all of it where that is null or unknown. `fetch`: the raw message into
 * `incoming` of the scratch folder, or as a blob. `apply`: one change; `from` is where the message must still be. `blob`: the
 * raw bytes of a draft, in pieces that come just before its `apply` and carry the same number; they are no question.
 */
export const AdapterQuestion = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('open'),
    id: number,
    root: z.string(),
    scratch: z.string(),
    credential: z.nullable(z.string()),
  }),
  z.strictObject({ op: z.literal('capabilities'), id: number }),
  z.strictObject({ op: z.literal('list'), id: number, cursor: z.nullable(Cursor) }),
  z.strictObject({ op: z.literal('fetch'), id: number, message: AdapterId }),
  z.strictObject({
    op: z.literal('apply'),
    id: number,
    nonce: Nonce,
    verb: Verb,
    message: z.nullable(AdapterId),
    /** Where it must still be; null for a draft, which is nowhere yet. */
    from: z.nullable(Collection),
    /** The collection, flag or keyword; null where the verb needs none. */
    to: z.nullable(z.string().check(z.maxLength(cap.COLLECTION_CHARS))),
  }),
  z.strictObject({ op: z.literal('blob'), ...piece }),
  z.strictObject({ op: z.literal('was-applied'), id: number, nonce: Nonce }),
])
export type AdapterQuestion = z.infer<typeof AdapterQuestion>

/**
 * The adapter's lines. `opened`: `about` is one clause of its own on what it found ("maildir++"). `listed`: any number of pages; the last has `final` and the cursor for the next time. `gone`: messages
 * that a known cursor still had; `reset`: the cursor was unknown, so what is not listed now is gone. `file`: a regular file
 * in `incoming`, with its size and SHA-256. `blob`: the same in pieces, where the adapter writes no file. `applied`: what the message is called now, null where it is nowhere any more.
 */
export const AdapterLine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('opened'), id: number, about: text(cap.LABEL_CHARS) }),
  z.strictObject({ type: z.literal('capabilities'), id: number, capabilities: Descriptor }),
  z.strictObject({
    type: z.literal('listed'),
    id: number,
    messages: z.array(Listed).check(z.maxLength(cap.LISTED)),
    gone: z.array(AdapterId).check(z.maxLength(cap.LISTED)),
    reset: z.boolean(),
    final: z.boolean(),
    cursor: z.nullable(Cursor),
    /** Sentences on what could not be listed; no mail text. */
    problems: z.array(text(cap.SENTENCE_CHARS)).check(z.maxLength(cap.PROBLEMS)),
  }),
  z.strictObject({
    type: z.literal('file'),
    id: number,
    name: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    bytes: number,
    sha256: Digest,
  }),
  z.strictObject({ type: z.literal('blob'), ...piece }),
  z.strictObject({ type: z.literal('applied'), id: number, message: z.nullable(AdapterId) }),
  z.strictObject({ type: z.literal('was-applied'), id: number, answer: z.enum(['yes', 'no', 'unknown']) }),
  z.strictObject({ type: z.literal('refused'), id: number, refusal: RefusalShape }),
])
export type AdapterLine = z.infer<typeof AdapterLine>
