// The time that expiry goes by: it never runs back, whatever the machine's clock does, so that nothing that has expired comes to
// life again. The latest time that was seen is kept in the state database. Relies on settings.ts.
import type { Database } from 'better-sqlite3'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import { settings } from '../settings.ts'

export interface SpoolClock {
  /** Unix seconds, at least the latest that was ever kept. */
  readonly seconds: () => number
  /** The same, and keeps it. Refused ("disk") where it cannot be kept. */
  readonly keep: () => Result<number>
}

const KEY = 'spool.clock'

/** `now`: milliseconds since 1970. */
export function openSpoolClock(database: Database, now: () => number): Result<SpoolClock> {
  const { get, put } = settings(database)
  const read = attemptDatabase(() => get(KEY))
  if (!read.ok) return read
  let kept = Number(read.value ?? 0)
  if (!Number.isSafeInteger(kept)) kept = 0
  const seconds = () => Math.max(kept, Math.floor(now() / 1_000))
  const keep = (): Result<number> => {
    const time = seconds()
    if (time === kept) return done(time)
    const written = attemptDatabase(() => put(KEY, String(time)))
    if (written.ok) kept = time
    return written.ok ? done(time) : written
  }
  return done({ seconds, keep })
}
