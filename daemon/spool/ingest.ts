// Takes a proposal out of `new`: what is none is dropped, and what policy.toml says decides the rest. Done again after a crash it
// ends the same. Relies on readStored.ts to believe nothing but what twin wrote.
import type { Proposal } from '../../protocol/proposal.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { operationOf, permissionOf } from './permission.ts'
import { readStored, type Stored } from './readStored.ts'
import { drop, keepReason, type Place, placesOf, transition, type Why } from './spoolFolders.ts'
import { proposalName } from './proposalName.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'

/** `time`: Unix seconds, of the spool's clock. Where it is now; null where it was dropped. */
export function ingest(site: SpoolSite, place: Place, time: number): Result<Place | null> {
  return attemptSpool(() => {
    const read = readStored(site.folder, place)
    if (!read.ok) return read.why === 'gone' ? done(null) : dropped(site, place, read.why)
    if (placesOf(site.folder, place.id).length > 1) return dropped(site, place, 'taken')
    const recorded = site.audit.record({ ...traceOf(site, read.stored), event: 'proposed' })
    if (!recorded.ok) return recorded
    return decide(site, read.stored, time)
  })
}

function decide(site: SpoolSite, stored: Stored, time: number): Result<Place> {
  if (stored.proposal.expires <= time) return expireProposal(site, stored, time)
  const permission = permissionOf(site, stored.proposal)
  if (!permission.ok) return refuseProposal(site, stored, { at: time, why: permission.refusal.is })
  const { grant } = permission.value
  if (grant === 'never')
    return refuseProposal(site, stored, { at: time, why: 'policy.toml does not allow it' })
  return done(transition(site.folder, stored, grant === 'auto' ? 'approved' : 'pending'))
}

/** Refuses it by twin's own decision. The reason and the record stand before the file moves. */
export function refuseProposal(
  site: SpoolSite,
  stored: Stored,
  reason: { readonly at: number; readonly why: string },
): Result<Place> {
  return endProposal(site, stored, { ...reason, event: 'refused' })
}

/** Ends what nobody decided, or what could not be applied, in time. */
export function expireProposal(site: SpoolSite, stored: Stored, at: number): Result<Place> {
  const why =
    stored.state === 'approved'
      ? 'it expired before it could be applied'
      : 'it expired before anybody decided'
  return endProposal(site, stored, { at, why, event: 'expired' })
}

function endProposal(
  site: SpoolSite,
  stored: Stored,
  { at, why, event }: { readonly at: number; readonly why: string; readonly event: 'refused' | 'expired' },
): Result<Place> {
  return attemptSpool(() => {
    const recorded = site.audit.record({ ...traceOf(site, stored), caller: 'internal', event })
    if (!recorded.ok) return recorded
    keepReason(site.folder, stored.id, { at, why })
    return done(transition(site.folder, stored, 'refused'))
  })
}

/** What the audit log says of a proposal: no word of it but names that twin knows. */
export function traceOf(
  site: SpoolSite,
  { id, digest, proposal }: Pick<Stored, 'id' | 'digest' | 'proposal'>,
) {
  return { caller: proposal.proposer, operation: operationName(site, proposal), proposal: id, digest }
}

/** A change of mail goes by its verb. */
function operationName(site: SpoolSite, proposal: Proposal): string | null {
  if (proposal.kind === 'mail') return proposal.change.verb
  return proposal.kind === 'command' ? 'apply.run' : (operationOf(site, proposal)?.name ?? null)
}

function dropped(site: SpoolSite, place: Place, why: Why): Result<null> {
  drop(site.folder, { folder: place.state, name: proposalName(place) }, why)
  site.log(`a file of the spool was dropped: ${why}`)
  return done(null)
}

export const tooMany = (is: string, fix: string) =>
  refused('too-many', { is, wanted: 'no more proposals than a person can look at', fix })
