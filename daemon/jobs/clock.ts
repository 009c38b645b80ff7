// The clock that the schedule goes by: the wall, which may be set; a monotonic one, which may stop while the machine sleeps; a
// timer; and the time zone, which a traveller changes while twind runs. Relies on /etc/localtime being a link into the zones.
import { readlinkSync } from 'node:fs'
import { attempt } from '../attempt.ts'
import { isZone, ownTimeZone } from '../localTime.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds since any moment; never goes back. */
  readonly monotonic: () => number
  /** Calls `act` once, not before `milliseconds` of waking time have passed; the result takes it back. */
  readonly after: (milliseconds: number, act: () => void) => () => void
  readonly zone: () => string
}

const LOCALTIME = '/etc/localtime'

/** The real clock, with `now` for the wall. */
export const realClock = (now: () => number): Clock => ({
  now,
  monotonic: () => performance.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
  zone: systemZone,
})

/** The zone as it is now: the engine keeps the one that it began with until the process ends. */
function systemZone(): string {
  const own = ownTimeZone()
  if (process.env['TZ']) return own
  const link = attempt('config', LOCALTIME, () => readlinkSync(LOCALTIME))
  const named = link.ok ? /\/zoneinfo\/(.+)$/.exec(link.value)?.[1] : undefined
  return named !== undefined && isZone(named) ? named : own
}
