// Who speaks through a unix socket, with the controls that another user and a process in a terminal are told apart. Other users
// need root, terminals need node-pty.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn as spawnInTerminal } from 'node-pty'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { descriptorOf, hasTerminal, peerOf } from '../../native/peer.ts'

const CONNECT = `require('net').connect(process.argv[1]).on('connect', () => console.log(process.pid)).resume()`

describe('the peer of a unix socket', () => {
  let folder: string
  let path: string
  let server: Server
  const open: Socket[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'twin-peer-'))
    chmodSync(folder, 0o755)
    path = join(folder, 'socket')
    server = createServer(socket => open.push(socket.on('error', () => undefined)))
    server.listen(path)
    await once(server, 'listening')
    chmodSync(path, 0o777)
  })
  afterAll(() => {
    open.forEach(socket => socket.destroy())
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The server's end of the connection that `start` makes. */
  async function accepted(start: () => void): Promise<number> {
    const connection = once(server, 'connection')
    start()
    const [socket] = (await connection) as [Socket]
    return descriptorOf(socket) ?? -1
  }

  test('the peer is the process that connected and its user', async () => {
    const child = spawn(process.execPath, ['-e', CONNECT, path], { stdio: 'ignore' })
    const fd = await accepted(() => undefined)
    expect(peerOf(fd)).toEqual({ pid: child.pid, uid: process.getuid?.() })
    child.kill()
  })

  test('the peer of a connection to oneself is this process', async () => {
    const fd = await accepted(() => open.push(connect(path)))
    expect(peerOf(fd)?.pid).toBe(process.pid)
  })

  test.skipIf(process.getuid?.() !== 0)('the peer of another user is told by its uid', async () => {
    const child = spawn(process.execPath, ['-e', CONNECT, path], { stdio: 'ignore', uid: 65534, gid: 65534 })
    const fd = await accepted(() => undefined)
    expect(peerOf(fd)).toEqual({ pid: child.pid, uid: 65534 })
    child.kill()
  })

  test('a file, a TCP connection, a closed and an impossible descriptor have no peer', async () => {
    const tcp = createServer().listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    const client = connect((tcp.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    const socket = descriptorOf(client) ?? -1
    expect(socket).toBeGreaterThan(2)
    expect([socket, openSync('/dev/null', 'r'), 9999, -1].map(peerOf)).toEqual(Array(4).fill(undefined))
    client.destroy()
    tcp.close()
  })

  test('a socket that is destroyed, or no socket, has no descriptor', async () => {
    const socket = connect(path)
    await once(socket, 'connect')
    expect(descriptorOf(socket)).toBeGreaterThan(2)
    socket.destroy()
    await once(socket, 'close')
    expect([socket, {}, { _handle: null }, { _handle: { fd: '3' } }].map(descriptorOf)).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('the terminal of a process', () => {
  const WAIT = ['-e', 'setInterval(() => {}, 1000)']

  test('a process in a terminal has one, and a process of its own session has none', async () => {
    const inside = spawnInTerminal(process.execPath, WAIT, {})
    const outside = spawn(process.execPath, WAIT, { stdio: 'ignore', detached: true })
    await once(outside, 'spawn')
    try {
      // The pid is known before the process has taken the terminal.
      await expect.poll(() => hasTerminal(inside.pid), { timeout: 10_000 }).toBe(true)
      expect(hasTerminal(outside.pid ?? 0)).toBe(false)
    } finally {
      inside.kill('SIGKILL')
      outside.kill('SIGKILL')
    }
  })

  test('a terminal stays that of a process whose input and output are none', async () => {
    const script = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).on('spawn', function () { console.log('pid ' + this.pid) })`
    const shell = spawnInTerminal(process.execPath, ['-e', script], {})
    const pid = await new Promise<number>(resolve => {
      let text = ''
      shell.onData(data => {
        text += data
        const found = /pid (\d+)\s/.exec(text)?.[1]
        if (found) resolve(Number(found))
      })
    })
    try {
      expect(hasTerminal(pid)).toBe(true)
    } finally {
      process.kill(pid, 'SIGKILL')
      shell.kill('SIGKILL')
    }
  })

  test('a name with brackets does not shift the fields', async () => {
    const name = 'x) S 1 1 1 99 ('
    const child = spawn(
      process.execPath,
      ['-e', `process.title = ${JSON.stringify(name)}; console.log(1); setInterval(() => {}, 1000)`],
      { stdio: ['ignore', 'pipe', 'ignore'], detached: true },
    )
    await once(child.stdout, 'data')
    try {
      expect(hasTerminal(child.pid ?? 0)).toBe(false)
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('a process that is gone has no terminal', async () => {
    const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
    await once(child, 'close')
    expect([child.pid ?? 0, 0, -1].map(hasTerminal)).toEqual([false, false, false])
  })
})
