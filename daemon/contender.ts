// A process that contends for a lock, as a file of its own, named by what it is, process id and start time: a stale one (kill
// -9, reboot) can be removed without a race, since no later process can own that name. Relies on open with O_EXCL: of two
// that both place their file before they look, each sees the other.
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../files/errnoOf.ts'
import { done, type Result } from '../protocol/refusal.ts'
import { attempt } from './attempt.ts'
import { privateFolder } from './privateFolder.ts'
import { processStart } from './processStart.ts'

const NAME = /^([a-z]{1,16})\.([1-9][0-9]{0,9})\.([0-9A-Za-z-]{1,80})$/

/** `brief`: makes one. `twind`: is resident. `call`: does in its own process what twind would do. */
export type Contention = 'brief' | 'twind' | 'call'
export interface Rival {
  readonly kind: string
  readonly pid: number
  /** Orders rivals that placed their files at once: the least goes on, the others give way. */
  readonly name: string
}
export interface Contender {
  readonly name: string
  /** False when this very process has placed it already. */
  readonly place: () => Result<boolean>
  readonly remove: () => void
  /** Other living contenders of these kinds; the files of dead ones are removed. */
  readonly rivals: (kinds: readonly Contention[]) => Promise<readonly Rival[]>
}

export interface Lock {
  readonly release: () => void
}

/** This process as a contender of `kind` in `folder`, which is made where it is missing; nothing is placed yet. */
export async function contender(folder: string, kind: Contention): Promise<Result<Contender>> {
  const checked = privateFolder(folder)
  if (!checked.ok) return checked
  const start = await processStart(process.pid)
  if (start === undefined) throw new Error('Cannot lock: the start of this process is unknown, wanted a time')
  const name = `${kind}.${process.pid}.${start}`
  const path = join(folder, name)
  return done({
    name,
    place: () => attempt('config', `the lock folder ${folder}`, () => create(path)),
    remove: () => rmSync(path, { force: true }),
    rivals: kinds => livingRivals(folder, name, kinds),
  })
}

function create(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
}

async function livingRivals(
  folder: string,
  own: string,
  kinds: readonly Contention[],
): Promise<readonly Rival[]> {
  const living: Rival[] = []
  for (const name of readdirSync(folder)) {
    const [, kind = '', pid, start] = NAME.exec(name) ?? []
    if (name === own || !kinds.some(one => one === kind)) continue
    if ((await processStart(Number(pid))) === start) living.push({ kind, pid: Number(pid), name })
    else rmSync(join(folder, name), { recursive: true, force: true })
  }
  return living
}
