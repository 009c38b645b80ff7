// The brief: what twind tells the brief stage, and the one object that `twin brief --json` prints. It carries the original
// strings; only the note and the terminal get plain, inert text. Relies on envelope.ts, handle.ts and score.ts.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import { NAME } from './door.ts'
import { HANDLE } from './handle.ts'
import * as cap from './limits.ts'
import { FailureWhy } from './score.ts'

const count = z.int().check(z.minimum(0))
const seconds = z.int().check(z.minimum(0))
const handle = z.string().check(z.regex(HANDLE))
const notes = z.array(text(cap.SENTENCE_CHARS)).check(z.maxLength(cap.NOTES))

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

/** `unverified`: the user writes to its address, and nothing proves that it comes from there. */
export const Item = z.strictObject({
  handle,
  part: z.enum(['correspondents', 'others']),
  score: z.int().check(z.minimum(0), z.maximum(cap.SCORE_MAX)),
  by: z.enum(['model', 'rules']),
  account: z.string(),
  mailbox: z.string(),
  from: z.strictObject({ name: z.string(), address: z.string() }),
  unverified: z.boolean(),
  subject: z.string(),
  date: z.nullable(seconds),
  link: z.nullable(z.string()),
  reason: z.string(),
  topics: z.array(z.string()).check(z.maxLength(cap.TOPICS)),
})
export type Item = z.infer<typeof Item>

/** One item that a job printed. `link`: as it was printed; `href`: what the note links to, null where it is shown as text. */
const SectionItem = z.strictObject({
  handle,
  score: Item.shape.score,
  by: Item.shape.by,
  title: z.string(),
  source: z.string(),
  link: z.nullable(z.string()),
  href: z.nullable(z.string()),
  reason: z.string(),
  topics: Item.shape.topics,
})
export type SectionItem = z.infer<typeof SectionItem>
const job = z.string().check(z.regex(NAME))
/** What one job brought; the sections are in the order of the configuration, and after all mail. */
export const Section = z.strictObject({
  job,
  items: z.array(SectionItem).check(z.maxLength(cap.JOB_ITEMS)),
})
export type Section = z.infer<typeof Section>

const failed = z.array(z.strictObject({ handle, why: FailureWhy }))
/**
 * Where the items of one job went: `items` is ranked, failed, stale and more together. `printed`: Unix seconds, null where the
 * job has printed none yet. `problem`: what went wrong with its newest run. `stale`: printed before the time that this brief
 * covers. `more`: over this job's share of `BRIEF_ITEMS`. Neither was looked at.
 */
const JobCoverage = z.strictObject({
  job,
  printed: z.nullable(seconds),
  problem: z.nullable(text(cap.SENTENCE_CHARS)),
  items: count,
  stale: count,
  more: count,
  ranked: count,
  belowThreshold: count,
  overLimit: count,
  failed: failed.check(z.maxLength(cap.JOB_ITEMS)),
})
export type JobCoverage = z.infer<typeof JobCoverage>

/** What the brief covers: every message that was collected, and every item, is in exactly one count. */
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
  failed: failed.check(z.maxLength(cap.ENVELOPES)),
  withoutLink: WithoutLink,
  layout: text(cap.LAYOUT_CHARS),
  notes,
  jobs: z.array(JobCoverage).check(z.maxLength(cap.TABLE_ENTRIES)),
})
export type Coverage = z.infer<typeof Coverage>

/** What twind tells of one job; `handles`: of the items that are ranked, in the order in which they were printed. */
const JobFacts = z.strictObject({
  job,
  printed: JobCoverage.shape.printed,
  problem: JobCoverage.shape.problem,
  stale: count,
  more: count,
  handles: z.array(handle).check(z.maxLength(cap.JOB_ITEMS)),
})
export type JobFacts = z.infer<typeof JobFacts>

/** `engineNote`: why this engine was used, one clause for the note's first line. `linkHosts`: where an item may link to. */
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
  jobs: z.array(JobFacts).check(z.maxLength(cap.TABLE_ENTRIES)),
  linkHosts: z.array(z.string()).check(z.maxLength(cap.LINK_HOSTS)),
})
export type Facts = z.infer<typeof Facts>

/** `twin brief --json`. `window`: Unix seconds. `note`: the path written, null on --dry-run. */
export const Brief = z.strictObject({
  note: z.nullable(z.string()),
  engine: z.enum(['ollama', 'rules']),
  model: z.nullable(z.string()),
  window: z.strictObject({ from: seconds, to: seconds }),
  items: z.array(Item).check(z.maxLength(cap.ENVELOPES)),
  sections: z.array(Section).check(z.maxLength(cap.TABLE_ENTRIES)),
  coverage: Coverage,
})
export type Brief = z.infer<typeof Brief>
