// How many proposals each proposer has filed within the last hour. Goes by the machine's clock as it is: one that was set back
// gives a fresh hour, one that was set forward takes none away for good. Pure but for what it remembers.
import type { Proposal } from '../../protocol/proposal.ts'

const HOUR = 3_600

export interface FilingRate {
  /** Whether the proposer may file one more; `most` an hour, `at` in Unix seconds. */
  readonly allows: (proposer: string, most: number, at: number) => boolean
  readonly count: (proposer: string, at: number) => void
}

/** A run's hour counts what it may do without a person alone. */
export const countsForRate = (proposal: Proposal): boolean =>
  proposal.kind !== 'mail' || proposal.change.ask === 'auto'

/** `known`: what was filed before, as far as it is still there. */
export function openFilingRate(known: () => readonly { proposer: string; at: number }[]): FilingRate {
  let filed: Map<string, number[]> | undefined
  const timesOf = (proposer: string): number[] => {
    if (!filed) {
      filed = new Map()
      for (const each of known()) filed.set(each.proposer, [...(filed.get(each.proposer) ?? []), each.at])
    }
    return filed.get(proposer) ?? []
  }
  const within = (proposer: string, at: number) =>
    timesOf(proposer).filter(time => time > at - HOUR && time <= at)
  return {
    allows: (proposer, most, at) => within(proposer, at).length < most,
    count: (proposer, at) => {
      const times = [...within(proposer, at), at]
      filed?.set(proposer, times)
    },
  }
}
