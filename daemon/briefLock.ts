// At most one brief at a time. Each contender has a file of its own, named by process id and start time, so that a stale
// one (kill -9, reboot) can be removed without a race: no later process can own that name. Relies on open with O_EXCL.
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errnoOf } from '../files/errnoOf.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { attempt } from './attempt.ts'
import { privateFolder } from './privateFolder.ts'
import { processStart } from './processStart.ts'

const NAME = /^brief\.([1-9][0-9]{0,9})\.([0-9A-Za-z-]{1,80})$/
/** Looks, and milliseconds between two: a contender that gives way is gone by then, one that holds the lock is not. */
const LOOKS = 20
const PAUSE = 50

export interface Lock {
  readonly release: () => void
}

/**
 * The lock in `folder`; refused as `busy` while another living process, or this one, holds it. Of several that start at
 * once the one whose file comes first by name waits for the others to give way.
 */
export async function takeBriefLock(folder: string): Promise<Result<Lock>> {
  const checked = privateFolder(folder)
  if (!checked.ok) return checked
  const start = await processStart(process.pid)
  if (start === undefined) throw new Error('Cannot lock: the start of this process is unknown, wanted a time')
  const own = `brief.${process.pid}.${start}`
  const placed = attempt('config', 'the lock of the brief', () => place(join(folder, own)))
  if (!placed.ok) return placed
  if (!placed.value) return busy
  const release = () => rmSync(join(folder, own), { force: true })
  for (let look = 0; look < LOOKS; look++) {
    const others = await livingOthers(folder, own)
    if (others.length === 0) return done({ release })
    if (others.some(name => name < own)) break
    await pause(PAUSE)
  }
  release()
  return busy
}

const busy = refused('busy', {
  is: 'another brief is being made',
  wanted: 'one brief at a time',
  fix: 'wait until it is done, or end it',
})

/** False when this very process holds the lock already. */
function place(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
}

/** The files of other processes that live; those of dead ones are removed. */
async function livingOthers(folder: string, own: string): Promise<string[]> {
  const living: string[] = []
  for (const name of readdirSync(folder)) {
    const match = NAME.exec(name)
    if (name === own || !match) continue
    if ((await processStart(Number(match[1]))) === match[2]) living.push(name)
    else rmSync(join(folder, name), { recursive: true, force: true })
  }
  return living
}
