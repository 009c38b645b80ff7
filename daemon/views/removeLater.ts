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
const SLICE = 20

export interface Removing {
  /** The path is free when this returns. A path where nothing is is no failure. */
  readonly remove: (path: string) => Result<void>
  /** Everything that an earlier process left half removed. */
  readonly sweep: () => Result<void>
  /** Resolves once what was to be removed by now is gone. */
  readonly idle: () => Promise<void>
  /** Resolves once all of it is gone; `now`: once what is being removed can be left to the next sweep. */
  readonly settle: (how: 'whole' | 'now') => Promise<void>
}

/** What is still to be removed. `isLeft`: the rest is for the next sweep. */
interface Queue {
  readonly paths: string[]
  readonly log: (line: string) => void
  isLeft: boolean
  working: Promise<void> | undefined
}

/** `home`: a folder of twind's own on the same file system. `log`: told of what cannot be removed. */
export function removeLater(home: string, log: (line: string) => void): Removing {
  const queue: Queue = { paths: [], log, isLeft: false, working: undefined }
  return {
    remove: path => {
      const aside = join(home, `.out-${randomBytes(8).toString('hex')}`)
      const moved = attempt('disk', 'what is left of a run', () => {
        const isThere = existsSync(path)
        if (isThere) renameSync(path, aside)
        return isThere ? [aside] : []
      })
      return moved.ok ? done(enqueue(queue, moved.value)) : moved
    },
    sweep: () => {
      const names = attempt('disk', 'the folder of the runs', () =>
        existsSync(home) ? readdirSync(home).filter(name => OUT.test(name)) : [],
      )
      if (!names.ok) return names
      const paths = names.value.map(name => join(home, name))
      return done(
        enqueue(
          queue,
          paths.filter(path => !queue.paths.includes(path)),
        ),
      )
    },
    idle: async () => queue.working,
    settle: async how => {
      queue.isLeft = how === 'now'
      await queue.working
    },
  }
}

function enqueue(queue: Queue, paths: readonly string[]): void {
  queue.paths.push(...paths)
  if (queue.paths.length > 0) queue.working ??= work(queue)
}

/** The first of the queue stays in it until it is gone. */
async function work(queue: Queue): Promise<void> {
  for (let [path] = queue.paths; path !== undefined; [path] = queue.paths) {
    const gone = await removeInSlices(path, () => queue.isLeft)
    if (!gone.ok) queue.log(`what is left of a run cannot be removed: ${gone.refusal.is}`)
    queue.paths.shift()
  }
  queue.working = undefined
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
