// The other end of a door: makes one call of the twind that listens there. What comes back is parsed as strictly as what goes in.
// Relies on node:http for the framing. Only connecting has a time limit: a call takes as long as it takes, and closing ends it.
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { errnoOf } from '../../files/errnoOf.ts'
import { CALL_BYTES } from '../../protocol/limits.ts'
import { encodeLine } from '../../protocol/line.ts'
import type { Outcome } from '../../protocol/call.ts'
import { refused, type Result } from '../../protocol/refusal.ts'
import type { Asked } from '../world.ts'
import { answerLines } from './answerLines.ts'
import type { Io } from '../io.ts'

/** Nobody listens: no socket, or one that a killed twind left. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ENAMETOOLONG', 'EINVAL', 'ENOTSOCK'])
/** Milliseconds that twind gets to take a connection. */
const CONNECT = 5_000

/**
 * What comes of `asked` at the door at `path`; undefined where no twind listens there, and then nothing was done. Aborting
 * `io.signal` closes the connection, which aborts the call.
 */
export function askDoor(path: string, asked: Asked, io: Io): Promise<Result<Outcome> | undefined> {
  const { name, ...call } = asked
  const body = encodeLine(call)
  if (Buffer.byteLength(body) > CALL_BYTES) return Promise.resolve(tooLong)
  if (io.signal.aborted) return Promise.resolve(interrupted)
  return new Promise(resolve => {
    const request = httpRequest({
      socketPath: path,
      method: 'POST',
      path: `/operations/${name}`,
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/x-ndjson',
        connection: 'close',
      },
    })
    const settle = (result: Result<Outcome> | undefined) => {
      io.signal.removeEventListener('abort', onAbort)
      request.destroy()
      resolve(result)
    }
    const onAbort = () => settle(interrupted)
    io.signal.addEventListener('abort', onAbort, { once: true })
    giveUpConnecting(request, () => settle(silent))
    request.on('error', error => settle(ABSENT.has(errnoOf(error) ?? '') ? undefined : cutOff))
    request.on('response', response => readAnswer(response, io.progress, settle))
    request.end(body)
  })
}

/** Whether a twind takes connections at `path`. */
export function isListening(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    const settle = (answers: boolean) => {
      socket.destroy()
      resolve(answers)
    }
    socket.setTimeout(CONNECT, () => settle(false))
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}

function giveUpConnecting(request: ClientRequest, onLate: () => void): void {
  const timer = setTimeout(onLate, CONNECT)
  const clear = () => clearTimeout(timer)
  request.once('socket', socket => {
    socket.once('connect', clear)
    socket.once('close', clear)
  })
}

function readAnswer(
  response: IncomingMessage,
  progress: Io['progress'],
  settle: (result: Result<Outcome>) => void,
): void {
  const lines = answerLines(progress)
  response.on('data', (bytes: Buffer) => {
    const ended = lines.push(bytes)
    if (ended) settle(ended)
  })
  response.once('end', () => settle(lines.end() ?? cutOff))
  response.once('error', () => settle(lines.end() ?? cutOff))
  response.once('close', () => settle(lines.end() ?? cutOff))
}

const tooLong = refused('too-long', {
  is: `the call has over ${CALL_BYTES} bytes`,
  wanted: `at most ${CALL_BYTES}`,
  fix: 'ask for less at once',
})
const interrupted = refused('interrupted', {
  is: 'the call was interrupted',
  wanted: 'to run to its end',
  fix: 'make it again; "twin audit" shows what came of it',
})
const silent = refused('late', {
  is: `twind took no connection within ${CONNECT / 1_000} s`,
  wanted: 'a twind that answers',
  fix: 'look at its log; end it and start it again if it hangs',
})
const cutOff = refused('crashed', {
  is: 'twind closed the connection before it answered',
  wanted: 'an outcome or a refusal',
  fix: 'look at "twin status" and "twin audit": whether the call was made stands there',
})
