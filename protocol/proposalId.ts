// How a proposal is named: its id, and the digest that is approved. Relies on nothing.
import * as z from 'zod/mini'

/** `p_` and base32 of 16 bytes of SHA-256 over proposer and nonce: the same nonce is the same proposal. */
export const PROPOSAL_ID = /^p_[a-z2-7]{26}$/
export const ProposalId = z
  .string('wants the id of a proposal')
  .check(z.regex(PROPOSAL_ID, 'wants the id of a proposal'))
/** SHA-256 in hex. */
export const Digest = z
  .string('wants a digest')
  .check(z.regex(/^[0-9a-f]{64}$/, 'wants 64 hexadecimal digits'))
