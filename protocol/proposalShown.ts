// What the operations on proposals answer, as it crosses a door. `prose` and `facts` are the proposer's, everything else is twin's
// own. Nothing of what a person approves is ever cut. Relies on proposal.ts and call.ts.
import * as z from 'zod/mini'
import { Change } from './call.ts'
import { RISKS, STATES } from './proposal.ts'
import { Digest, ProposalId } from './proposalId.ts'

const count = z.int().check(z.minimum(0))
const shown = {
  id: ProposalId,
  digest: Digest,
  state: z.enum(STATES),
  kind: z.enum(['operation', 'command', 'mail']),
  what: z.string(),
  proposer: z.string(),
  created: count,
  expires: count,
  risk: z.enum(RISKS),
  batch: z.string(),
  sentence: z.string(),
  prose: z.string(),
  why: z.nullable(z.string()),
}
/** One proposal in a list. `created`, `expires`: Unix seconds. */
export const ProposalLine = z.strictObject(shown)
export type ProposalLine = z.infer<typeof ProposalLine>

/** proposals.show. */
export const ProposalShown = z.strictObject({
  ...shown,
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** What the operation foresees now; null for a command, and where it cannot be foreseen, which `problem` explains. */
  foreseen: z.nullable(z.strictObject({ sentence: z.string(), changes: z.array(Change), more: count })),
  problem: z.nullable(z.string()),
})
export type ProposalShown = z.infer<typeof ProposalShown>

/** Proposals that are alike and wait: one decision, by this digest. */
export const ProposalBatch = z.strictObject({
  batch: z.string(),
  ids: z.array(ProposalId),
  digest: Digest,
})
export type ProposalBatch = z.infer<typeof ProposalBatch>

/** proposals.list. `more`: beyond those that are listed. `dropped`: what lay in the spool and was no proposal. */
export const ProposalsListed = z.strictObject({
  proposals: z.array(ProposalLine),
  more: count,
  batches: z.array(ProposalBatch),
  dropped: z.array(z.strictObject({ name: z.string(), why: z.string() })),
})
export type ProposalsListed = z.infer<typeof ProposalsListed>
