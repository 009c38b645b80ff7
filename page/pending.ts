// What waits for a person, asked of the gate anew for each page and each decision. Relies on proposals.list and proposals.show.
import { type Decision, decisions } from '../daemon/decisions.ts'
import { type ProposalLine, ProposalShown, ProposalsListed } from '../protocol/proposalShown.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { ask } from './ask.ts'
import type { Asking } from './views/view.ts'

export type Waiting = Decision<ProposalLine>
/** `more`: proposals beyond those that one list may have. */
export interface Pending {
  readonly decisions: readonly Waiting[]
  readonly proposals: number
  readonly more: number
}
type Asks = Pick<Asking, 'world' | 'signal'>

export async function pending({ world, signal }: Asks): Promise<Result<Pending>> {
  const input = { states: ['pending'] }
  const listed = await ask(world.gate, { name: 'proposals.list', input, signal }, ProposalsListed)
  if (!listed.ok) return listed
  const { proposals, more } = listed.value
  return done({ decisions: decisions(proposals), proposals: proposals.length + more, more })
}

/** Each proposal of one decision, whole; refused where one is not what its digest in the decision says. */
export async function details({ world, signal }: Asks, { all }: Waiting): Promise<Result<ProposalShown[]>> {
  const shown: ProposalShown[] = []
  for (const { id, digest } of all) {
    const one = await ask(world.gate, { name: 'proposals.show', input: { id }, signal }, ProposalShown)
    if (!one.ok) return one
    if (one.value.digest !== digest) return changed
    shown.push(one.value)
  }
  return done(shown)
}

const changed = refused('stale', {
  is: 'what waits changed while this page was made',
  wanted: 'one state of the proposals',
  fix: 'load the page again',
})
