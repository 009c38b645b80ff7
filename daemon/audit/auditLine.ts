// One line of the audit log and what binds it to the one before: SHA-256 over its own canonical bytes, in which the hash before
// stands. A line that is not written exactly so is no record. Relies on protocol/auditRecord.ts for the shape.
import { createHash } from 'node:crypto'
import { AuditRecord } from '../../protocol/auditRecord.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'

/** What stands in `prev` of the first record. */
export const GENESIS = '0'.repeat(64)

/** A record with its hash, and its line, newline included. */
export function auditLine(draft: Omit<AuditRecord, 'hash'>): {
  readonly record: AuditRecord
  readonly line: string
} {
  const body = encodeLine(canonical(draft))
  const hash = createHash('sha256').update(body).digest('hex')
  return { record: { ...draft, hash }, line: `${body.slice(0, -2)},"hash":"${hash}"}\n` }
}

/** The record in `text`, a line without its newline; undefined where twin would have written other bytes. */
export function readAuditLine(text: string): AuditRecord | undefined {
  const parsed = parseJson(text)
  const record = parsed.ok ? AuditRecord.safeParse(parsed.value) : undefined
  if (!record?.success) return undefined
  return auditLine(record.data).line === `${text}\n` ? record.data : undefined
}

/** The fields in the one order in which they are written and hashed. */
const canonical = (draft: Omit<AuditRecord, 'hash'>) => ({
  v: draft.v,
  seq: draft.seq,
  time: draft.time,
  event: draft.event,
  caller: draft.caller,
  operation: draft.operation,
  proposal: draft.proposal,
  digest: draft.digest,
  outcome: draft.outcome,
  code: draft.code,
  of: draft.of,
  count: draft.count,
  prev: draft.prev,
})
