// What one decision of a person covers: which proposals are alike, and the digest that stands for all of them. Pure but for the
// hash. Relies on the digest of each proposal being of its exact bytes.
import { createHash } from 'node:crypto'
import { handleFrom } from '../../protocol/handle.ts'
import type { Proposal } from '../../protocol/proposal.ts'
import { canonicalJson } from '../gate/canonicalJson.ts'
import type { ProposalName } from './proposalName.ts'

/** A key of an input, or an argument, that names which thing is meant: id, ids, or one that ends so: message-id, messageIds. */
const ID_KEY = /^ids?$|[-_]ids?$|Ids?$/

/** The digest of one proposal; of several, SHA-256 in hex over the sorted lines "id digest\n". */
export function decisionDigest(proposals: readonly ProposalName[]): string {
  const [only, ...others] = proposals
  if (only && others.length === 0) return only.digest
  const lines = proposals.map(({ id, digest }) => `${id} ${digest}\n`).sort()
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** What proposals that are alike share. Changes of mail: account, verb and target, whichever message; no two drafts are alike. */
function alikeBy(proposal: Proposal): readonly unknown[] {
  if (proposal.kind === 'mail') {
    const { account, verb, to, draft } = proposal.change
    return [account, verb, to, draft]
  }
  const [what, values] =
    proposal.kind === 'operation'
      ? [proposal.operation, proposal.input]
      : [proposal.command, proposal.arguments]
  const kept = Object.entries(values).map(([key, value]) => [key, ID_KEY.test(key) ? null : value])
  return [what, Object.fromEntries(kept)]
}

/**
 * `b_` and base32: the same for proposals of one proposer that ask the same operation, or command, for the same but for the
 * values of keys that name ids. Their prose, nonces and times do not count.
 */
export function batchOf(proposal: Proposal): string {
  const alike = canonicalJson([proposal.proposer, proposal.kind, ...alikeBy(proposal)])
  return `b_${handleFrom(createHash('sha256').update(alike).digest().subarray(0, 16)).slice(2)}`
}
