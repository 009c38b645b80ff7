// At most one brief at a time. Of several that start at once, the one whose file comes first by name waits for the others to
// give way. Relies on contender.ts.
import { setTimeout as pause } from 'node:timers/promises'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { contender, type Lock } from './contender.ts'

/** Looks, and milliseconds between two: a contender that gives way is gone by then, one that holds the lock is not. */
const LOOKS = 20
const PAUSE = 50

/** The lock in `folder`; refused as `busy` while another living process, or this one, holds it. */
export async function takeBriefLock(folder: string): Promise<Result<Lock>> {
  const own = await contender(folder, 'brief')
  if (!own.ok) return own
  const { name, place, remove, rivals } = own.value
  const placed = place()
  if (!placed.ok) return placed
  if (!placed.value) return busy
  for (let look = 0; look < LOOKS; look++) {
    const others = await rivals(['brief'])
    if (others.length === 0) return done({ release: remove })
    if (others.some(other => other.name < name)) break
    await pause(PAUSE)
  }
  remove()
  return busy
}

const busy = refused('busy', {
  is: 'another brief is being made',
  wanted: 'one brief at a time',
  fix: 'wait until it is done, or end it',
})
