// A queue of one: work is done in the order in which it came, one piece at a time, and only so many may wait. Pure.

export interface Queue {
  /** What `work` came to, or undefined where too many wait already or `signal` ended the waiting before its turn. */
  readonly enter: <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T | undefined>
}

/** A queue that holds at most `most`, the piece under way included. */
export function oneAtATime(most: number): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let held = 0
  return {
    enter: async (work, signal) => {
      if (held >= most || signal.aborted) return undefined
      held++
      const before = last
      const turn = before.then(() => (signal.aborted ? undefined : work()))
      last = turn.catch(() => undefined)
      return turn.finally(() => held--)
    },
  }
}
