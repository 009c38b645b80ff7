// The only file of the daemon that starts a process. A child leads its own process group, which is killed whole; how it ended
// becomes a refusal in misbehaviour.ts. Relies on 'pipe' slots being unix socketpairs (sandbox.md 3.2) and on the launcher's
// parent-death signal.
import { type ChildProcess, spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { errnoOf } from '../files/errnoOf.ts'
import { CHILD_EXIT_SECONDS, CHILD_TEXT_BYTES } from '../protocol/limits.ts'
import { becauseOf } from '../protocol/becauseOf.ts'
import { encodeLine } from '../protocol/line.ts'
import { done, type Result } from '../protocol/refusal.ts'
import type { Because, StageEnd, Start, Why } from '../protocol/stage.ts'
import { LONGEST_TIMER } from './longestTimer.ts'
import { crashed, type Ending, misbehaviour, type Stop } from './misbehaviour.ts'
import { stageLines } from './stageLines.ts'

/** `name`: folder = process = log name. `env`: the whole environment of the child. */
export interface Command {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}
/** `milliseconds`: until the whole group is killed; Infinity: never. */
export interface Bounds {
  readonly milliseconds: number
  readonly signal?: AbortSignal | undefined
}
export interface StageTask extends Bounds {
  readonly start: Start
  /** Called once a lane, before the stage can use it. */
  readonly onLane: (lane: Duplex) => void
  readonly onProgress: (done: number, total: number) => void
  /** What a stage is told that asks why it was refused something. */
  readonly because?: (why: Why) => Because
  /** A program of the person's may end with code 0 and say nothing: that is done. */
  readonly maySayNothing?: boolean
}
/** How a stage ends that did not refuse. */
export type Unrefused = Exclude<StageEnd, { type: 'refused' }>

export interface Live {
  readonly child: ChildProcess | undefined
  readonly ended: Promise<Ending>
  readonly stop: (why: Stop) => void
}

const groups = new Set<number>()
process.on('exit', () => groups.forEach(killGroup))

/**
 * Runs a stage to its end: writes `start` on fd 3, reads its lines, hands out its lanes. The stage is gone when this
 * resolves, so that its output can be read. Refused with what the stage said or with how it misbehaved.
 */
export async function spawnStage(command: Command, task: StageTask): Promise<Result<Unrefused>> {
  const live = begin(command, { ...task, slots: 1 + task.start.lanes })
  const [channel, ...lanes] = duplexes(live.child)
  const lines = stageLines(task.onProgress, why => {
    channel?.write(encodeLine(task.because?.(why) ?? becauseOf(why, NOTHING_GRANTED)))
  })
  let waiting: NodeJS.Timeout | undefined
  channel?.on('error', () => undefined)
  channel?.on('data', (bytes: Buffer) => {
    const fault = lines.push(bytes)
    if (fault) live.stop(fault)
    else if (lines.end()) waiting ??= setTimeout(() => live.stop('late'), CHILD_EXIT_SECONDS * 1_000)
  })
  for (const lane of lanes) task.onLane(lane)
  channel?.write(encodeLine(task.start))
  const outcome = await live.ended
  clearTimeout(waiting)
  const end = lines.end()
  // A stage that could not finish says so and exits 1; what it says counts only when it then ended by itself.
  const said = end?.type === 'again' || end?.type === 'refused' ? 1 : 0
  const refusal = misbehaviour(command.name, outcome, said)
  if (refusal) return { ok: false, refusal }
  if (end?.type === 'refused') return { ok: false, refusal: end.refusal }
  if (end) return done(end)
  return task.maySayNothing
    ? done({ type: 'done', report: null })
    : { ok: false, refusal: crashed(command.name, 'ended without an answer') }
}

/** Of a stage whose starter knows more, `because` tells it. */
const NOTHING_GRANTED = { reads: [], writes: [], lanes: 0 }

/** Runs a program that has no channel to its end, and gives what it printed. Refused when it fails in any way. */
export async function spawnProgram(command: Command, bounds: Bounds): Promise<Result<string>> {
  const outcome = await begin(command, { ...bounds, slots: 0 }).ended
  const refusal = misbehaviour(command.name, outcome)
  return refusal ? { ok: false, refusal } : done(outcome.stdout)
}

/** `slots`: sockets from fd 3 up. `bytes`: how many are kept of stdout and of stderr, CHILD_TEXT_BYTES unless told. */
export interface Held extends Bounds {
  readonly slots: number
  readonly bytes?: number
}

/** Starts a child. What it does with its sockets is for the caller to judge. */
export function begin(command: Command, bounds: Held): Live {
  const child = started(command, bounds.slots)
  if (typeof child === 'string')
    return { child: undefined, ended: Promise.resolve(unstarted(child)), stop: () => undefined }
  const { pid } = child
  if (pid !== undefined) groups.add(pid)
  let stopped: Stop | undefined
  const stop = (why: Stop) => {
    stopped ??= why
    if (pid !== undefined) killGroup(pid)
  }
  const onAbort = () => stop('interrupted')
  const { milliseconds } = bounds
  const timer =
    milliseconds === Infinity
      ? undefined
      : setTimeout(() => stop('late'), Math.min(milliseconds, LONGEST_TIMER))
  bounds.signal?.addEventListener('abort', onAbort)
  if (bounds.signal?.aborted) onAbort()
  const ended = ending(child, bounds.bytes ?? CHILD_TEXT_BYTES).then(end => {
    clearTimeout(timer)
    bounds.signal?.removeEventListener('abort', onAbort)
    if (pid !== undefined) groups.delete(pid)
    return { ...end, stopped }
  })
  return { child, ended, stop }
}

/** The child, or the system's name for why there is none: some reasons are thrown (E2BIG), others come as an event. */
function started(command: Command, slots: number): ChildProcess | string {
  const pipes = Array.from({ length: slots }, () => 'pipe' as const)
  try {
    return spawn(command.file, [...command.args], {
      env: { ...command.env },
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...pipes],
    })
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return errno
  }
}

