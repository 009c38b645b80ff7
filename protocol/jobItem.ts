// One item that a program job prints: a line of JSON. Its texts come from anywhere and are treated as mail is. Relies on
// envelope.ts for the caps of what a model may see.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import * as cap from './limits.ts'

/** `source`: who says it, for example a paper's name. `link`: shown as text; a link only for a host of `[brief] link_hosts`. */
export const JobItem = z.strictObject({
  title: text(cap.SUBJECT_CHARS),
  text: text(cap.PREVIEW_CHARS),
  source: text(cap.NAME_CHARS),
  link: z.nullable(z.string().check(z.maxLength(cap.ITEM_LINK_CHARS))),
})
export type JobItem = z.infer<typeof JobItem>
