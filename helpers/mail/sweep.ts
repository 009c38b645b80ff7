// Removes what was left behind in state/mail: requests nobody claimed, claims and half-written files of killed helpers, answers
// nobody read, copies of the index. By age in either direction, since a clock may have been set back. Relies on contents.ts to
// have told our files from foreign ones.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { COPY_STALE_SECONDS, STALE_SECONDS } from '../../protocol/limits.ts'
import type { Contents, Entry } from './contents.ts'

/** Sweeps `folder` and returns how many files went. `now`: milliseconds since 1970. */
export function sweep(folder: string, { entries }: Contents, now: number): number {
  const stale = entries.filter(entry => isStale(entry, now))
  for (const { name } of stale) rmSync(join(folder, name), { force: true })
  return stale.length
}

/** A copy in the making is written to all the time, and an open one has no name any more. */
function isStale({ kind, changed }: Entry, now: number): boolean {
  const seconds = kind === 'copy' ? COPY_STALE_SECONDS : STALE_SECONDS
  return Math.abs(now - changed) > seconds * 1_000
}
