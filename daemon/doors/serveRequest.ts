// One request behind a door: its call goes to the gate, its outcome back. An error of our own ends the call and not twind; its
// text stays here, since it may hold more than a log should. Relies on readCall.ts and answer.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Outcome } from '../../protocol/call.ts'
import type { Channel } from '../../protocol/door.ts'
import { CALLS_AT_ONCE } from '../../protocol/limits.ts'
import { refused, type Result } from '../../protocol/refusal.ts'
import type { Asked } from '../world.ts'
import { type Answer, answerTo } from './answer.ts'
import type { DoorParts, Traffic } from './door.ts'
import { readCall, routeOf } from './readCall.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Serves it to its end and never rejects. */
export async function serveRequest(exchange: Exchange, parts: DoorParts, traffic: Traffic): Promise<void> {
  const { request, response } = exchange
  const channel = traffic.channels.get(request.socket)
  if (!channel) {
    request.socket.destroy()
    return
  }
  const answer = answerTo(request, response)
  const route = routeOf(request, parts.document !== null)
  if (route.kind === 'unserved') answer.refuse(route.status, route.refusal)
  else if (route.kind === 'document') answer.document(parts.document?.() ?? '')
  else {
    const asked = await readCall(request, route.name)
    if (!asked) return
    traffic.deadlines.begun(request.socket)
    if (asked.ok)
      answer.end(await callGate({ channel, asked: asked.value, answer, response }, parts, traffic))
    else answer.refuse(asked.status, asked.refusal)
    traffic.deadlines.answered(request.socket)
  }
}

interface Incoming {
  readonly channel: Channel
  readonly asked: Asked
  readonly answer: Answer
  readonly response: ServerResponse
}

/** The gate's answer. Whoever hangs up has the call aborted. */
async function callGate(
  { channel, asked, answer, response }: Incoming,
  { name, call, log }: DoorParts,
  { calls }: Traffic,
): Promise<Result<Outcome>> {
  if (calls.size >= CALLS_AT_ONCE) return tooMany
  const stop = new AbortController()
  const onClose = () => stop.abort()
  calls.add(stop)
  response.once('close', onClose)
  try {
    return await call(channel, asked, { signal: stop.signal, progress: answer.progress })
  } catch (error) {
    log(`error: a bug of twin's own (${error instanceof Error ? error.name : typeof error}) at door ${name}`)
    if (process.env['TWIN_DEBUG'] === '1' && error instanceof Error) log(error.stack ?? error.message)
    return broken
  } finally {
    calls.delete(stop)
    response.off('close', onClose)
  }
}

const tooMany = refused('too-many', {
  is: `${CALLS_AT_ONCE} calls are being worked on for this door`,
  wanted: `at most ${CALLS_AT_ONCE} at once`,
  fix: 'wait for one to end',
})
const broken = refused('crashed', {
  is: "the call met a bug of twin's own",
  wanted: 'an outcome, or a refusal that says what stood in the way',
  fix: 'run twind with TWIN_DEBUG=1, call again, and report what it logs',
})
