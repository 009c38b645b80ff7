// What waits for a person, asked of the gate anew for each page and each decision. Relies on proposals.list.

import { done, type Result } from '../protocol/refusal.ts'
import { ProposalsShown } from './answers.ts'
import { ask } from './ask.ts'
import { type Decision, decisions } from './decision.ts'
import type { Asking } from './views/view.ts'

export interface Pending {
  readonly decisions: readonly Decision[]
  readonly proposals: number
  readonly more: number
}

export async function pending({ world, signal }: Pick<Asking, 'world' | 'signal'>): Promise<Result<Pending>> {
  const listed = await ask(world.gate, { name: 'proposals.list', signal }, ProposalsShown)
  if (!listed.ok) return listed
  const { proposals, more } = listed.value
  return done({ decisions: decisions(proposals), proposals: proposals.length + more, more })
}
