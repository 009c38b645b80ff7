// Ways out by network, each tried once: every address family that node can open, as client and as server. Nothing need listen:
// the kernel refuses the socket before anybody could answer. Relies on attempt.ts to tell its refusal from a closed port.
import { createSocket } from 'node:dgram'
import { createConnection, createServer, type NetConnectOpts } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Act } from './attempt.ts'

/** A port that nobody has registered. */
const PORT = 49_151

/** `writable`: a folder of the profile, where a socket would lie. */
export const networkActs = (writable: string): Act[] => [
  ['connect over TCP', () => connect({ host: '127.0.0.1', port: PORT })],
  ['connect over TCP, IPv6', () => connect({ host: '::1', port: PORT })],
  ['send a UDP datagram', () => send('udp4', '127.0.0.1')],
  ['send a UDP datagram, IPv6', () => send('udp6', '::1')],
  ['connect to a unix socket', () => connect({ path: join(writable, 'nobody') })],
  ['listen on TCP', () => listen({ host: '127.0.0.1', port: 0 })],
  ['listen on a unix socket', () => listen({ path: join(writable, '.selftest') })],
  ...(process.platform === 'linux' ? linuxActs : []),
]

const linuxActs: Act[] = [
  ['connect to an abstract unix socket', () => connect({ path: '\0twin-selftest' })],
  ['ask for the network interfaces (netlink)', () => networkInterfaces()],
]

const connect = (to: NetConnectOpts): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(to, () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })

const send = (family: 'udp4' | 'udp6', host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createSocket(family)
    socket.once('error', reject)
    socket.send('x', PORT, host, error => {
      socket.close()
      if (error) reject(error)
      else resolve()
    })
  })

const listen = (at: { host: string; port: number } | { path: string }): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(at, () => {
      server.close()
      resolve()
    })
  })
