// Takes folders out of the way at once and removes them in the background, in slices, so that a view of 100,000 messages keeps
// nobody waiting. What a crash leaves is swept by its name. Relies on removeTree.ts for what a stage may have left in them.
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { done, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { removal } from '../removeTree.ts'

/** What is on its way out of `home` is called, and only that. */
const OUT = /^\.out-[0-9a-f]{16}$/
/** Files and folders between two moments in which something else may run. */
const SLICE = 100

export interface Removing {
  /** The path is free when this returns. A path where nothing is is no failure. */
  readonly remove: (path: string) => Result<void>
  /** Everything that an earlier process left half removed. */
  readonly sweep: () => Result<void>
  /** Resolves once all of it is gone; `now`: once what is being removed can be left to the next sweep. */
  readonly settle: (how: 'whole' | 'now') => Promise<void>
}

/** `home`: a folder of twind's own on the same file system. `log`: told of what cannot be removed. */
export function removeLater(home: string, log: (line: string) => void): Removing {
  const queue: string[] = []
  let isLeft = false
  let working: Promise<void> | undefined
  const work = async () => {
    for (let path = queue.shift(); path !== undefined && !isLeft; path = queue.shift()) {
      const gone = await removeInSlices(path, () => isLeft)
      if (!gone.ok) log(`what is left of a run cannot be removed: ${gone.refusal.is}`)
    }
    working = undefined
  }
  const begin = (paths: readonly string[]) => {
    queue.push(...paths)
    working ??= work()
  }
  return {
    remove: path => {
      const aside = join(home, `.out-${randomBytes(8).toString('hex')}`)
      const moved = attempt('disk', 'what is left of a run', () => {
        if (!existsSync(path)) return false
        renameSync(path, aside)
        return true
      })
      if (!moved.ok) return moved
      if (moved.value) begin([aside])
      return done(undefined)
    },
    sweep: () => {
      const names = attempt('disk', 'the folder of the runs', () =>
        existsSync(home) ? readdirSync(home) : [],
      )
      if (!names.ok) return names
      begin(names.value.filter(name => OUT.test(name)).map(name => join(home, name)))
      return done(undefined)
    },
    settle: async how => {
      isLeft = how === 'now'
      await working
    },
  }
}

/** Stops between two files where `isLeft` says so. */
async function removeInSlices(path: string, isLeft: () => boolean): Promise<Result<void>> {
  const acts = removal(path)
  for (;;) {
    await setImmediate()
    if (isLeft()) return done(undefined)
    const step = attempt('disk', 'what is left of a run', () => take(acts, SLICE))
    if (!step.ok) return step
    if (step.value) return done(undefined)
  }
}

/** Whether it is at its end. */
function take(acts: Iterator<void>, count: number): boolean {
  for (let taken = 0; taken < count; taken++) if (acts.next().done) return true
  return false
}
