// One door: an HTTP server on a unix socket of its own. Who calls is what the kernel says of the other end, and which socket it
// is; never what is sent. Relies on doorPath.ts for the place, serveRequest.ts for a request, the gate for what a call may do.
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { descriptorOf } from '../../native/peer.ts'
import { DOOR_CONNECTIONS, DOOR_HEAD_BYTES, STOP_SECONDS } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptSteps } from '../attempt.ts'
import { LONGEST_TIMER } from '../longestTimer.ts'
import { connectionDeadlines } from './connectionDeadlines.ts'
import type { DoorParts, OpenDoor, Traffic } from './door.ts'
import { prepareDoorPath, removeDoorPath } from './doorPath.ts'
import { frameProblem } from './frameProblem.ts'
import { serveRequest } from './serveRequest.ts'

const OPTIONS = {
  maxHeaderSize: DOOR_HEAD_BYTES,
  // node's own check is a timer that runs for ever; connectionDeadlines.ts does it while somebody is connected.
  connectionsCheckingInterval: LONGEST_TIMER,
  headersTimeout: 0,
  requestTimeout: 0,
  insecureHTTPParser: false,
}

/** Listens at `parts.path`; refused ("config") where the socket cannot be put there. */
export async function openDoor(parts: DoorParts): Promise<Result<OpenDoor>> {
  const ready = prepareDoorPath(parts.path, process.platform)
  if (!ready.ok) return ready
  const traffic: Traffic = {
    deadlines: connectionDeadlines(socket => close(socket, 'ERR_HTTP_REQUEST_TIMEOUT')),
    channels: new Map(),
    calls: new Set(),
    responses: new Set(),
  }
  const server = createServer(OPTIONS, (request, response) => {
    traffic.responses.add(response)
    response.once('close', () => traffic.responses.delete(response))
    void serveRequest({ request, response }, parts, traffic)
  })
  wire(server, parts, traffic)
  const listening = await attemptSteps('config', `the socket ${parts.path}`, () => listen(server, parts.path))
  return listening.ok ? done({ name: parts.name, stop: () => stop(server, parts.path, traffic) }) : listening
}

function listen(server: Server, path: string): Promise<Result<void>> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve(done(undefined))
    })
  })
}

function wire(server: Server, { name, channelOf, log }: DoorParts, traffic: Traffic): void {
  const { channels, deadlines, responses } = traffic
  server.maxConnections = DOOR_CONNECTIONS
  let dropped = 0
  server.on('drop', () => {
    if (isRound(++dropped)) log(`door ${name}: ${dropped} connections over ${DOOR_CONNECTIONS} were closed`)
  })
  server.on('error', () => log(`door ${name}: a connection could not be taken`))
  server.on('connection', (socket: Socket) => {
    const channel = channelOf(descriptorOf(socket) ?? -1)
    if (!channel) {
      log(`door ${name}: a connection of another user, or of nobody known, was closed`)
      socket.destroy()
      return
    }
    channels.set(socket, channel)
    socket.once('close', () => channels.delete(socket))
    deadlines.opened(socket)
  })
  let malformed = 0
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (isRound(++malformed)) log(`door ${name}: ${malformed} malformed requests were refused`)
    const last = [...responses].find(response => response.socket === socket)
    // What follows an answer that closes the connection is nothing to answer; what follows a running call ends it.
    if (last?.writableEnded) return
    if (deadlines.isIdle(socket)) close(socket, error.code ?? '')
    else socket.destroy()
  })
}

/** A flood is told in few lines. */
const isRound = (count: number): boolean => /^10*$/.test(String(count))

/** Says what was wrong, in HTTP as far as the other end still listens, and closes. */
function close(socket: Socket, code: string): void {
  if (socket.writable) socket.end(frameProblem(code), () => socket.destroy())
  else socket.destroy()
}

async function stop(server: Server, path: string, traffic: Traffic): Promise<void> {
  const closed = new Promise<void>(resolve => {
    server.close(() => resolve())
  })
  for (const call of traffic.calls) call.abort()
  const busy = new Set<Socket | null>()
  for (const response of traffic.responses) {
    response.shouldKeepAlive = false
    if (response.writableEnded) busy.add(response.socket)
  }
  for (const socket of traffic.channels.keys())
    if (traffic.deadlines.isIdle(socket) && !busy.has(socket)) socket.destroy()
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<void>(resolve => {
    late = setTimeout(resolve, STOP_SECONDS * 500)
  })
  await Promise.race([closed, patience])
  clearTimeout(late)
  server.closeAllConnections()
  removeDoorPath(path)
}
