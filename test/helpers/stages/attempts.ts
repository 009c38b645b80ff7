// What a process with mail in its hands could try: a connection, a look-up, a file, a program. Each gives 'done' or a code.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** `port`: a TCP listener on 127.0.0.1; `secret`: a file that is not granted. */
export interface Target {
  readonly port: number
  readonly secret: string
}

/** Tries each act once, in this process. */
export async function attempts({ port, secret }: Target): Promise<Record<string, string>> {
  return {
    connect: await outcome(async () => {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.destroy()
    }),
    fetch: await outcome(async () => void (await fetch(`http://127.0.0.1:${port}/`))),
    listen: await outcome(async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      server.close()
    }),
    datagram: await outcome(async () => {
      const socket = createSocket('udp4')
      socket.send('x', port, '127.0.0.1')
      await once(socket, 'error', { signal: AbortSignal.timeout(300) }).then(
        ([error]) => Promise.reject(error as Error),
        () => undefined,
      )
      socket.close()
    }),
    lookup: await outcome(async () => void (await lookup('localhost'))),
    read: await outcome(() => Promise.resolve(readFileSync(secret)).then(() => undefined)),
    write: await outcome(() => Promise.resolve(writeFileSync(secret, 'x'))),
    exec: await outcome(() => {
      const { error } = spawnSync('/bin/true')
      return error ? Promise.reject(error) : Promise.resolve()
    }),
  }
}

async function outcome(act: () => Promise<void>): Promise<string> {
  try {
    await act()
    return 'done'
  } catch (error) {
    return codeOf(error)
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error object'
  if ('code' in error) return String(error.code)
  return error.cause === undefined ? error.name : codeOf(error.cause)
}
