// What a person is shown of a proposal: its stored copy, and twin's own words about it as policy.toml is now. Relies on
// describe.ts for the words and on the gate's approval.ts for the risk.
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { ProposalView } from '../world.ts'
import { batchOf } from './decisionDigest.ts'
import { describe } from './describe.ts'
import { riskOfProposal } from './permission.ts'
import { readStored, type Stored } from './readStored.ts'
import { DROPPED, placesOf, reasonOf } from './spoolFolders.ts'
import type { SpoolSite } from './spoolSite.ts'

export function viewOf(site: SpoolSite, { id, digest, state, proposal }: Stored): ProposalView {
  const isEnded = state === 'refused' || state === 'stuck'
  return {
    id,
    digest,
    state,
    proposal,
    risk: riskOfProposal(site, proposal),
    ...describe(proposal),
    batch: batchOf(proposal),
    why: isEnded ? reasonOf(site.folder, id) : null,
  }
}

/** The stored copy of the proposal `id`, wherever it is; refused where there is none, or what is there is not what was filed. */
export function storedOf(site: SpoolSite, id: string): Result<Stored> {
  const [place] = placesOf(site.folder, id)
  if (!place) {
    const why = reasonOf(site.folder, id)
    return why === null ? noSuch : changed(id, why)
  }
  const read = readStored(site.folder, place)
  if (read.ok) return done(read.stored)
  return read.why === 'gone' ? noSuch : changed(id, DROPPED[read.why])
}

/** One wording for what does not exist and for what is another's. */
export const noSuch = refused('bad-request', {
  is: 'there is no proposal with this id',
  wanted: 'the id of a proposal',
  fix: 'run "twin proposals"',
})
const changed = (id: string, why: string) =>
  refused('stale', {
    is: `the file of the proposal ${id} is not what was filed: ${why}`,
    wanted: 'the bytes that its digest names',
    fix: 'look at it in state/spool; twin does not act on it',
  })
