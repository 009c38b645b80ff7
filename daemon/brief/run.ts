// The life of a run's folder, state/runs/brief.<id>/: opened, marked finished, and removed when it is old, failed or left
// by a crash. Relies on the brief's lock being held: a folder without the mark then belongs to nobody who still lives.
import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { RUNS_KEPT } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { privateFolder } from '../privateFolder.ts'
import { ASIDE, removeTree } from '../removeTree.ts'

const NAME = /^brief\.([0-9]{10,12})-[0-9a-f]{16}$/
const MARK = 'finished'

/** An empty folder for one run; `now` in Unix seconds is the first part of its id. */
export function openRun(runs: string, now: number): Result<string> {
  const checked = privateFolder(runs)
  if (!checked.ok) return checked
  const name = `brief.${String(now).padStart(10, '0')}-${randomBytes(8).toString('hex')}`
  return attempt('disk', 'the folder of this run', () => {
    const folder = join(runs, name)
    mkdirSync(folder, { mode: 0o700 })
    return folder
  })
}

/** Marks the run as worth keeping for a while, or removes it. What cannot be removed is swept by a later run. */
export function closeRun(folder: string, worthKeeping: boolean): Result<void> {
  return attempt('disk', 'the folder of this run', () => {
    if (worthKeeping) writeFileSync(join(folder, MARK), '', { mode: 0o600 })
    else removeTree(folder)
  })
}

/** The newest finished run: its folder, and when it began, Unix seconds. Undefined where there is none. */
export function latestRun(runs: string): Result<{ folder: string; began: number } | undefined> {
  return attempt('disk', 'the folder of the runs', () => {
    const name = existsSync(runs) ? readdirSync(runs).filter(isFinished(runs)).sort().at(-1) : undefined
    return name === undefined ? undefined : { folder: join(runs, name), began: Number(NAME.exec(name)?.[1]) }
  })
}

const isFinished = (runs: string) => (name: string) => NAME.test(name) && existsSync(join(runs, name, MARK))

/**
 * Removes every run but `own`, which is under way, and so many of the newest finished ones that `RUNS_KEPT` are left with it; how
 * many. Refused with the last that cannot be removed, once all others are.
 */
export function sweepRuns(runs: string, own: string): Result<number> {
  const names = attempt('disk', 'the folder of the runs', () => readdirSync(runs).sort().reverse())
  if (!names.ok) return names
  const others = names.value.filter(name => name !== basename(own))
  const kept = new Set(others.filter(isFinished(runs)).slice(0, RUNS_KEPT - 1))
  let swept: Result<number> = done(0)
  let removed = 0
  for (const name of others) {
    if (kept.has(name) || !(NAME.test(name) || name.startsWith(ASIDE))) continue
    const gone = attempt('disk', 'an old run', () => removeFolder(join(runs, name)))
    if (gone.ok) removed++
    else swept = gone
  }
  return swept.ok ? done(removed) : swept
}

function removeFolder(path: string): void {
  if (lstatSync(path).isDirectory()) removeTree(path)
}
