// The first half of applying: the stored copy is read once, its digest compared with what was approved, its expiry and policy.toml
// checked again, the intent recorded, and only then it moves to `applying`, on the disk, before anything is done.
import { done, type Result } from '../../protocol/refusal.ts'
import type { Planned } from './commandOf.ts'
import { expireProposal, refuseProposal, traceOf } from './ingest.ts'
import { permissionOf } from './permission.ts'
import { proposalName } from './proposalName.ts'
import { readStored, type Stored } from './readStored.ts'
import { drop, keepReason, type Place, placesOf, transition } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'

export interface Begun {
  readonly stored: Stored
  readonly planned: Planned | null
  /** The number of the intent of a command or of a change of mail; an operation's is the gate's own. */
  readonly intent: number | null
}

/** Takes `place` out of `approved`; null where there is nothing to do: it is not there any more, or was refused. */
export const beginApplying = (site: SpoolSite, place: Place): Result<Begun | null> =>
  attemptSpool(() => begin(site, place))

function begin(site: SpoolSite, place: Place): Result<Begun | null> {
  const time = site.clock.keep()
  if (!time.ok) return time
  const read = readStored(site.folder, place)
  if (!read.ok) return read.why === 'gone' ? done(null) : edited(site, place, read.why)
  const { stored } = read
  if (placesOf(site.folder, place.id).length > 1) return edited(site, place, 'taken')
  if (stored.proposal.expires <= time.value) return nothing(expireProposal(site, stored, time.value))
  const { problem } = site.configuration()
  if (problem) return { ok: false, refusal: problem }
  const permission = permissionOf(site, stored.proposal)
  const refuse = (why: string) => nothing(refuseProposal(site, stored, { at: time.value, why }))
  if (!permission.ok) return refuse(permission.refusal.is)
  if (permission.value.grant === 'never') return refuse('policy.toml no longer allows it')
  const intent = intentOf(site, stored)
  if (!intent.ok) return intent
  const applying = { ...transition(site.folder, stored, 'applying'), proposal: stored.proposal }
  site.running.add(stored.id)
  return done({ stored: applying, planned: permission.value.planned, intent: intent.value })
}

/** On the disk before the file moves: what cannot be recorded stays approved. */
function intentOf(site: SpoolSite, stored: Stored): Result<number | null> {
  if (stored.proposal.kind === 'operation') return done(null)
  return site.audit.record({ ...traceOf(site, stored), event: 'intent' })
}

const nothing = (result: Result<unknown>): Result<null> => (result.ok ? done(null) : result)

/** What was approved is not what lies there: it is put aside, and the log says that it was refused. */
function edited(site: SpoolSite, place: Place, why: Parameters<typeof drop>[2]): Result<null> {
  const recorded = site.audit.record({
    event: 'refused',
    caller: 'internal',
    proposal: place.id,
    digest: place.digest,
    code: 'stale',
  })
  if (!recorded.ok) return recorded
  keepReason(site.folder, place.id, { at: site.clock.seconds(), why: 'it was changed after it was approved' })
  drop(site.folder, { folder: place.state, name: proposalName(place) }, why)
  site.log(`the approved proposal ${place.id} was changed after it was approved, so it is not applied`)
  return done(null)
}
