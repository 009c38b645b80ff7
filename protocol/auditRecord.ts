// One line of the audit log, and its head, which is kept apart. Never mail text, never a secret: every text in here is twin's
// own or a name from configuration. Relies on refusal.ts for the codes.
import * as z from 'zod/mini'
import { OPERATION } from './call.ts'
import { CallerName } from './door.ts'
import { Digest, ProposalId } from './proposalId.ts'
import { CODES } from './refusal.ts'

/**
 * `call`: a read, done or refused. `intent`: a change is about to be made; `result`: what came of the intent with the sequence
 * number `of`. `started`, `stopped`: twind. `repaired`: a torn last line was set aside.
 */
export const EVENTS = [
  'started',
  'stopped',
  'call',
  'intent',
  'result',
  'proposed',
  'approved',
  'refused',
  'expired',
  'job',
  'flood',
  'repaired',
] as const

const seq = z.int().check(z.minimum(0))
/** `time`: milliseconds since 1970. `count`: how many calls a `flood` stands for. `prev`, `hash`: SHA-256 in hex; `hash` is of the line without itself. */
export const AuditRecord = z.strictObject({
  v: z.literal(1),
  seq,
  time: z.int().check(z.minimum(0)),
  event: z.enum(EVENTS),
  caller: CallerName,
  operation: z.nullable(z.string().check(z.regex(OPERATION))),
  proposal: z.nullable(ProposalId),
  digest: z.nullable(Digest),
  outcome: z.nullable(z.enum(['done', 'preview', 'proposed', 'refused', 'failed'])),
  code: z.nullable(z.enum(CODES)),
  of: z.nullable(seq),
  count: z.nullable(z.int().check(z.minimum(1))),
  prev: Digest,
  hash: Digest,
})
export type AuditRecord = z.infer<typeof AuditRecord>

/** The last record: its file (YYYY-MM.jsonl), its number and its hash. */
export const AuditHead = z.strictObject({
  v: z.literal(1),
  file: z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])\.jsonl$/)),
  seq,
  hash: Digest,
})
export type AuditHead = z.infer<typeof AuditHead>
