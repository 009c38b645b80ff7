// What audit.list answers, as it crosses a door: records without what only the chain needs. Relies on auditRecord.ts.
import * as z from 'zod/mini'
import { EVENTS } from './auditRecord.ts'

const count = z.int().check(z.minimum(0))
const text = z.nullable(z.string())
/** `time`: milliseconds since 1970. `outcome`: also "unknown", of an intent that a crash left without a result. */
const AuditEntryShown = z.strictObject({
  seq: count,
  time: count,
  event: z.enum(EVENTS),
  caller: z.string(),
  operation: text,
  proposal: text,
  digest: text,
  outcome: text,
  code: text,
  of: z.nullable(count),
  count: z.nullable(count),
})
/** audit.list, the newest first. `unreadable`: lines that are no record. */
export const AuditShown = z.strictObject({ records: z.array(AuditEntryShown), unreadable: count })
export type AuditShown = z.infer<typeof AuditShown>
