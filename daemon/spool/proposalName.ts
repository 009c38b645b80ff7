// How a proposal is named: by who wants it and their nonce, so that asking twice is asking once, and by the digest of its exact
// bytes, so that its file's name is what a person approves. Relies on protocol/handle.ts for base32.
import { createHash } from 'node:crypto'
import { handleFrom } from '../../protocol/handle.ts'

/** `<id>.<digest>.json`, in every state. */
const NAME = /^(p_[a-z2-7]{26})\.([0-9a-f]{64})\.json$/

export interface ProposalName {
  readonly id: string
  /** SHA-256 of the file's bytes, in hex. */
  readonly digest: string
}

/** `p_` and base32 of the first 16 bytes of SHA-256 over proposer, NUL and nonce. */
export function proposalId(proposer: string, nonce: string): string {
  const hash = createHash('sha256').update(`${proposer}\0${nonce}`).digest()
  return `p_${handleFrom(hash.subarray(0, 16)).slice(2)}`
}

/** SHA-256 in hex of the bytes of a proposal's file. */
export const proposalDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const proposalName = ({ id, digest }: ProposalName): string => `${id}.${digest}.json`

/** What a file's name says; undefined where it is no proposal's. */
export function parseProposalName(name: string): ProposalName | undefined {
  const [, id, digest] = NAME.exec(name) ?? []
  return id === undefined || digest === undefined ? undefined : { id, digest }
}