const unstarted = (startError: string): Ending => ({
  code: null,
  signal: null,
  startError,
  stopped: undefined,
  stdout: '',
  stderr: '',
  cut: false,
})

function ending(child: ChildProcess, bytes: number): Promise<Omit<Ending, 'stopped'>> {
  const stdout = keep(child.stdout, bytes)
  const stderr = keep(child.stderr, bytes)
  return new Promise(resolve => {
    const finish = (end: Pick<Ending, 'code' | 'signal' | 'startError'>) =>
      resolve({ ...end, stdout: stdout.text(), stderr: stderr.text(), cut: stdout.cut() || stderr.cut() })
    child.once('error', error => {
      if (child.pid === undefined)
        finish({ code: null, signal: null, startError: 'code' in error ? String(error.code) : 'unknown' })
    })
    child.once('exit', () => {
      if (child.pid !== undefined) killGroup(child.pid)
      setTimeout(() => child.stdio.forEach(slot => slot?.destroy()), CHILD_EXIT_SECONDS * 1_000).unref()
    })
    child.once('close', (code, signal) => finish({ code, signal, startError: undefined }))
  })
}

/** Keeps the first bytes of a stream and lets the rest go, so that a child can neither fill memory nor block. */
function keep(
  stream: NodeJS.ReadableStream | null,
  most: number,
): { text: () => string; cut: () => boolean } {
  const kept: Buffer[] = []
  let left = most
  let isCut = false
  stream?.on('data', (bytes: Buffer) => {
    if (left > 0) kept.push(bytes.subarray(0, left))
    isCut ||= bytes.length > left
    left -= Math.min(left, bytes.length)
  })
  stream?.on('error', () => undefined)
  return { text: () => Buffer.concat(kept).toString('utf8'), cut: () => isCut }
}

/** The sockets of a child, from fd 3 up. */
export function duplexes(child: ChildProcess | undefined): Duplex[] {
  const slots: readonly unknown[] = child?.stdio ?? []
  return slots.slice(3).filter(slot => slot instanceof Duplex)
}

/** SIGKILL for every process of the group; one that is gone already is no failure. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    groups.delete(pid)
  }
}
