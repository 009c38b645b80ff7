// Whether the state folder is still the one that was opened: a twind whose folder was removed, or taken away and made anew, would
// go on with files that nobody sees, beside a second twind that knows nothing of it. Relies on a folder that is made again being
// made at another time, or having another number.
import { lstatSync } from 'node:fs'
import { refused, type Result } from '../protocol/refusal.ts'
import { attempt } from './attempt.ts'

export interface StateWatch {
  /** Looks now. */
  readonly look: () => void
  readonly stop: () => void
}

/** Looks every `every` milliseconds, and when it is told to; `onGone` is called once. What cannot be looked at counts as gone. */
export function watchState(folder: string, every: number, onGone: () => void): StateWatch {
  const opened = identity(folder)
  const stop = () => clearInterval(timer)
  let isGone = false
  const look = () => {
    if (isGone || identity(folder) === opened) return
    isGone = true
    stop()
    onGone()
  }
  const timer = setInterval(look, every)
  return { look, stop }
}

/** '' where it is not there, or cannot be looked at. */
function identity(folder: string): string {
  const seen = attempt('disk', 'the state folder', () => lstatSync(folder, { throwIfNoEntry: false }))
  if (!seen.ok || !seen.value) return ''
  return [seen.value.dev, seen.value.ino, seen.value.birthtimeMs].join(' ')
}

/** What ends a twind whose state is gone. */
export const stateGone = (folder: string): Result<never> =>
  refused('disk', {
    is: `the state folder ${folder} was removed, or is another one now, while twind ran`,
    wanted: 'the folder that twind opened when it started, for as long as it runs',
    fix: 'start twind again: it begins a new one where there is none',
  })
