// Applies one approved proposal from its stored copy: read once, its digest compared with what was approved, parsed, its expiry
// and policy.toml checked again; then moved to `applying`, on the disk, before anything is done. What a crash leaves there is
// never done a second time. Relies on the gate for operations and on runCommand.ts for commands.
import { done, type RefusalCode, type Result } from '../../protocol/refusal.ts'
import { expireProposal, refuseProposal, traceOf } from './ingest.ts'
import { permissionOf } from './permission.ts'
import { proposalName } from './proposalName.ts'
import { readStored, type Stored } from './readStored.ts'
import { runCommand } from './runCommand.ts'
import { drop, keepReason, type Place, placesOf, transition } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'
import type { Planned } from './commandOf.ts'

/** What came of it. `stuck`: nobody can say how far it came. */
interface Came {
  readonly to: 'applied' | 'refused' | 'stuck'
  readonly why: string | null
}
/** Refusals of an operation after which it is not certain that nothing was changed. */
const UNSURE: readonly RefusalCode[] = [
  'crashed',
  'late',
  'interrupted',
  'disk',
  'audit',
  'plugin',
  'job-failed',
]

/** Takes `place` out of `approved`. Where it is not there any more, somebody else took it, and nothing is done. */
export async function applyProposal(site: SpoolSite, place: Place): Promise<Result<void>> {
  const begun = attemptSpool(() => begin(site, place))
  if (!begun.ok || begun.value === null) return begun.ok ? done(undefined) : begun
  const { stored } = begun.value
  let came: Came = { to: 'stuck', why: 'a bug of twin’s own ended it' }
  try {
    came = await act(site, begun.value)
  } finally {
    site.running.delete(stored.id)
    end(site, stored, came)
  }
  return done(undefined)
}

interface Begun {
  readonly stored: Stored
  readonly planned: Planned | null
  /** The number of a command's intent; an operation's is the gate's own. */
  readonly intent: number | null
}

/** Every check, then the move to `applying`; null where there is nothing to do. */
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

async function act(site: SpoolSite, begun: Begun): Promise<Came> {
  const { id, proposal } = begun.stored
  if (proposal.kind === 'command') return command(site, begun)
  const io = { signal: site.signal, progress: () => undefined }
  return cameOf(await site.apply({ id, proposal }, io))
}

function cameOf(result: Result<unknown>): Came {
  if (result.ok) return { to: 'applied', why: null }
  const { code, is } = result.refusal
  return { to: UNSURE.includes(code) ? 'stuck' : 'refused', why: is }
}

async function command(site: SpoolSite, { stored, planned, intent }: Begun): Promise<Came> {
  if (!planned) throw new Error('Cannot apply a command: it has no argv, wanted what policy.toml makes of it')
  const ran = await runCommand(planned, { home: site.home, signal: site.signal })
  const kept = site.audit.record({
    ...traceOf(site, stored),
    event: 'result',
    of: intent,
    outcome: ran.ok ? 'done' : ran.began ? 'failed' : 'refused',
    code: ran.ok ? null : ran.refusal.code,
  })
  if (!kept.ok) site.log(`the result of the proposal ${stored.id} could not be written into the audit log`)
  if (ran.ok) return { to: 'applied', why: null }
  return { to: ran.began ? 'stuck' : 'refused', why: ran.refusal.is }
}

/** Where the folder cannot be changed now, it stays in `applying`, which becomes stuck when the spool is next tended. */
function end(site: SpoolSite, stored: Stored, { to, why }: Came): void {
  if (why !== null)
    attemptSpool(() => done(keepReason(site.folder, stored.id, { at: site.clock.seconds(), why })))
  const ended = attemptSpool(() => done(transition(site.folder, stored, to)))
  if (!ended.ok) site.log(`the proposal ${stored.id} is ${to}, but its file could not be moved`)
}
