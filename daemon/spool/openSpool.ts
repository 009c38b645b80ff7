// The spool: every change that somebody wants and nobody made yet, as files that never change, in folders that are their states.
// Relies on one process at a time (the instance's lock) and on the files beside it for each of the things that it does.
import { type State, STATES } from '../../protocol/proposal.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { ProposalView, Spool } from '../world.ts'
import { applyApproved } from './applyApproved.ts'
import { approveProposals, refuseProposals } from './approveProposals.ts'
import { fileProposal } from './fileProposal.ts'
import { countsForRate, openFilingRate } from './filingRate.ts'
import { proposeChanges } from './proposeChanges.ts'
import { readStored, type Stored } from './readStored.ts'
import { openSpoolClock } from './spoolClock.ts'
import { droppedIn, openSpoolFolders, type Place, placesIn } from './spoolFolders.ts'
import { attemptSpool, type SpoolParts, type SpoolSite } from './spoolSite.ts'
import { leftChanges } from './settleChange.ts'
import { endInterrupted, tendSpool } from './tendSpool.ts'
import { undoChanges } from './undoChanges.ts'
import { storedOf, viewOf } from './viewOf.ts'

/** The spool in `parts.folder`, which is made where it is missing. What a crash left being applied is stuck from here on; everything else waits for `tend`. */
export function openSpool(parts: SpoolParts): Result<Spool> {
  const opened = openSpoolFolders(parts.folder)
  if (!opened.ok) return opened
  const clock = openSpoolClock(parts.database, parts.now)
  if (!clock.ok) return clock
  const rate = openFilingRate(() => filedBefore(parts.folder))
  const site: SpoolSite = {
    ...parts,
    clock: clock.value,
    rate,
    running: new Set(),
    turns: new Map(),
    setbacks: new Map(),
  }
  const ended = attemptSpool(() => done(endInterrupted(site, clock.value.seconds())))
  if (!ended.ok) return ended
  return done({
    file: (channel, proposed, words) => fileProposal(site, { channel, proposed, ...words }),
    list: states => attemptSpool(() => done(states.flatMap(state => viewsIn(site, state)))),
    get: id => attemptSpool(() => view(site, id)),
    dropped: () => attemptSpool(() => done(droppedIn(site.folder))),
    approve: async (channel, ids, digest) => {
      const approved = approveProposals(site, { channel, ids }, digest)
      if (!approved.ok) return approved
      await applyApproved(site, approved.value)
      return views(site, ids)
    },
    refuse: (channel, ids) => {
      const refused = refuseProposals(site, { channel, ids })
      return refused.ok ? views(site, ids) : refused
    },
    propose: (run, changes, io) => proposeChanges(site, { run, changes }, io),
    undo: async (channel, ids) => {
      const filed = await undoChanges(site, channel, ids)
      return filed.ok ? views(site, filed.value) : filed
    },
    tend: () => tendSpool(site),
    nextTending: () => nextTending(site),
  })
}

function viewsIn(site: SpoolSite, state: State): ProposalView[] {
  return storedIn(site.folder, state)
    .sort((a, b) => a.proposal.created - b.proposal.created || turn(a) - turn(b) || (a.id < b.id ? -1 : 1))
    .map(stored => viewOf(site, stored))
}

/** Of one moment, removals come last: who decides from top to bottom has the additions made, without which they are refused. */
const turn = ({ proposal }: Stored): number =>
  proposal.kind === 'mail' && proposal.change.verb === 'collection.remove' ? 1 : 0

function view(site: SpoolSite, id: string): Result<ProposalView> {
  const stored = storedOf(site, id)
  return stored.ok ? done(viewOf(site, stored.value)) : stored
}

/** What became of each; refused where one of them is not what was approved. */
const views = (site: SpoolSite, ids: readonly string[]): Result<readonly ProposalView[]> =>
  attemptSpool(() => {
    const found = ids.map(id => view(site, id))
    const problem = found.find(each => !each.ok)
    return problem && !problem.ok ? problem : done(found.flatMap(each => (each.ok ? [each.value] : [])))
  })

/** What is not what was filed is left out: `tend` drops it. */
const storedIn = (folder: string, state: State): Stored[] =>
  placesIn(folder, state).flatMap((place: Place) => {
    const read = readStored(folder, place)
    return read.ok ? [read.stored] : []
  })

/** Seconds after which what could not be taken is tried again. */
const AGAIN = 30

/** When `tend` has something to do again: Unix seconds. */
function nextTending(site: SpoolSite): number | null {
  const found = attemptSpool(() => {
    const isWaiting = (['new', 'approved'] as const).some(state => placesIn(site.folder, state).length > 0)
    if (isWaiting || leftChanges(site).length > 0) return done(site.clock.seconds() + AGAIN)
    const times = storedIn(site.folder, 'pending').map(({ proposal }) => proposal.expires)
    return done(times.length === 0 ? null : Math.min(...times))
  })
  return found.ok ? found.value : null
}

/** Proposals of every state, for the hour's count. */
const filedBefore = (folder: string): { proposer: string; at: number }[] =>
  STATES.flatMap(state => storedIn(folder, state))
    .filter(({ proposal }) => countsForRate(proposal))
    .map(({ proposal }) => ({ proposer: proposal.proposer, at: proposal.created }))
