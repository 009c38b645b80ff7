// How a proposal is named: its id, and the digest that is approved. Relies on nothing.
import * as z from 'zod/mini'

/** `p_` and base32 of 16 bytes of SHA-256 over proposer and nonce: the same nonce is the same proposal. */
export const PROPOSAL_ID = /^p_[a-z2-7]{26}$/
export const ProposalId = z
  .string('wants the id of a proposal')
  .check(z.regex(PROPOSAL_ID, 'wants the id of a proposal'))
/** `b_` and base32: the same for proposals that are alike. */
export const BATCH_ID = /^b_[a-z2-7]{26}$/
/** One proposal, or the proposals that wait and are alike. */
export const ProposalOrBatch = z
  .string('wants the id of a proposal, or of proposals that are alike')
  .check(z.regex(/^[pb]_[a-z2-7]{26}$/, 'wants the id of a proposal, or of proposals that are alike'))
/** SHA-256 in hex. */
export const Digest = z
  .string('wants a digest')
  .check(z.regex(/^[0-9a-f]{64}$/, 'wants 64 hexadecimal digits'))
