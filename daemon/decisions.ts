// What waits for a person as decisions: alike proposals of one proposer are one, named by its first id and by one digest. Pure.
// Relies on the spool for what is alike and for the digest of several.
import { BATCH } from '../protocol/limits.ts'
import { BATCH_ID } from '../protocol/proposalId.ts'
import { decisionDigest } from './spool/decisionDigest.ts'

interface Named {
  readonly id: string
  readonly digest: string
  readonly batch: string
}
/** `digest`: what is approved; of one proposal its own. */
export interface Decision<T extends Named> {
  readonly first: T
  readonly all: readonly T[]
  readonly digest: string
}

/** The proposals that `names` stand for: a batch for those of its first decision. */
export const namedIds = (pending: readonly Named[], names: readonly string[]): readonly string[] =>
  names.flatMap(name =>
    BATCH_ID.test(name)
      ? pending.flatMap(({ id, batch }) => (batch === name ? [id] : [])).slice(0, BATCH)
      : [name],
  )

/** In the order of their first proposals; more than BATCH alike ones are several decisions. */
export function decisions<T extends Named>(pending: readonly T[]): readonly Decision<T>[] {
  const open = new Map<string, T[]>()
  const found: (readonly [T, ...T[]])[] = []
  for (const one of pending) {
    const alike = open.get(one.batch)
    if (alike && alike.length < BATCH) alike.push(one)
    else {
      const begun: [T, ...T[]] = [one]
      open.set(one.batch, begun)
      found.push(begun)
    }
  }
  return found.map(all => ({ first: all[0], all, digest: decisionDigest(all) }))
}
