// A person's yes or no to proposals that wait. Everything is checked before anything moves, and without a pause in between, so
// that of two decisions at once one wins. Relies on the channel for who decides, and on the digest for what was decided on.
import { type Channel, callerName, PERSON } from '../../protocol/door.ts'
import { BATCH } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { mayApprove } from '../gate/approval.ts'
import { batchOf, decisionDigest } from './decisionDigest.ts'
import { expireProposal, traceOf } from './ingest.ts'
import { permissionOf, riskOfProposal } from './permission.ts'
import type { Stored } from './readStored.ts'
import { keepReason, type Place, transition } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'
import { storedOf } from './viewOf.ts'

export interface Decision {
  readonly channel: Channel
  readonly ids: readonly string[]
}

/** Moves all of them to `approved`, or none. `digest`: what decisionDigest makes of what the person saw. */
export function approveProposals(
  site: SpoolSite,
  decision: Decision,
  digest: string,
): Result<readonly Place[]> {
  const time = site.clock.keep()
  if (!time.ok) return time
  return attemptSpool(() => {
    const found = storedAll(site, decision, ['pending'])
    if (!found.ok) return found
    const wrong = problemOf(site, { ...decision, found: found.value, digest, time: time.value })
    if (wrong) return wrong
    for (const stored of found.value) {
      const recorded = site.audit.record({ ...trace(site, decision, stored), event: 'approved' })
      if (!recorded.ok) return recorded
    }
    return done(found.value.map(stored => transition(site.folder, stored, 'approved')))
  })
}

/** Moves all of them to `refused`, or none: what waits, and what is stuck, which nobody but a person ends. */
export function refuseProposals(site: SpoolSite, decision: Decision): Result<readonly Place[]> {
  const time = site.clock.keep()
  if (!time.ok) return time
  return attemptSpool(() => {
    if (!isPerson(decision.channel)) return notYours
    const found = storedAll(site, decision, ['pending', 'approved', 'stuck'])
    if (!found.ok) return found
    for (const stored of found.value) {
      const recorded = site.audit.record({ ...trace(site, decision, stored), event: 'refused' })
      if (!recorded.ok) return recorded
    }
    return done(
      found.value.map(stored => {
        keepReason(site.folder, stored.id, { at: time.value, why: 'a person refused it' })
        return transition(site.folder, stored, 'refused')
      }),
    )
  })
}

interface Approval extends Decision {
  readonly found: readonly Stored[]
  readonly digest: string
  readonly time: number
}

/** The first thing that stands against an approval. */
function problemOf(site: SpoolSite, approval: Approval): ReturnType<typeof refused> | undefined {
  const { channel, found, digest, time } = approval
  const { config, problem } = site.configuration()
  if (problem) return { ok: false, refusal: problem }
  if (!isPerson(channel)) return notYours
  if (decisionDigest(found) !== digest) return changedSince
  if (new Set(found.map(({ proposal }) => batchOf(proposal))).size > 1) return notAlike
  const late = found.filter(({ proposal }) => proposal.expires <= time)
  for (const stored of late) expireProposal(site, stored, time)
  if (late.length > 0) return expired
  for (const { proposal } of found) {
    const permission = permissionOf(site, proposal)
    if (!permission.ok) return permission
    if (permission.value.grant === 'never') return denied
    if (!mayApprove(channel, riskOfProposal(site, proposal), config)) return notHere
  }
  return undefined
}

/** The stored copies of all that are named, each in one of `states`. */
function storedAll(
  site: SpoolSite,
  { ids }: Decision,
  states: readonly Place['state'][],
): Result<readonly Stored[]> {
  if (ids.length === 0 || new Set(ids).size !== ids.length) return noIds
  if (ids.length > BATCH) return overBatch(ids.length)
  const all: Stored[] = []
  for (const id of ids) {
    const stored = storedOf(site, id)
    if (!stored.ok) return stored
    if (!states.includes(stored.value.state)) return decided(id, stored.value.state)
    all.push(stored.value)
  }
  return done(all)
}

const isPerson = ({ door }: Channel): boolean => PERSON.some(one => one === door)
const trace = (site: SpoolSite, { channel }: Decision, stored: Stored) => ({
  ...traceOf(site, stored),
  caller: callerName(channel),
})

const notYours = refused('denied', {
  is: 'this caller decides nothing',
  wanted: 'a person, in a terminal, in the menu bar or on the page',
  fix: 'run "twin proposals" in a terminal',
})
const notHere = refused('denied', {
  is: 'this cannot be approved from here',
  wanted:
    'a terminal; elsewhere only what can be undone, of no agent’s, and on the page only where [ui] approve is true',
  fix: 'run "twin proposals approve ID" in a terminal',
})
const denied = refused('denied', {
  is: 'policy.toml does not allow this any more',
  wanted: 'a capability that is not "never"',
  fix: 'run "twin policy" to see what is in force',
})
const changedSince = refused('stale', {
  is: 'what lies there is not what was shown',
  wanted: 'the digest of the proposals as they are',
  fix: 'run "twin proposals show ID" and decide again',
})
const notAlike = refused('bad-request', {
  is: 'these proposals are not alike',
  wanted: 'one proposal, or proposals of one batch',
  fix: 'decide on each by itself',
})
const expired = refused('expired', {
  is: 'a proposal among these has expired',
  wanted: 'a proposal that still waits',
  fix: 'have it proposed again',
})
const noIds = refused('bad-request', {
  is: 'no proposal is named, or one is named twice',
  wanted: 'the id of each proposal, once',
  fix: 'run "twin proposals"',
})
const decided = (id: string, state: string) =>
  refused('stale', {
    is: `the proposal ${id} does not wait: it is ${state}`,
    wanted: 'a proposal that waits',
    fix: 'run "twin proposals"',
  })
const overBatch = (count: number) =>
  refused('over-limit', {
    is: `${count} proposals are named`,
    wanted: `at most ${BATCH} in one decision`,
    fix: 'decide on fewer at once',
  })
