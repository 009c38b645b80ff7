// Who may use the state: one twind, or one call that does in its own process what twind would do. A second twind is refused and
// named the first; calls wait for each other a bounded time; a twind that starts meanwhile keeps its place and waits, and no
// new call begins before it. Relies on contender.ts: nothing that kill -9 leaves blocks anybody.
import { setTimeout as pause } from 'node:timers/promises'
import { LOCK_SECONDS } from '../protocol/limits.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { type Contender, contender, type Lock, type Rival } from './contender.ts'

/** Milliseconds between two looks, and looks that one which placed its file first takes at those that should give way. */
const PAUSE = 25
const LOOKS = 40
const BOTH = ['twind', 'call'] as const

/** `onWait`: called once, with the process that is waited for. */
export interface Waiting {
  readonly signal: AbortSignal
  readonly onWait: (pid: number) => void
}

/** The lock of a resident twind in `folder`, however long a call takes; refused (`busy`) where another twind lives. */
export async function takeTwindLock(folder: string, { signal, onWait }: Waiting): Promise<Result<Lock>> {
  const own = await contender(folder, 'twind')
  if (!own.ok) return own
  const first = await placeAsTwind(own.value)
  if (!first.ok) return first
  for (let isTold = false; ; isTold = true) {
    const [call] = await own.value.rivals(['call'])
    if (!call) return done({ release: own.value.remove })
    if (signal.aborted) break
    if (!isTold) onWait(call.pid)
    await pause(PAUSE)
  }
  own.value.remove()
  return interrupted
}

/** Places the file where no other twind lives; of two at once the one whose file comes first by name stays. */
async function placeAsTwind({ name, place, remove, rivals }: Contender): Promise<Result<void>> {
  const [before] = await rivals(['twind'])
  if (before) return running(before)
  const placed = place()
  if (!placed.ok) return placed
  for (let look = 0; ; look++) {
    const [other] = await rivals(['twind'])
    if (!other) return done(undefined)
    if (other.name < name || look === LOOKS) {
      remove()
      return running(other)
    }
    await pause(PAUSE)
  }
}

/**
 * What a call gets: the lock, or null once a twind answers instead, which `isAnswered` finds out. Refused (`busy`) after
 * LOCK_SECONDS.
 */
export async function takeCallLock(
  folder: string,
  { signal, isAnswered }: { readonly signal: AbortSignal; readonly isAnswered: () => Promise<boolean> },
): Promise<Result<Lock | null>> {
  const own = await contender(folder, 'call')
  if (!own.ok) return own
  const looks = (LOCK_SECONDS * 1_000) / PAUSE
  let inTheWay: Rival | undefined
  for (let look = 0; look < looks && !signal.aborted; look++) {
    const tried = await tryCall(own.value)
    if (!tried.ok) return tried
    if (!tried.value.rival) return done({ release: own.value.remove })
    inTheWay = tried.value.rival
    if (inTheWay.kind === 'twind' && (await isAnswered())) return done(null)
    await pause(PAUSE)
  }
  return signal.aborted ? interrupted : busy(inTheWay)
}

/** Whoever is in the way, after its own file is gone again; nobody, and then the file stays. */
async function tryCall({ name, place, remove, rivals }: Contender): Promise<Result<{ rival?: Rival }>> {
  const [before] = await rivals(BOTH)
  if (before) return done({ rival: before })
  const placed = place()
  if (!placed.ok) return placed
  if (!placed.value) return done({ rival: { kind: 'call', pid: process.pid, name } })
  for (let look = 0; ; look++) {
    const others = await rivals(BOTH)
    if (others.length === 0) return done({})
    const stronger = others.find(other => other.kind === 'twind' || other.name < name || look === LOOKS)
    if (stronger) {
      remove()
      return done({ rival: stronger })
    }
    await pause(PAUSE)
  }
}

const running = ({ pid }: Rival) =>
  refused('busy', {
    is: `twind runs already, as process ${pid}`,
    wanted: 'one twind for one state folder',
    fix: `use the one that runs, or end it: kill ${pid}`,
  })

const busy = (rival: Rival | undefined) =>
  refused('busy', {
    is: `another ${rival?.kind === 'twind' ? 'twind' : 'call'} has used the state for ${LOCK_SECONDS} s${rival ? `, as process ${rival.pid}` : ''}`,
    wanted: 'one at a time where no twind answers',
    fix: 'wait until it is done; "twin daemon" lets calls run side by side',
  })

const interrupted = refused('interrupted', {
  is: 'it was interrupted while it waited for another call',
  wanted: 'the lock of the state folder',
  fix: 'run it again',
})
