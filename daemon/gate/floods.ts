// How fast an agent may call: so many calls a minute, so many at once. What is over is refused and counted, and the log gets the
// first at once and the rest as one number when the minute is over: a flood must not fill it. People are not counted. Relies on
// `elapsed` never going back.
import { CALLS_AT_ONCE } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'

/** `later` runs `act` after some milliseconds and keeps no process alive for it. `record`: a flood of so many calls of `caller`. */
export interface FloodParts {
  readonly elapsed: () => number
  readonly later: (act: () => void, milliseconds: number) => void
  readonly record: (caller: string, count: number) => void
}
export interface Floods {
  /** Lets a call in; the result is called once when the call is over. `calls`: so many a minute. */
  readonly enter: (caller: string, calls: number) => Result<() => void>
}
interface Window {
  readonly began: number
  calls: number
  inFlight: number
  /** Refused in this minute. */
  refused: number
}

const MINUTE = 60_000

export function openFloods({ elapsed, later, record }: FloodParts): Floods {
  const windows = new Map<string, Window>()

  const windowOf = (caller: string): Window => {
    const last = windows.get(caller)
    if (last && elapsed() < last.began + MINUTE) return last
    const fresh = { began: elapsed(), calls: 0, inFlight: last?.inFlight ?? 0, refused: 0 }
    windows.set(caller, fresh)
    return fresh
  }

  const turnAway = (caller: string, window: Window): void => {
    if (++window.refused > 1) return
    record(caller, 1)
    const left = window.began + MINUTE - elapsed()
    later(() => {
      if (window.refused > 1) record(caller, window.refused - 1)
    }, left)
  }

  return {
    enter: (caller, calls) => {
      const window = windowOf(caller)
      if (window.calls >= calls || window.inFlight >= CALLS_AT_ONCE) {
        turnAway(caller, window)
        return window.calls >= calls ? tooMany(`${calls} calls in a minute`) : atOnce
      }
      window.calls++
      window.inFlight++
      return done(() => void windowOf(caller).inFlight--)
    },
  }
}

const tooMany = (most: string) =>
  refused('too-many', {
    is: `this agent made more than ${most}`,
    wanted: `at most ${most}`,
    fix: 'wait a moment, then call again',
  })
const atOnce = tooMany(`${CALLS_AT_ONCE} calls at once`)
