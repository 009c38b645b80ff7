// What a forbidden act would reach: real listeners of every kind, another process, files outside every profile. Relies on
// harness.ts for the sockets that node cannot make.
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { closeSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { type Harness, loadProbes } from './harness.ts'

export interface World {
  readonly tcp4: number
  readonly tcp6: number
  readonly udp4: number
  readonly udp6: number
  /** Names of listening unix sockets; @ means abstract. */
  readonly stream: string
  readonly abstractStream: string
  readonly datagram: string
  readonly abstractDatagram: string
  /** The pid of another process of the same user, which leads its own group. */
  readonly victim: number
  /** Bytes that arrived at any TCP or UDP listener so far. */
  readonly arrived: () => string
  readonly close: () => void
}

export async function makeWorld(harness: Harness): Promise<World> {
  const probe = loadProbes(harness)
  const name = `twin-probe-${process.pid}`
  const sockets = {
    stream: join(harness.folder, 'stream'),
    abstractStream: `@${name}-stream`,
    datagram: join(harness.folder, 'datagram'),
    abstractDatagram: `@${name}-datagram`,
  }
  const bound = [
    probe('bind-stream', sockets.stream),
    probe('bind-stream', sockets.abstractStream),
    probe('bind-datagram', sockets.datagram),
    probe('bind-datagram', sockets.abstractDatagram),
  ]
  if (bound.some(fd => fd >= 0))
    throw new Error(`Cannot listen: ${bound.join(' ')}, wanted negative descriptors`)
  let arrived = ''
  const note = (bytes: Buffer) => (arrived += bytes.toString())
  const tcp = await Promise.all([listener('127.0.0.1', note), listener('::1', note)])
  const udp = await Promise.all([datagrams('udp4', '127.0.0.1', note), datagrams('udp6', '::1', note)])
  const victim = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
  await once(victim, 'spawn')
  return {
    tcp4: portOf(tcp[0]),
    tcp6: portOf(tcp[1]),
    udp4: udp[0]?.address().port ?? 0,
    udp6: udp[1]?.address().port ?? 0,
    ...sockets,
    victim: victim.pid ?? 0,
    arrived: () => arrived,
    close: () => closeAll(victim, bound, [...tcp, ...udp]),
  }
}

function closeAll(
  victim: ChildProcess,
  bound: readonly number[],
  servers: readonly ({ close(): void } | undefined)[],
): void {
  victim.kill('SIGKILL')
  for (const fd of bound) closeSync(-fd)
  for (const server of servers) server?.close()
}

/** Undefined where this machine has no such address: its probes then have nothing to reach, and their control says so. */
export async function listener(host: string, note: (bytes: Buffer) => void): Promise<Server | undefined> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('data', note).on('error', () => undefined)
  })
  server.on('close', () => sockets.forEach(socket => socket.destroy()))
  try {
    server.listen(0, host)
    await once(server, 'listening')
    server.unref()
    return server
  } catch {
    return undefined
  }
}

export const portOf = (server: Server | undefined): number =>
  (server?.address() as AddressInfo | undefined)?.port ?? 0

async function datagrams(type: 'udp4' | 'udp6', host: string, note: (bytes: Buffer) => void) {
  const socket = createSocket(type, note)
  try {
    socket.bind(0, host)
    await once(socket, 'listening')
    socket.unref()
    return socket
  } catch {
    return undefined
  }
}

/** The folder of one run: a fresh file for every act that would change one. */
export interface Place {
  /** Not granted. */
  readonly outside: string
  /** Granted for reading: a file of the profile, and its own links. */
  readonly granted: string
  /** The one directory to write. */
  readonly output: string
}

const VICTIMS = ['read', 'overwrite', 'truncate', 'remove', 'rename', 'mode', 'times', 'xattr', 'hard']

export function makePlace(outside: string, granted: string, output: string): Place {
  mkdirSync(join(outside, 'empty'), { recursive: true })
  for (const name of VICTIMS) writeFileSync(join(outside, name), 'secret', { mode: 0o644 })
  return { outside, granted, output }
}
