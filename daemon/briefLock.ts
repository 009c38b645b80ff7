// At most one brief at a time. Each contender has a file of its own, named by process id and start time, so that a stale
// one (kill -9, reboot) can be removed without a race: no later process can own that name. Relies on open with O_EXCL.
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { attempt, errnoOf } from './attempt.ts'
import { privateFolder } from './privateFolder.ts'
import { processStart } from './processStart.ts'

const NAME = /^brief\.([1-9][0-9]{0,9})\.([0-9A-Za-z-]{1,80})$/
/** Two that start at the same instant see each other and both step back; each comes again after its own short while. */
const TRIES = 5

export interface Lock {
  readonly release: () => void
}

/** The lock in `folder`; refused as `busy` while another living process, or this one, holds it. */
export async function takeBriefLock(folder: string): Promise<Result<Lock>> {
  const checked = privateFolder(folder)
  if (!checked.ok) return checked
  const start = await processStart(process.pid)
  if (start === undefined) throw new Error('Cannot lock: the start of this process is unknown, wanted a time')
  const own = join(folder, `brief.${process.pid}.${start}`)
  for (let tries = 0; tries < TRIES; tries++) {
    const placed = attempt('busy', 'the lock of the brief', () => place(own))
    if (!placed.ok) return placed
    if (!placed.value) return busy
    if (!(await othersLive(folder, own))) return done({ release: () => rmSync(own, { force: true }) })
    rmSync(own, { force: true })
    await pause(randomInt(20, 100))
  }
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

/** Whether a living process has a file here; the files of dead ones are removed. */
async function othersLive(folder: string, own: string): Promise<boolean> {
  let alive = false
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const match = NAME.exec(name)
    if (path === own || !match) continue
    if ((await processStart(Number(match[1]))) === match[2]) alive = true
    else rmSync(path, { force: true })
  }
  return alive
}
