// A stored proposal that is a change of mail, by the type of its content. Pure.
import type { Proposal } from '../../protocol/proposal.ts'
import type { Stored } from './readStored.ts'

export interface StoredChange extends Stored {
  readonly proposal: Extract<Proposal, { kind: 'mail' }>
}
export const isChange = (stored: Stored): stored is StoredChange => stored.proposal.kind === 'mail'

/** By account, in the order in which each account comes first. */
export function byAccount(changes: readonly StoredChange[]): ReadonlyMap<string, readonly StoredChange[]> {
  const found = new Map<string, StoredChange[]>()
  for (const one of changes) {
    const { account } = one.proposal.change
    const others = found.get(account)
    if (others) others.push(one)
    else found.set(account, [one])
  }
  return found
}
