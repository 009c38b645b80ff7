// The brief: what twind tells the brief stage, and the one object that `twin brief --json` prints. It carries the original
// strings; only the note and the terminal get plain, inert text. Relies on envelope.ts, handle.ts and score.ts.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import { HANDLE } from './handle.ts'
import * as cap from './limits.ts'
import { FailureWhy } from './score.ts'

const count = z.int().check(z.minimum(0))
const seconds = z.int().check(z.minimum(0))
const handle = z.string().check(z.regex(HANDLE))
const notes = z.array(text(600)).check(z.maxLength(cap.NOTES))

/** Why an item has no link. */
export const WithoutLink = z.strictObject({
  absent: count,
  'not-indexed': count,
  layout: count,
  shared: count,
  malformed: count,
  'too-long': count,
})
export type WithoutLink = z.infer<typeof WithoutLink>

export const Item = z.strictObject({
  handle,
  part: z.enum(['correspondents', 'others']),
  score: z.int().check(z.minimum(0), z.maximum(cap.SCORE_MAX)),
  by: z.enum(['model', 'rules']),
  account: z.string(),
  mailbox: z.string(),
  from: z.strictObject({ name: z.string(), address: z.string() }),
  subject: z.string(),
  date: z.nullable(seconds),
  link: z.nullable(z.string()),
  reason: z.string(),
  topics: z.array(z.string()).check(z.maxLength(cap.TOPICS)),
})
export type Item = z.infer<typeof Item>

/** What the brief covers: every message that was collected is in exactly one count. */
export const Coverage = z.strictObject({
  accounts: z
    .array(z.strictObject({ label: z.string(), inScope: z.boolean(), messages: count }))
    .check(z.maxLength(cap.ACCOUNTS)),
  collected: count,
  more: count,
  filtered: z.strictObject({
    read: count,
    category: count,
    deleted: count,
    junk: count,
    drafts: count,
    own: count,
  }),
  ranked: count,
  belowThreshold: count,
  overLimit: count,
  failed: z.array(z.strictObject({ handle, why: FailureWhy })).check(z.maxLength(cap.ENVELOPES)),
  withoutLink: WithoutLink,
  layout: text(cap.LAYOUT_CHARS),
  notes,
})
export type Coverage = z.infer<typeof Coverage>

/** `engineNote`: why this engine was used, one clause for the note's first line. */
export const Facts = z.strictObject({
  engine: z.enum(['ollama', 'rules']),
  engineNote: text(300),
  model: z.nullable(text(200)),
  window: z.strictObject({ from: seconds, to: seconds }),
  accounts: Coverage.shape.accounts,
  leftOut: z.strictObject({ deleted: count, junk: count, drafts: count, own: count }),
  collected: count,
  more: count,
  filtered: z.strictObject({ read: count, category: count }),
  layout: text(cap.LAYOUT_CHARS),
  notes,
  threshold: z.int(),
  limit: z.int(),
  timeZone: z.string(),
})
export type Facts = z.infer<typeof Facts>

/** `twin brief --json`. `window`: Unix seconds. `note`: the path written, null on --dry-run. */
export const Brief = z.strictObject({
  note: z.nullable(z.string()),
  engine: z.enum(['ollama', 'rules']),
  model: z.nullable(z.string()),
  window: z.strictObject({ from: seconds, to: seconds }),
  items: z.array(Item).check(z.maxLength(cap.ENVELOPES)),
  coverage: Coverage,
})
export type Brief = z.infer<typeof Brief>
