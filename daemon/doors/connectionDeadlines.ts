// A connection has DOOR_SECONDS to bring a whole request, and to read a whole answer; then it is closed. Timers run only while
// somebody is connected: node's own check of connections would wake an idle twind up. Relies on node:net's events alone.
import type { Socket } from 'node:net'
import { DOOR_SECONDS } from '../../protocol/limits.ts'

export interface Deadlines {
  /** A connection begins. */
  readonly opened: (socket: Socket) => void
  /** A whole request has come: now it is our turn. */
  readonly begun: (socket: Socket) => void
  /** Its answer was handed over. */
  readonly answered: (socket: Socket) => void
  /** Whether no request of it is being worked on. */
  readonly isIdle: (socket: Socket) => boolean
}

/** `onLate`: closes the connection. */
export function connectionDeadlines(onLate: (socket: Socket) => void): Deadlines {
  const timers = new WeakMap<Socket, NodeJS.Timeout>()
  const requests = new WeakMap<Socket, number>()
  const disarm = (socket: Socket) => clearTimeout(timers.get(socket))
  const isIdle = (socket: Socket) => (requests.get(socket) ?? 0) === 0
  const settle = (socket: Socket, change: number) => {
    disarm(socket)
    requests.set(socket, (requests.get(socket) ?? 0) + change)
    if (!socket.destroyed && isIdle(socket)) {
      const timer = setTimeout(() => onLate(socket), DOOR_SECONDS * 1_000)
      timers.set(socket, timer)
    }
  }
  return {
    opened: socket => {
      settle(socket, 0)
      socket.once('close', () => disarm(socket))
    },
    begun: socket => settle(socket, 1),
    answered: socket => settle(socket, -1),
    isIdle,
  }
}
