// One item that a program job prints: a line of JSON. Its texts come from anywhere and are treated as mail is. Relies on
// envelope.ts for the caps of what a model may see.
import * as z from 'zod/mini'
import { ViewItem } from './envelope.ts'
import * as cap from './limits.ts'

/** `source`: who says it, for example a paper's name. `link`: shown as text; a link only for a host of `[brief] link_hosts`. */
export const JobItem = z.strictObject({
  ...ViewItem.shape,
  link: z.nullable(z.string().check(z.maxLength(cap.ITEM_LINK_CHARS))),
})
export type JobItem = z.infer<typeof JobItem>

/**
 * What one job has for the brief. `printed`: when the run that printed these was, Unix seconds; null where none has yet.
 * `problem`: what went wrong with the newest run, one clause of twin's own; null where nothing did.
 */
export interface JobItems {
  readonly job: string
  readonly printed: number | null
  readonly items: readonly JobItem[]
  readonly problem: string | null
}

/** What the brief joins to an item by handle: who says it, and where it leads. */
export const ItemRecord = z.strictObject({
  title: ViewItem.shape.title,
  source: ViewItem.shape.source,
  link: JobItem.shape.link,
})
export type ItemRecord = z.infer<typeof ItemRecord>
