// What a plugin can reach under its profile, tried from inside it; and the control, the same program trying the same without one.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporaryFolder.ts'
import { FIXTURES, pluginWorld, table } from './pluginWorld.ts'

const listening = (at: string | number): Promise<Server> =>
  new Promise(resolve => {
    const server = createServer(socket => socket.destroy())
    onTestFinished(() => void server.close())
    const onListening = () => resolve(server)
    if (typeof at === 'string') server.listen(at, onListening)
    else server.listen(at, '127.0.0.1', onListening)
  })

/** A home with something to steal, a socket like twind's, a port, and a copy of the program outside the home. */
async function prey() {
  const home = temporaryFolder()
  const elsewhere = temporaryFolder()
  const folder = join(home, 'state')
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'secret'), 'secret')
  const socket = join(folder, 'twind.sock')
  await listening(socket)
  const server = await listening(0)
  const address = server.address()
  const port = String(typeof address === 'object' && address ? address.port : 0)
  const program = join(elsewhere, 'reacher.mjs')
  cpSync(join(FIXTURES, 'reacher.mjs'), program)
  const places = JSON.stringify({
    secret: join(folder, 'secret'),
    folder,
    outside: join(elsewhere, 'outside'),
    socket,
    port,
  })
  return { home, command: [process.execPath, program, places] }
}

const REACHED = {
  'read a file of the state': 'reached',
  'list the state': 'reached',
  'write outside its folder': 'reached',
  'write into its own program': 'reached',
  "dial twind's socket": 'reached',
  'dial a port of this machine': 'reached',
  'listen on a port': 'reached',
  ...(process.platform === 'linux' && { "read another process's environment": 'reached' }),
  'write into its own folder': 'reached',
}

test('a plugin reaches nothing but its own folder', async () => {
  const { home, command } = await prey()
  const world = pluginWorld(table('notes', command), undefined, home)
  await world.plugins.start()
  const result = await world.call('notes.reach')
  const denied = expect.stringMatching(/^(EACCES|EPERM)$/)
  expect(result).toEqual({
    ok: true,
    value: {
      cut: false,
      result: {
        ...Object.fromEntries(Object.keys(REACHED).map(what => [what, denied])),
        "read another process's memory": expect.stringMatching(/^(EACCES|EPERM|ENOENT)$/),
        "read another process's environment": expect.stringMatching(/^(EACCES|EPERM|ENOENT)$/),
        'write into its own folder': 'reached',
        environment: 'HOME LANG PATH TMPDIR',
        'sockets that it was not given': '',
      },
    },
  })
})

test('the same program reaches all of it without a profile, the control', async () => {
  const { command } = await prey()
  const [program = '', ...words] = command
  const folder = temporaryFolder()
  // Not under this process: it holds the socket's listener and could not answer while it waits.
  const ended = spawnSync('/bin/sh', ['-c', 'exec "$0" "$@"', program, ...words, '--loose'], {
    env: { TMPDIR: folder },
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(JSON.parse(ended.stdout)).toMatchObject(REACHED)
})

test('a plugin that names a file of the state is not started', async () => {
  const { home, command } = await prey()
  const world = pluginWorld(table('notes', [...command, join(home, 'state', 'secret')]), undefined, home)
  await world.plugins.start()
  expect(world.plugins.list()).toMatchObject([{ healthy: false, why: 'its command cannot be started' }])
  expect(world.logs[0]).toContain('which no plugin may read')
})
