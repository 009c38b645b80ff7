// What has to be done in the spool without anybody asking: after a crash, when something expires, when something lies there that
// is no proposal. Every step may be interrupted and is then done again. Relies on the state table of spoolStates.ts.
import { PROPOSAL_DAYS, PROPOSALS_KEPT } from '../../protocol/limits.ts'
import { STATES } from '../../protocol/proposal.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { applyApproved } from './applyApproved.ts'
import { expireProposal, ingest } from './ingest.ts'
import { proposalName } from './proposalName.ts'
import { readStored } from './readStored.ts'
import { leftChange, settleChanges } from './settleChange.ts'
import {
  copiedIds,
  drop,
  keepReason,
  type Place,
  placesIn,
  sweepFinished,
  sweepForeign,
  transition,
} from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'

const DAY = 86_400_000

/** All of it, in the order of the states. The first refusal, once everything else was tried. */
export async function tendSpool(site: SpoolSite): Promise<Result<void>> {
  const time = site.clock.keep()
  if (!time.ok) return time
  const problems: Result<unknown>[] = []
  problems.push(attemptSpool(() => done(STATES.forEach(state => sweepForeign(site.folder, state)))))
  problems.push(attemptSpool(() => done(endInterrupted(site, time.value))))
  problems.push(...(await settleChanges(site)))
  for (const place of placesOr(site, 'new')) problems.push(ingest(site, place, time.value))
  problems.push(attemptSpool(() => tendPending(site, time.value)))
  problems.push(...(await applyApproved(site, placesOr(site, 'approved'))))
  const before = site.now() - PROPOSAL_DAYS * DAY
  problems.push(attemptSpool(() => done(sweepFinished(site.folder, { before, most: PROPOSALS_KEPT }))))
  const problem = problems.find(each => !each.ok)
  return problem && !problem.ok ? problem : done(undefined)
}

function placesOr(site: SpoolSite, state: Place['state']): readonly Place[] {
  const places = attemptSpool(() => done(placesIn(site.folder, state)))
  return places.ok ? places.value : []
}

/** What lies in `applying` and is not being applied was left by a crash: nobody can say whether it was done, but of mail its adapter. */
export function endInterrupted(site: SpoolSite, time: number): void {
  for (const place of placesIn(site.folder, 'applying')) {
    if (site.running.has(place.id) || leftChange(site, place)) continue
    keepReason(site.folder, place.id, { at: time, why: 'twin ended while it was being applied' })
    transition(site.folder, place, 'stuck')
    site.log(`the proposal ${place.id} is stuck: twin ended while it was being applied`)
  }
}

/** Drops what is not what was filed, or is a copy of what is further on; ends what has expired. */
function tendPending(site: SpoolSite, time: number): Result<void> {
  const copied = copiedIds(site.folder)
  let problem: Result<void> = done(undefined)
  for (const place of placesIn(site.folder, 'pending')) {
    const read = readStored(site.folder, place)
    const why = read.ok ? (copied.has(place.id) ? 'taken' : null) : read.why
    if (why !== null && why !== 'gone')
      drop(site.folder, { folder: place.state, name: proposalName(place) }, why)
    if (why !== null || !read.ok || read.stored.proposal.expires > time) continue
    const ended = expireProposal(site, read.stored, time)
    if (!ended.ok) problem = ended
  }
  return problem
}
