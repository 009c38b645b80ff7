// Files what a run proposes, many at once, and applies what needs no person. A run is a person's own rule, so it has a rate and a room
// of its own: what is over its rate waits for a person, and is not lost; what nobody could look at any more is refused. Between two
// files others get their turn. Relies on ingest.ts for policy.toml, on applyChanges.ts for the rest.
import { setImmediate as others } from 'node:timers/promises'
import { secondsOf } from '../../protocol/configValues.ts'
import { PENDING_OF_RUNS } from '../../protocol/limits.ts'
import { Proposal } from '../../protocol/proposal.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { interrupted } from '../gate/carryOut.ts'
import { tally } from '../tally.ts'
import { applyApproved } from './applyApproved.ts'
import { otherWish, takeIn } from './fileProposal.ts'
import { tooMany } from './ingest.ts'
import { permissionOf } from './permission.ts'
import { proposalId } from './proposalName.ts'
import { readStored } from './readStored.ts'
import type { RunChange, RunIo, RunProposed, RunProposer } from './runProposals.ts'
import { isSameWish } from './sameWish.ts'
import { placesEverywhere, type Place, reasonOf } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'

/** Proposals of runs that are filed in one go, before anybody else has a turn. */
const AT_ONCE = 8

/** What came of all of them. Refused where the spool cannot be used at all, or where `io.signal` ends it: the rest is not filed. */
export async function proposeChanges(
  site: SpoolSite,
  run: RunProposer,
  changes: readonly RunChange[],
  io: RunIo,
): Promise<Result<RunProposed>> {
  const known = attemptSpool(() => done(placesEverywhere(site.folder)))
  if (!known.ok) return known
  const filing: Filing = { run, known: known.value, room: roomIn(site, known.value), refusals: [] }
  const ids: string[] = []
  for (const [at, change] of changes.entries()) {
    if (at % AT_ONCE === 0) {
      await others()
      io.progress(at, changes.length)
    }
    if (io.signal.aborted || site.signal.aborted) return interrupted
    const filed = attemptSpool(() => file(site, filing, change))
    if (filed.ok) ids.push(filed.value)
    else filing.refusals.push(filed.refusal.is)
  }
  const approved = ids.flatMap(id => filing.known.get(id) ?? []).filter(({ state }) => state === 'approved')
  const applied = await applyApproved(site, approved)
  const waits = applied.flatMap(each => (each.ok ? [] : [each.refusal.is]))
  return attemptSpool(() => {
    const came = cameOf(site, new Set(ids), [...filing.refusals, ...waits])
    return done({ ...came, refused: came.refused + filing.refusals.length })
  })
}

interface Filing {
  readonly run: RunProposer
  /** Where each proposal was when the filing began, and where those are that it filed. */
  readonly known: Map<string, Place>
  room: number
  readonly refusals: string[]
}

/** Files one, or finds it; gives its id. */
function file(site: SpoolSite, filing: Filing, { nonce, change }: RunChange): Result<string> {
  const time = site.clock.keep()
  if (!time.ok) return time
  const { run, known } = filing
  const proposer = `run:${run.name}`
  const id = proposalId(proposer, nonce)
  const before = known.get(id)
  if (before) return again(site, before, change)
  const { config } = site.configuration()
  const isWithin = site.rate.allows(proposer, run.rate, Math.floor(site.now() / 1_000))
  const proposal = Proposal.parse({
    v: 1,
    kind: 'mail',
    nonce,
    proposer,
    created: time.value,
    expires: time.value + secondsOf(config.proposals.expiry),
    prose: '',
    change: isWithin ? change : { ...change, ask: 'person' },
  })
  const permission = permissionOf(site, proposal)
  if (!permission.ok) return permission
  const { grant } = permission.value
  if (grant === 'never') return denied
  if (grant === 'propose' && filing.room <= 0) return tooManyWait
  const taken = takeIn(site, id, { proposal, time: time.value })
  if (!taken.ok) return taken
  known.set(id, taken.value)
  if (taken.value.state === 'pending') filing.room--
  return done(id)
}

const denied = refused('denied', {
  is: 'policy.toml does not allow what is proposed',
  wanted: 'a capability that is "propose" or "auto"',
  fix: 'run "twin policy" to see what is in force',
})
const tooManyWait = tooMany(
  `${PENDING_OF_RUNS} changes of runs wait for a person already`,
  'run "twin proposals" and decide',
)

function again(site: SpoolSite, place: Place, change: RunChange['change']): Result<string> {
  const read = readStored(site.folder, place)
  const isSame = read.ok && isSameWish(read.stored.proposal, { kind: 'mail', change, prose: '' })
  return isSame ? done(place.id) : otherWish
}

/** How many more changes of runs may come to wait. */
function roomIn(site: SpoolSite, known: ReadonlyMap<string, Place>): number {
  const pending = [...known.values()].filter(({ state }) => state === 'pending')
  const ofRuns = pending.filter(place => {
    const read = readStored(site.folder, place)
    return read.ok && read.stored.proposal.proposer.startsWith('run:')
  })
  return PENDING_OF_RUNS - ofRuns.length
}

/** `sentences`: reasons that lie beside no proposal. */
function cameOf(site: SpoolSite, ids: ReadonlySet<string>, sentences: readonly string[]): RunProposed {
  const now = placesEverywhere(site.folder)
  const places = [...ids].flatMap(id => now.get(id) ?? [])
  const count = (...states: readonly Place['state'][]) =>
    places.filter(({ state }) => states.includes(state)).length
  const ended = places.filter(({ state }) => state === 'refused' || state === 'stuck')
  const reasons = ended.flatMap(({ id }) => reasonOf(site.folder, id) ?? [])
  return {
    applied: count('applied'),
    pending: count('new', 'pending', 'approved', 'applying'),
    refused: count('refused'),
    stuck: count('stuck'),
    reasons: tally([...sentences, ...reasons]),
  }
}
