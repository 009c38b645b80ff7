// One session of an account at a time: whoever comes second waits until the first is closed, and gives up after a while. Relies on
// nobody else in this process starting an adapter.
import { ADAPTER_SECONDS } from '../../protocol/limits.ts'

export interface SessionTurns {
  /** Resolves to what ends the turn; undefined where it did not come in time, or `signal` ended the waiting. */
  readonly enter: (account: string, signal: AbortSignal) => Promise<(() => void) | undefined>
}

export function sessionTurns(): SessionTurns {
  const held = new Map<string, Promise<void>>()
  return {
    enter: async (account, signal) => {
      const before = held.get(account)
      let leave: () => void = () => undefined
      const mine = new Promise<void>(resolve => (leave = resolve))
      const line = (before ?? Promise.resolve()).then(() => mine)
      held.set(account, line)
      void line.then(() => held.get(account) === line && held.delete(account))
      if (before && !(await inTime(before, signal))) {
        leave()
        return undefined
      }
      return leave
    },
  }
}

function inTime(before: Promise<void>, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    const give = (answer: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(answer)
    }
    const onAbort = () => give(false)
    const timer = setTimeout(() => give(false), ADAPTER_SECONDS * 1_000)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    void before.then(() => give(true))
  })
}
