// Files one change of mail, or finds it where it was filed before: under its nonce, or as the same change that waits for a person
// already, which an earlier run of that name asked for. It has no place among the proposals of the operations: its own rate, and its
// own room among what waits. Relies on ingest.ts for what becomes of it. Throws the system's errors.
import { secondsOf } from '../../protocol/configValues.ts'
import { PENDING_OF_CHANGES } from '../../protocol/limits.ts'
import { Proposal } from '../../protocol/proposal.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { denied, otherWish, takeIn } from './fileProposal.ts'
import { tooMany } from './ingest.ts'
import { permissionOf } from './permission.ts'
import { proposalId } from './proposalName.ts'
import { readStored } from './readStored.ts'
import type { RunChange } from '../world.ts'
import { isSameWish, waitingKey } from './sameWish.ts'
import { type Place, placesEverywhere } from './spoolFolders.ts'
import type { SpoolSite } from './spoolSite.ts'

/** `rate`: how many of its changes an hour need no person; null for a person's own. */
export interface Proposer {
  readonly name: string
  readonly rate: number | null
}
export interface Filing {
  readonly proposer: Proposer
  /** Where each proposal was when the filing began, and where those are that it filed. */
  readonly known: Map<string, Place>
  /** What waits for a person of this proposer, by `waitingKey`: the ids. */
  readonly waiting: Map<string, string>
  /** How many more changes may come to wait. */
  room: number
}

export function openFiling(site: SpoolSite, proposer: Proposer): Filing {
  const known = placesEverywhere(site.folder)
  const waiting = new Map<string, string>()
  let room = PENDING_OF_CHANGES
  for (const place of known.values()) {
    const read = place.state === 'pending' ? readStored(site.folder, place) : undefined
    if (!read?.ok || read.stored.proposal.kind !== 'mail') continue
    room--
    const { proposal } = read.stored
    if (proposal.proposer === proposer.name) waiting.set(waitingKey(proposal.change), place.id)
  }
  return { proposer, known, waiting, room }
}

/** Its id. */
export function fileChange(site: SpoolSite, filing: Filing, { nonce, change }: RunChange): Result<string> {
  const time = site.clock.keep()
  if (!time.ok) return time
  const { proposer, known } = filing
  const id = proposalId(proposer.name, nonce)
  const before = known.get(id)
  if (before) return again(site, before, change)
  const proposal = Proposal.parse({
    v: 1,
    kind: 'mail',
    nonce,
    proposer: proposer.name,
    created: time.value,
    expires: time.value + secondsOf(site.configuration().config.proposals.expiry),
    prose: '',
    // Over its rate a run is not refused: nothing is lost, and a person sees that it wants a lot.
    change: isWithinRate(site, proposer) ? change : { ...change, ask: 'person' },
  })
  const permission = permissionOf(site, proposal)
  if (!permission.ok) return permission
  const { grant } = permission.value
  if (grant === 'never') return denied
  const waits = grant === 'propose' ? filing.waiting.get(waitingKey(change)) : undefined
  if (waits !== undefined) return done(waits)
  if (grant === 'propose' && filing.room <= 0) return tooManyWait
  const taken = takeIn(site, id, { proposal, time: time.value })
  if (!taken.ok) return taken
  known.set(id, taken.value)
  if (taken.value.state === 'pending') filing.room--
  return done(id)
}

const isWithinRate = (site: SpoolSite, { name, rate }: Proposer): boolean =>
  rate === null || site.rate.allows(name, rate, Math.floor(site.now() / 1_000))

function again(site: SpoolSite, place: Place, change: RunChange['change']): Result<string> {
  const read = readStored(site.folder, place)
  const isSame = read.ok && isSameWish(read.stored.proposal, { kind: 'mail', change, prose: '' })
  return isSame ? done(place.id) : otherWish
}

const tooManyWait = tooMany(
  `${PENDING_OF_CHANGES} changes of mail wait for a person already`,
  'run "twin proposals" and decide',
)
