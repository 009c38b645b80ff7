// A lane as an HTTP connection: an agent that hands out the one socket it was given, once, and can make no other. Relies on
// twind relaying the socket's bytes to the model's loopback port; this process cannot create a socket at all.
import { Agent } from 'node:http'
import type { Duplex } from 'node:stream'

/** Keeps its connection between requests; asked for a second one it fails the request. */
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
