// The answer to one call, as JSON, or as lines with the progress before it where the caller asked for them. Relies on node:http
// for the framing; a client that does not read loses progress, never the outcome, and holds up nobody but itself.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallError, CallProgress, Outcome } from '../../protocol/call.ts'
import { OUTCOME_BYTES, SENTENCE_CHARS } from '../../protocol/limits.ts'
import { encodeLine } from '../../protocol/line.ts'
import { refused, type Refusal, type Result } from '../../protocol/refusal.ts'
import type * as z from 'zod/mini'
import { cut } from '../../protocol/text/cut.ts'
import { statusOf } from './statusCode.ts'

export interface Answer {
  readonly progress: (done: number, total: number) => void
  readonly end: (result: Result<Outcome>) => void
  /** Ends with a status of HTTP's own and closes the connection, since more may follow unread. */
  readonly refuse: (status: number, refusal: Refusal) => void
  readonly document: (json: string) => void
}

const LINES = 'application/x-ndjson'
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export function answerTo(request: IncomingMessage, response: ServerResponse): Answer {
  const wantsLines = (request.headers.accept ?? '').split(',').some(one => one.trim() === LINES)
  const type = wantsLines ? LINES : 'application/json'
  const finish = (status: number, text: string, contentType: string) => {
    const head = { 'content-type': contentType, 'content-length': Buffer.byteLength(text), ...HEADERS }
    if (!response.headersSent) response.writeHead(status, head)
    response.end(text)
  }
  const refuse = (status: number, refusal: Refusal) => finish(status, encodeLine(errorOf(refusal)), type)
  return {
    progress: (done, total) => {
      if (!wantsLines || response.writableNeedDrain || response.writableEnded) return
      if (!response.headersSent) response.writeHead(200, { 'content-type': type, ...HEADERS })
      response.write(encodeLine({ progress: { done, total } } satisfies z.infer<typeof CallProgress>))
    },
    end: result => {
      const text = result.ok ? encodeLine(result.value) : ''
      if (!result.ok) refuse(statusOf(result.refusal.code), result.refusal)
      else if (Buffer.byteLength(text) > OUTCOME_BYTES) refuse(statusOf('too-long'), tooLong)
      else finish(200, text, type)
    },
    refuse: (status, refusal) => {
      response.shouldKeepAlive = false
      refuse(status, refusal)
    },
    document: json => finish(200, json, 'application/json'),
  }
}

/** A refusal as it crosses a door; a path in it may be longer than a sentence is. */
export const errorOf = ({ code, is, wanted, fix }: Refusal): z.infer<typeof CallError> => ({
  error: {
    code,
    is: cut(is, SENTENCE_CHARS),
    wanted: cut(wanted, SENTENCE_CHARS),
    fix: cut(fix, SENTENCE_CHARS),
  },
})

const { refusal: tooLong } = refused('too-long', {
  is: `the answer has over ${OUTCOME_BYTES} bytes`,
  wanted: `at most ${OUTCOME_BYTES}`,
  fix: 'ask for less at once, for example with a limit',
})
