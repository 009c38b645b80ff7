// A lane: dials one of this machine's loopback ports and pipes bytes, unread, between that connection and a child's socketpair.
// The child never holds the connection itself: a TCP socket can be re-pointed, a socketpair cannot (sandbox.md 2.7).
// Relies on the address being checked here, whatever the configuration said.
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** `addresses`: tried in order, literal and loopback. */
export interface Endpoint {
  readonly addresses: readonly string[]
  readonly port: number
}

const LOOPBACK = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

/**
 * The endpoint of an http URL of this machine. A name is never looked up: localhost is 127.0.0.1, then ::1.
 * Throws RangeError on any other address; protocol/config.ts lets none through.
 */
export function endpointOf(url: string): Endpoint {
  const { protocol, hostname, port } = new URL(url)
  const address = hostname.replace(/^\[|\]$/g, '')
  const addresses = address === 'localhost' ? ['127.0.0.1', '::1'] : [address]
  if (protocol !== 'http:' || !addresses.every(one => one === '::1' || LOOPBACK.test(one)))
    throw new RangeError(
      'Cannot dial the model: the address is not of this machine, wanted http and a loopback one',
    )
  return { addresses, port: port === '' ? 80 : Number(port) }
}

/**
 * Serves `lane` until either end closes; then both are closed. No answer at any address closes the lane at once, and is told to
 * `unanswered`.
 */
export function serveLane(lane: Duplex, endpoint: Endpoint, unanswered: () => void = () => undefined): void {
  const [host, ...others] = endpoint.addresses
  if (host === undefined) {
    unanswered()
    lane.destroy()
    return
  }
  const socket = connect({ host, port: endpoint.port })
  const giveUp = () => {
    lane.off('close', giveUp)
    socket.destroy()
    if (lane.destroyed) return
    serveLane(lane, { ...endpoint, addresses: others }, unanswered)
  }
  socket.once('error', giveUp)
  lane.once('close', giveUp)
  lane.once('error', () => lane.destroy())
  socket.once('connect', () => {
    socket.off('error', giveUp)
    lane.off('close', giveUp)
    join(socket, lane)
    join(lane, socket)
  })
}

/** Pipes one way. An end lets what is under way arrive first; an error or a close does not wait. */
function join(from: Duplex, to: Duplex): void {
  from.pipe(to)
  from.on('error', () => to.destroy())
  from.on('close', () => {
    if (to.writableEnded) return
    to.end()
  })
  from.on('end', () => to.end(() => to.destroy()))
}
