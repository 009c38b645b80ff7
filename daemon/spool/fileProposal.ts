// Files a proposal in its caller's name: the channel says who that is. The same nonce gives the same proposal in whatever state
// it is, and another wish under it is refused. Relies on ingest.ts for what becomes of it.
import { rmSync } from 'node:fs'
import { writeAside } from '../../files/writeAside.ts'
import { secondsOf } from '../../protocol/configValues.ts'
import { callerName, type Channel } from '../../protocol/door.ts'
import { PENDING_OF_ALL, PENDING_OF_ONE, PROPOSAL_BYTES } from '../../protocol/limits.ts'
import { Proposal, type Proposed } from '../../protocol/proposal.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { commandOf } from './commandOf.ts'
import { countsForRate } from './filingRate.ts'
import { ingest, tooMany } from './ingest.ts'
import { permissionOf } from './permission.ts'
import { proposalDigest, proposalId, type ProposalName } from './proposalName.ts'
import { readStored, storedBytes } from './readStored.ts'
import { isSameWish } from './sameWish.ts'
import { pathOf, type Place, placesIn, placesOf } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'
import { storedOf } from './viewOf.ts'

/** What a caller asks to be filed. `nonce`: of the caller's choice; `prose`: the caller's own words. */
export interface Filing {
  readonly channel: Channel
  readonly proposed: Proposed
  readonly nonce: string
  readonly prose: string
}

/** Refused before a file exists: another wish under a known nonce, what policy.toml does not allow, and what is too much. */
export function fileProposal(site: SpoolSite, filing: Filing): Result<ProposalName> {
  const time = site.clock.keep()
  if (!time.ok) return time
  const id = proposalId(callerName(filing.channel), filing.nonce)
  return attemptSpool(() => {
    if (placesOf(site.folder, id).length > 0) return again(site, id, filing)
    const made = proposalFor(site, filing, time.value)
    if (!made.ok) return made
    const allowed = admission(site, made.value)
    if (!allowed.ok) return allowed
    const taken = takeIn(site, id, { proposal: made.value, time: time.value })
    return taken.ok ? done({ id, digest: taken.value.digest }) : taken
  })
}

function proposalFor(
  { configuration }: SpoolSite,
  { channel, proposed, nonce, prose }: Filing,
  created: number,
): Result<Proposal> {
  const { config, policy } = configuration()
  const expires = created + secondsOf(config.proposals.expiry)
  const planned = proposed.kind === 'command' ? commandOf(policy, proposed.command, proposed.arguments) : null
  if (planned && !planned.ok) return planned
  const argv = planned ? { argv: planned.value.argv } : {}
  const proposer = callerName(channel)
  const parsed = Proposal.safeParse({ ...proposed, ...argv, v: 1, nonce, proposer, created, expires, prose })
  return parsed.success ? done(parsed.data) : misshapen
}

/** The one that is there, in whatever state; when it was asked for does not count. */
function again(site: SpoolSite, id: string, { proposed, prose }: Filing): Result<ProposalName> {
  const stored = storedOf(site, id)
  if (!stored.ok) return stored
  const { proposal, digest } = stored.value
  return isSameWish(proposal, { ...proposed, prose }) ? done({ id, digest }) : otherWish
}

/** Whether one more may be filed: by policy.toml, by the hour, by how many wait. */
function admission(site: SpoolSite, proposal: Proposal): Result<void> {
  const permission = permissionOf(site, proposal)
  if (!permission.ok) return permission
  if (permission.value.grant === 'never') return denied
  const { rate } = site.configuration().config.proposals
  if (!site.rate.allows(proposal.proposer, rate, Math.floor(site.now() / 1_000)))
    return tooMany(`${proposal.proposer} has filed ${rate} proposals within an hour`, 'wait, and file fewer')
  const waiting = placesIn(site.folder, 'pending').flatMap(place => proposerAt(site, place) ?? [])
  if (waiting.length >= PENDING_OF_ALL)
    return tooMany(`${waiting.length} proposals wait for a person`, 'run "twin proposals" and decide')
  const own = waiting.filter(proposer => proposer === proposal.proposer).length
  return own >= PENDING_OF_ONE
    ? tooMany(`${own} proposals of ${proposal.proposer} wait for a person`, 'run "twin proposals" and decide')
    : done(undefined)
}

/** Who proposed it; null for a change of mail, which takes no room from the others. */
function proposerAt(site: SpoolSite, place: Place): string | null {
  const read = readStored(site.folder, place)
  return read.ok && read.stored.proposal.kind !== 'mail' ? read.stored.proposal.proposer : null
}

/** Writes one proposal into `new` and takes it in: where it is then. Nothing is left of what is refused. Throws the system's errors. */
export function takeIn(
  site: SpoolSite,
  id: string,
  { proposal, time }: { readonly proposal: Proposal; readonly time: number },
): Result<Place> {
  const bytes = storedBytes(proposal)
  if (bytes.length > PROPOSAL_BYTES) return tooLong(bytes.length)
  const digest = proposalDigest(bytes)
  const place: Place = { id, digest, state: 'new' }
  writeAside(pathOf(site.folder, place), bytes)
  if (countsForRate(proposal)) site.rate.count(proposal.proposer, Math.floor(site.now() / 1_000))
  const taken = ingest(site, place, time)
  if (taken.ok) return taken.value ? done(taken.value) : vanished
  // What was refused to its caller must not be taken in later.
  rmSync(pathOf(site.folder, place), { force: true })
  return taken
}

const misshapen = refused('bad-request', {
  is: 'what is proposed is not of the shape of a proposal',
  wanted: 'an operation or a command, a nonce of 8 to 64 letters, digits, - or _, and few words',
  fix: 'run "twin ops show" for the operation',
})
const vanished = refused('disk', {
  is: 'the proposal is not there any more as it was written',
  wanted: 'a spool that only twin writes to',
  fix: 'look at state/spool/dropped',
})
export const otherWish = refused('bad-request', {
  is: 'this nonce names another proposal already',
  wanted: 'a nonce of its own for each proposal',
  fix: 'choose a new nonce',
})
export const denied = refused('denied', {
  is: 'policy.toml does not allow what is proposed',
  wanted: 'a capability that is "propose" or "auto"',
  fix: 'run "twin policy" to see what is in force',
})
const tooLong = (bytes: number) =>
  refused('over-limit', {
    is: `the proposal has ${bytes} bytes`,
    wanted: `at most ${PROPOSAL_BYTES}`,
    fix: 'propose less at once',
  })
