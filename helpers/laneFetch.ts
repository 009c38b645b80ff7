// A lane as the one HTTP connection of this process, in the shape of `fetch` that the ollama package asks for. Relies on twind
// relaying the socket's bytes to the model's loopback port; this process cannot create a socket at all. Replies are read
// whole, capped, and as strict JSON, so that no second reader sees another meaning in them.
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { MODEL_REPLY_BYTES } from '../protocol/limits.ts'
import { parseJson } from '../protocol/line.ts'
import type { FailureWhy } from '../protocol/score.ts'

export interface Lane {
  readonly agent: Agent
  /** False once the far end has closed, or a request was cut short: the lane is done. */
  readonly alive: () => boolean
}

/** The lane over `socket`. */
export function laneOf(socket: Duplex): Lane {
  let alive = true
  const end = () => {
    alive = false
  }
  socket.once('close', end).once('end', end).on('error', end)
  return { agent: new LaneAgent(socket), alive: () => alive && !socket.destroyed }
}

/** Why an exchange gave no value. `status`: of the reply, where one came. Holds no text of the server's. */
export class ExchangeError extends Error {
  readonly why: Extract<FailureWhy, 'timeout' | 'unreachable' | 'http' | 'not-json' | 'too-long'>
  readonly status: number | undefined

  constructor(why: ExchangeError['why'], status?: number) {
    super(`Cannot get a reply of the model's server: ${why}, wanted status 200 and one JSON value`)
    this.name = 'ExchangeError'
    this.why = why
    this.status = status
  }
}

/** A `fetch` that goes over `lane` until `signal` aborts. Rejects with ExchangeError for every reply but a JSON one of 200. */
export function laneFetch(lane: Lane, signal: AbortSignal): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const headers = Object.fromEntries(new Headers(init?.headers))
    const body = typeof init?.body === 'string' ? init.body : ''
    const call = request(url, { agent: lane.agent, method: init?.method ?? 'GET', headers, signal })
    const text = await exchange(call, body, signal)
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }
}

/** Hands out the one socket that it was given, once, and keeps it between requests; asked for another it fails the request. */
class LaneAgent extends Agent {
  readonly #socket: Duplex
  #given = false

  constructor(socket: Duplex) {
    super({ keepAlive: true, maxSockets: 1 })
    this.#socket = socket
  }

  override createConnection(
    _options: unknown,
    onSocket?: (error: Error | null, socket: Duplex) => void,
  ): Duplex | undefined {
    if (!this.#given && !this.#socket.destroyed) {
      this.#given = true
      return this.#socket
    }
    const spent = new Error('Cannot connect: the lane is spent, wanted a fresh one from twind')
    // A throw here would be uncaught and end the process.
    onSocket?.(spent, this.#socket)
    return undefined
  }
}

async function exchange(call: ClientRequest, body: string, signal: AbortSignal): Promise<string> {
  try {
    const text = await read(await respond(call, body))
    if (parseJson(text).ok) return text
  } catch (error) {
    if (signal.aborted) throw new ExchangeError('timeout')
    if (error instanceof ExchangeError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new ExchangeError(code.startsWith('HPE_') ? 'http' : 'unreachable')
  }
  throw new ExchangeError('not-json')
}

/** A reply that would switch protocols ends the request with neither a response nor an error. */
function respond(call: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve).on('error', reject)
    call.once('close', () => reject(new ExchangeError('unreachable')))
    call.end(body)
  })
}

/** The whole body. A reply that breaks off, or is over the cap, rejects and takes the lane with it. */
async function read(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of reply) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > MODEL_REPLY_BYTES) throw new ExchangeError('too-long')
    chunks.push(bytes)
  }
  if (!reply.complete) throw new ExchangeError('unreachable')
  if (reply.statusCode !== 200) throw new ExchangeError('http', reply.statusCode)
  return Buffer.concat(chunks).toString('utf8')
}
