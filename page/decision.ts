// What waits for a person as decisions: alike proposals of one proposer are one, named by its first id and by one digest. Pure.
// Relies on the spool for what is alike.
import type { ProposalShown } from './answers.ts'

export interface Decision {
  readonly first: ProposalShown
  readonly all: readonly ProposalShown[]
  readonly digest: string
}

/** In the order of their first proposals. */
export function decisions(pending: readonly ProposalShown[]): readonly Decision[] {
  const batches = new Map<string, ProposalShown[]>()
  for (const one of pending) {
    const batch = batches.get(one.batch)
    if (batch) batch.push(one)
    else batches.set(one.batch, [one])
  }
  return [...batches.values()].flatMap(all => (all[0] ? [{ first: all[0], all, digest: all[0].digest }] : []))
}
