// Who is at the other end: a person at a terminal, a program without one, a person at the menu bar. Relies on the built addon.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn as spawnInTerminal } from 'node-pty'
import { expect, test } from 'vitest'
import { peerChannel } from '../../../daemon/doors/peerChannel.ts'
import type { Channel } from '../../../protocol/door.ts'
import { done } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { OUTCOME, send, testDoor } from './testDoor.ts'

const CONNECT = `
const request = require('node:http').request({ socketPath: process.argv[2], method: 'POST', path: '/operations/status',
  headers: { 'content-type': 'application/json' } }, response => response.resume())
request.end('{"input":{}}')`

/** The channels of two calls: of a process in a terminal, and of one that leads a session without any. */
async function channelsAt(door: 'cli' | 'menubar'): Promise<Channel[]> {
  const seen: Channel[] = []
  const { path } = await testDoor({
    channelOf: peerChannel(door, null),
    call: channel => {
      seen.push(channel)
      return Promise.resolve(done(OUTCOME))
    },
  })
  const script = join(temporaryFolder(), 'connect.cjs')
  writeFileSync(script, CONNECT)
  const terminal = spawnInTerminal(process.execPath, [script, path], {})
  await new Promise<void>(resolve => {
    terminal.onExit(() => resolve())
  })
  const alone = spawn(process.execPath, [script, path], { detached: true, stdio: 'ignore' })
  await new Promise<void>(resolve => {
    alone.once('exit', () => resolve())
  })
  return seen
}

test('a call through cli has a terminal exactly where its process has one', async () => {
  expect(await channelsAt('cli')).toEqual([
    { door: 'cli', agent: null, terminal: true },
    { door: 'cli', agent: null, terminal: false },
  ])
})
test('a call through menubar never has a terminal, wherever it was started', async () => {
  expect((await channelsAt('menubar')).map(({ terminal }) => terminal)).toEqual([false, false])
})
test('a descriptor that is no connection is nobody, and one of this user is somebody', async () => {
  expect(peerChannel('cli', null)(-1)).toBeUndefined()
  const { path } = await testDoor({ channelOf: peerChannel('mcp', 'claude') })
  expect((await send(path)).status).toBe(200)
})
