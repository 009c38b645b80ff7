// The skeleton of every stage: confine this process, prove it, and only then read the first byte of fd 3 and call the
// stage. A stage cannot forget, because it never reads a descriptor itself. Relies on native/confine.ts.
import { fstatSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import * as cap from '../protocol/limits.ts'
import { parseJson } from '../protocol/line.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { type Because, endOf, Start, type StageEnd } from '../protocol/stage.ts'
import { confine, provePool } from '../native/confine.ts'
import { ownProfile } from '../native/ownProfile.ts'
import { endUnconfined } from './endUnconfined.ts'
import { watchRefusals } from './lastRefusal.ts'
import { whyOf } from './why.ts'
import { CHANNEL, endOfError, sendLine } from './stageChannel.ts'

export interface ConfinedTools {
  /** Tells twind how far it is. */
  readonly progress: (done: number, total: number) => void
  /** The sockets that twind relays to the model, fd 4 and up. */
  readonly lanes: readonly Duplex[]
  /** Why the system refused the last call of node:fs that it refused, or the one that threw `error`. */
  readonly why: (error?: unknown) => Because
}

export type Serve = (start: Start, tools: ConfinedTools) => Promise<StageEnd> | StageEnd

/** Confines this process and runs `serve` once. Exits 0 when it is done, 5 when it could not confine, 1 otherwise. */
export function runStage(serve: Serve): void {
  const profile = ownProfile(process.argv)
  if (!profile.ok) return endUnconfined(profile.refusal)
  const confined = confine(profile.value)
  if (!confined.ok) return endUnconfined(confined.refusal)
  // A stage that ends without an answer has not succeeded.
  process.exitCode = 1
  // Whatever is thrown from here on may carry mail in its message: none of it is printed.
  process.on('uncaughtException', error => end(endOfError(error)))
  process.on('unhandledRejection', error => end(endOfError(error)))
  watchRefusals()
  void provePool(profile.value).then(async proof => {
    if (!proof.ok) return endUnconfined(proof.refusal)
    const start = readStart()
    return end(start.ok ? await serve(start.value, toolsFor(start.value)) : endOf(start))
  })
}

function end(line: StageEnd): void {
  sendLine(line)
  process.exit(line.type === 'done' ? 0 : 1)
}

function toolsFor(start: Start): ConfinedTools {
  const lanes = Array.from({ length: start.lanes }, (_, index) =>
    // A lane that fails is a lane less, not a crash: whoever uses it sees it close.
    new Socket({ fd: CHANNEL + 1 + index, readable: true, writable: true }).on('error', () => undefined),
  )
  return {
    progress: (count, total) => sendLine({ type: 'progress', done: count, total }),
    lanes,
    why: whyOf({ ...start, spool: null }, start.lanes),
  }
}

function isSocket(fd: number): boolean {
  try {
    return fstatSync(fd).isSocket()
  } catch {
    return false
  }
}

/** twind's one line. Anything after it, a second line too, is refused: nobody sends one. */
function readStart(): Result<Start> {
  // Where no channel was passed, node has put something of its own at this number.
  if (!isSocket(CHANNEL)) return wrong('bad-request', 'fd 3 is no socket')
  const buffer = Buffer.alloc(cap.LINE_BYTES + 1)
  let length = 0
  while (length <= cap.LINE_BYTES && !buffer.subarray(0, length).includes('\n')) {
    const read = readSync(CHANNEL, buffer, length, buffer.length - length, null)
    if (read === 0) return wrong('not-json', 'the channel ended before a line')
    length += read
  }
  if (length > cap.LINE_BYTES) return wrong('too-long', `the first line is over ${cap.LINE_BYTES} bytes`)
  if (buffer.indexOf('\n') !== length - 1) return wrong('bad-request', 'more than one line was sent')
  const parsed = parseJson(buffer.toString('utf8', 0, length))
  if (!parsed.ok) return wrong('not-json', `the first line is no JSON (${parsed.problem})`)
  const start = Start.safeParse(parsed.value)
  return start.success ? done(start.data) : wrong('wrong-shape', 'the first line is no start line')
}

const wrong = (code: 'too-long' | 'not-json' | 'bad-request' | 'wrong-shape', is: string) =>
  refused(code, { is, wanted: 'one start line of twind on fd 3', fix: 'start the stage through twind' })
