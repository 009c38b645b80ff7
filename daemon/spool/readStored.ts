// The stored copy of a proposal: its bytes read once, and believed only where their digest is the one in the file's name, they
// parse strictly, and proposer and nonce give the id. Whatever was done to the file since it was written shows here.
import { readCappedBytes } from '../../files/readCapped.ts'
import { PROPOSAL_BYTES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { Proposal } from '../../protocol/proposal.ts'
import { proposalDigest, proposalId } from './proposalName.ts'
import { pathOf, type Place, type Why } from './spoolFolders.ts'

export interface Stored extends Place {
  readonly proposal: Proposal
}
export type Read =
  { readonly ok: true; readonly stored: Stored } | { readonly ok: false; readonly why: Why | 'gone' }

/** The proposal at `place`, or why what lies there is none. */
export function readStored(spool: string, place: Place): Read {
  const read = readCappedBytes(pathOf(spool, place), PROPOSAL_BYTES)
  if (!read.ok) return { ok: false, why: read.problem === 'absent' ? 'gone' : 'file' }
  if (proposalDigest(read.bytes) !== place.digest) return { ok: false, why: 'identity' }
  const text = read.bytes.toString('utf8')
  const parsed = parseJson(text)
  if (!parsed.ok) return { ok: false, why: 'json' }
  const proposal = Proposal.safeParse(parsed.value)
  if (!proposal.success) return { ok: false, why: 'shape' }
  const { proposer, nonce } = proposal.data
  if (proposalId(proposer, nonce) !== place.id) return { ok: false, why: 'identity' }
  return { ok: true, stored: { ...place, proposal: proposal.data } }
}

/** The bytes of a proposal's file. */
export const storedBytes = (proposal: Proposal): Uint8Array => Buffer.from(encodeLine(proposal))
