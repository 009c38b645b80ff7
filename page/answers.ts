// The answers of operations that the page shows, as the gate gives them. Relies on the shapes in protocol/.
import * as z from 'zod/mini'
import { AuditRecord } from '../protocol/auditRecord.ts'
import { Change } from '../protocol/call.ts'
import { Digest, Proposal, ProposalId, RISKS, STATES } from '../protocol/proposal.ts'

const seconds = z.int()
export const ProposalShown = z.strictObject({
  id: ProposalId,
  digest: Digest,
  state: z.enum(STATES),
  proposal: Proposal,
  risk: z.enum(RISKS),
  sentence: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  changes: z.array(Change),
  batch: z.string(),
  why: z.nullable(z.string()),
})
export type ProposalShown = z.infer<typeof ProposalShown>
export const ProposalsShown = z.strictObject({ proposals: z.array(ProposalShown), more: z.int() })

export const JobRunShown = z.strictObject({
  trigger: z.string(),
  started: seconds,
  ended: z.nullable(seconds),
  outcome: z.nullable(z.string()),
  why: z.nullable(z.string()),
})
export const JobShown = z.strictObject({
  name: z.string(),
  capability: z.string(),
  grant: z.string(),
  at: z.array(z.string()),
  next: z.nullable(seconds),
  missed: z.nullable(seconds),
  last: z.nullable(JobRunShown),
  running: z.boolean(),
})
export type JobShown = z.infer<typeof JobShown>
export const JobsShown = z.strictObject({
  jobs: z.array(JobShown),
  paused: z.nullable(z.strictObject({ until: z.nullable(seconds) })),
})
export type JobsShown = z.infer<typeof JobsShown>

export const AuditShown = z.strictObject({
  records: z.array(AuditRecord),
  unknown: z.array(z.int()),
  unreadable: z.int(),
})
export type AuditShown = z.infer<typeof AuditShown>
