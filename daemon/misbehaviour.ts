// The one place where another process's misbehaviour (crashed, late, too long, not JSON, wrong shape, not confined) becomes a
// refusal. Pure. Relies on spawn.ts to say how a child ended; what the child printed is data here, cut and without controls.
import { type Refusal, refused } from '../protocol/refusal.ts'
import { cut } from '../protocol/text/cut.ts'
import type { LineFault } from './channelLines.ts'

export type Stop = 'late' | 'interrupted' | LineFault
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it could not be started, for example ENOENT. */
  readonly startError: string | undefined
  readonly stopped: Stop | undefined
  readonly stdout: string
  readonly stderr: string
  /** Whether it printed more than was kept. */
  readonly cut: boolean
}
/** How a child ended, as a refusal; undefined where it ended well. `wanted`: the exit code that goes with what it said. */
export function misbehaviour(name: string, end: Ending, wanted = 0): Refusal | undefined {
  if (end.stopped) return stoppedBecause(name, end.stopped)
  if (end.startError)
    return unbuilt(name, end.startError) ?? crashed(name, `cannot be started (${end.startError})`)
  if (end.code === 5) return notConfined(name, end.stderr)
  if (end.signal) return crashed(name, `was killed (${end.signal})`)
  return end.code === wanted ? undefined : crashed(name, `ended with code ${end.code}`)
}

/** A child that ended without doing its part; `is`: the predicate. */
export const crashed = (name: string, is: string): Refusal => ({
  code: 'crashed',
  is: `${name} ${is}`,
  wanted: 'an answer and exit code 0',
  fix: 'run the same command again',
})

/** Without its launcher a helper is not started at all, and trying again does not help. */
const unbuilt = (name: string, errno: string): Refusal | undefined =>
  errno === 'ENOENT' || errno === 'EACCES'
    ? {
        code: 'cannot-confine',
        is: `${name} cannot be started under its profile (${errno})`,
        wanted: 'the launcher that was built for this machine',
        fix: 'run "npm run build"',
      }
    : undefined

/** The launcher and the proof say on stderr what the kernel lacks; their text is data here, cut and without controls. */
function notConfined(name: string, stderr: string): Refusal {
  const said = cut((stderr.trim().split('\n')[0] ?? '').replace(/\p{C}/gu, ' '), 300)
  return {
    code: 'cannot-confine',
    is: `${name} is not confined${said ? ` (${said})` : ''}`,
    wanted: 'a kernel that enforces its profile, proven by trying',
    fix: 'run "twin mail diagnose" to see what is refused and what is not',
  }
}

function stoppedBecause(name: string, why: Stop): Refusal {
  const IS = {
    late: 'did not end in time and was killed',
    interrupted: 'was stopped from outside',
    'too-long': 'wrote a line or a number of lines over the cap and was killed',
    'not-json': 'wrote a line that is not JSON and was killed',
    'wrong-shape': 'wrote a line of an unknown shape and was killed',
  }
  const { refusal } = refused(why, {
    is: `${name} ${IS[why]}`,
    wanted: why === 'interrupted' ? 'to be left running' : 'lines of the stage contract, in time',
    fix: 'run the same command again',
  })
  return refusal
}
