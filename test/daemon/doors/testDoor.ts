// A door with a gate that does what its test says, and connections to it as raw as bytes. Relies on openDoor.ts alone.
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DoorParts } from '../../../daemon/doors/door.ts'
import { openDoor } from '../../../daemon/doors/openDoor.ts'
import type { Channel } from '../../../protocol/door.ts'
import { done } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

export const CLI: Channel = { door: 'cli', agent: null, terminal: false }
export const OUTCOME = { outcome: 'done', provenance: 'twin', output: { a: 1 } } as const

/** A door that is closed after the test. Its gate answers OUTCOME unless told otherwise. */
export async function testDoor(more: Partial<DoorParts> = {}) {
  const path = join(temporaryFolder(), 'doors', 'cli', 'twind.sock')
  const lines: string[] = []
  const parts: DoorParts = {
    name: 'cli',
    path,
    channelOf: () => CLI,
    call: () => Promise.resolve(done(OUTCOME)),
    document: null,
    log: line => void lines.push(line),
    ...more,
  }
  const opened = await openDoor(parts)
  if (!opened.ok) throw new Error(`Cannot open the door: ${opened.refusal.is}, wanted a socket`)
  onTestFinished(() => opened.value.stop())
  return { path, lines, stop: opened.value.stop }
}

/** A connection; `said` resolves with all that came once it is closed. */
export function connection(path: string): { socket: Socket; said: Promise<string> } {
  const socket = connect(path)
  onTestFinished(() => void socket.destroy())
  const chunks: Buffer[] = []
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const said = new Promise<string>(resolve => {
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()))
  })
  return { socket, said }
}

/** Sends `bytes`, and gives what came back before the other end closed. */
export async function exchange(path: string, bytes: string | Buffer): Promise<string> {
  const { socket, said } = connection(path)
  socket.write(bytes)
  return said
}

export interface Replied {
  readonly status: number
  readonly type: string
  readonly text: string
}
interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

/** One request as a client of HTTP makes it. */
export function send(socketPath: string, sent: Sent = {}): Promise<Replied> {
  const { method = 'POST', path = '/operations/status', body = '{"input":{}}', headers = {} } = sent
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      socketPath,
      method,
      path,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
    })
    request.on('error', reject)
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.end(method === 'GET' ? undefined : body)
  })
}

/** The head of a request with a JSON body of `length` bytes. */
export const head = (length: number, name = 'status'): string =>
  [
    `POST /operations/${name} HTTP/1.1`,
    'host: twin',
    'content-type: application/json',
    `content-length: ${length}`,
    '',
    '',
  ].join('\r\n')
