// The resident process: its start and its end, one at a time, and what a kill at any moment leaves.
import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askDoor } from '../../daemon/doors/client.ts'
import { socketPathBytes } from '../../daemon/doors/doorPath.ts'
import { version } from '../../files/version.ts'
import { socketOf, type Paths } from '../../protocol/paths.ts'
import { connection, exchange, head } from './doors/testDoor.ts'
import { type Built, builtTwind, callAsTwin, POLICY, startTwind, twinHome } from './twindProcess.ts'
import { temporaryFolder } from './temporaryFolder.ts'

let built: Built
beforeAll(async () => {
  built = await builtTwind()
})
afterAll(() => built.remove())

const AGENTS = '[agents.claude]\n'
const NOBODY = { uid: 65_534, gid: 65_534 }
const io = { signal: new AbortController().signal, progress: () => undefined }
const ask = (paths: Paths, name = 'status', more: { input?: object; confirm?: boolean } = {}) =>
  askDoor(socketOf(paths, 'cli', null), { name, input: {}, ...more } as never, io)
const status = async (paths: Paths) => {
  const answered = await ask(paths)
  return answered?.ok && answered.value.outcome === 'done'
    ? (answered.value.output as Record<string, unknown>)
    : answered
}
async function started(home: string) {
  const twind = startTwind(built.twind, home)
  await twind.said(' started,')
  return twind
}
const events = (paths: Paths) =>
  readdirSync(paths.audit)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name => readFileSync(join(paths.audit, name), 'utf8').trim().split('\n'))
    .map(line => (JSON.parse(line) as { event: string }).event)

function run(args: readonly string[], env: Record<string, string>) {
  return new Promise<{ code: number; out: string; log: string }>(resolve => {
    execFile(process.execPath, [built.twind, ...args], { env, cwd: '/' }, (error, out, log) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, log })
    })
  })
}

describe('the command line', () => {
  test('twind prints its help and its version on stdout', async () => {
    expect(await run(['--help'], {})).toMatchObject({
      code: 0,
      out: expect.stringContaining('Example: twind'),
      log: '',
    })
    expect(await run(['--version'], {})).toEqual({ code: 0, out: `twind ${version()}\n`, log: '' })
  })
  test('twind refuses arguments that it does not know with what is, what is wanted and what to do', async () => {
    for (const args of [['--what'], ['brief'], ['--help=1']]) {
      const { code, out, log } = await run(args, {})
      expect([code, out]).toEqual([2, ''])
      expect(log).toMatch(/^twind: error: .*\ntwind: wanted: .*\ntwind: hint: .*\n$/)
    }
  })
  test('twind refuses without a home and without two good files, and then makes nothing', async () => {
    expect(await run([], {})).toMatchObject({ code: 2, log: expect.stringContaining('HOME') })
    const empty = temporaryFolder()
    expect(await run([], { HOME: empty })).toMatchObject({
      code: 2,
      log: expect.stringContaining('twin init'),
    })
    expect(readdirSync(empty)).toEqual([])
    for (const [toml, policy] of [
      ['[nonsense', POLICY],
      ['', '[nonsense'],
    ] as const)
      expect(await run([], { TWIN_HOME: twinHome(toml, policy).home })).toMatchObject({ code: 2 })
  })
})

describe('a life', () => {
  test('twind opens a door for a person, the menu bar and each agent, in private, and closes them at its end', async () => {
    const { home, paths } = twinHome(AGENTS)
    const twind = await started(home)
    expect(readdirSync(paths.doors).sort()).toEqual(['agent.claude', 'cli', 'menubar'])
    for (const folder of [paths.state, paths.doors, join(paths.doors, 'cli')])
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await status(paths)).toMatchObject({
      view: 'person',
      resident: true,
      pid: twind.child.pid,
      problem: null,
    })
    expect(await twind.kill('SIGTERM')).toBe(0)
    expect(readdirSync(paths.doors)).toEqual([])
    expect(readdirSync(paths.lock)).toEqual([])
    expect(events(paths).at(0)).toBe('started')
    expect(events(paths).at(-1)).toBe('stopped')
    expect(
      twind
        .log()
        .trim()
        .split('\n')
        .every(line => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d twind: \S/.test(line)),
    ).toBe(true)
  })
  test.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)(
    'twind ends well on %s, with clients that hang',
    async signal => {
      const { home, paths } = twinHome()
      const twind = await started(home)
      const silent = connection(socketOf(paths, 'cli', null))
      const half = connection(socketOf(paths, 'menubar', null))
      half.socket.write(head(12))
      await status(paths)
      expect(await twind.kill(signal)).toBe(0)
      await Promise.all([silent.said, half.said])
      expect(readdirSync(paths.doors)).toEqual([])
    },
  )
  test('each door makes its own caller, whatever is sent', async () => {
    const { home, paths } = twinHome(AGENTS)
    await started(home)
    const asked = { name: 'status', input: {} }
    const agent = await askDoor(socketOf(paths, 'mcp', 'claude'), asked, io)
    expect(agent).toMatchObject({ ok: true, value: { output: { view: 'agent', workspaces: ['default'] } } })
    const set = { name: 'exposure.set', input: { name: 'mail.list', offered: true }, confirm: true }
    expect(await askDoor(socketOf(paths, 'mcp', 'claude'), set, io)).toMatchObject({
      ok: false,
      refusal: { code: 'unavailable' },
    })
    expect(await askDoor(socketOf(paths, 'menubar', null), set, io)).toMatchObject({
      ok: false,
      refusal: { code: 'unavailable' },
    })
    expect(await askDoor(socketOf(paths, 'menubar', null), asked, io)).toMatchObject({ ok: true })
  })
  test('an agent that twin.toml gains or loses gains or loses its door while twind runs', async () => {
    const { home, paths } = twinHome(AGENTS)
    const twind = await started(home)
    writeFileSync(join(home, 'new'), '[agents.bob]\n', { mode: 0o600 })
    renameSync(join(home, 'new'), paths.twinToml)
    await twind.said('door agent.bob is open')
    expect(readdirSync(paths.doors).sort()).toEqual(['agent.bob', 'cli', 'menubar'])
    expect(await askDoor(socketOf(paths, 'mcp', 'claude'), { name: 'status', input: {} }, io)).toBeUndefined()
  })
  test('a policy.toml that breaks refuses changes and not reads until it is mended', async () => {
    const { home, paths } = twinHome()
    const twind = await started(home)
    const pause = () => ask(paths, 'schedule.pause', { confirm: true })
    expect(await pause()).toMatchObject({ ok: true, value: { outcome: 'done' } })
    writeFileSync(paths.policyToml, '[nonsense')
    await twind.said('changes are refused')
    expect(await pause()).toMatchObject({ ok: false, refusal: { code: 'config' } })
    expect(await status(paths)).toMatchObject({ problem: { is: expect.stringContaining('policy.toml') } })
    writeFileSync(paths.policyToml, POLICY)
    expect(await pause()).toMatchObject({ ok: true, value: { outcome: 'done' } })
  })
  test('what comes through a socket garbled leaves twind running', async () => {
    const { home, paths } = twinHome()
    await started(home)
    const path = socketOf(paths, 'cli', null)
    for (const bytes of ['\0\0\0', `${head(4)}nope`])
      expect(await exchange(path, bytes)).toMatch(/^HTTP\/1\.1 400/)
    expect(await status(paths)).toMatchObject({ resident: true })
  })
})

describe.skipIf(process.getuid?.() !== 0)('an ordinary user', () => {
  test('twind lives and ends for an ordinary user, who owns all that it makes', async ctx => {
    const { home, paths } = twinHome(AGENTS)
    chmodSync(join(built.twind, '..'), 0o755)
    const readable = spawnSync(process.execPath, [built.twind, '--version'], { cwd: '/', ...NOBODY })
    if (readable.status !== 0) ctx.skip('the package is not open to other users')
    spawnSync('chown', ['-R', '65534:65534', home])
    const twind = startTwind(built.twind, home, NOBODY)
    await twind.said(' started,')
    expect(statSync(socketOf(paths, 'cli', null)).uid).toBe(NOBODY.uid)
    expect(statSync(paths.database).uid).toBe(NOBODY.uid)
    expect(await twind.kill('SIGTERM')).toBe(0)
    expect(readdirSync(paths.doors)).toEqual([])
  })
})

describe('one at a time', () => {
  test('a second twind names the first and exits 1, and the first goes on', async () => {
    const { home, paths } = twinHome()
    const first = await started(home)
    const second = startTwind(built.twind, home)
    expect(await second.ended).toBe(1)
    expect(second.log()).toContain(`process ${first.child.pid}`)
    expect(await status(paths)).toMatchObject({ pid: first.child.pid })
  })
  test('a call finds the twind that runs, and makes its own world where none does', async () => {
    const { home, paths } = twinHome()
    expect(await callAsTwin(built.call, home, { name: 'status' })).toMatchObject({
      ok: true,
      value: { output: { resident: false } },
    })
    expect(readdirSync(paths.lock)).toEqual([])
    const twind = await started(home)
    expect(await callAsTwin(built.call, home, { name: 'status' })).toMatchObject({
      value: { output: { resident: true, pid: twind.child.pid } },
    })
    await twind.kill('SIGKILL')
    expect(existsSync(socketOf(paths, 'cli', null))).toBe(true)
    expect(await callAsTwin(built.call, home, { name: 'status' })).toMatchObject({
      value: { output: { resident: false } },
    })
  })
  test('a twind and twenty calls that start together all come to their end, and the audit log holds', async () => {
    const { home, paths } = twinHome()
    const calls = Array.from({ length: 20 }, (_, at) =>
      callAsTwin(built.call, home, at % 2 ? { name: 'status' } : { name: 'schedule.pause', confirm: true }),
    )
    const twind = startTwind(built.twind, home)
    const results = await Promise.all(calls)
    expect(results.filter(result => (result as { ok: boolean }).ok)).toHaveLength(20)
    await twind.said(' started,')
    expect(await ask(paths, 'audit.verify')).toMatchObject({
      value: { output: { broken: null, missing: 0 } },
    })
  }, 60_000)
})

describe('after a kill', () => {
  test('twind starts again after kill -9 at whatever moment of its start', async () => {
    const { home, paths } = twinHome(AGENTS)
    for (const milliseconds of [40, 80, 120, 160, 200, 250, 300, 400, 600]) {
      const twind = startTwind(built.twind, home)
      await new Promise(resolve => setTimeout(resolve, milliseconds))
      await twind.kill('SIGKILL')
    }
    const twind = await started(home)
    expect(readdirSync(paths.lock)).toHaveLength(1)
    expect(await status(paths)).toMatchObject({ resident: true, troubles: [] })
    expect(await ask(paths, 'audit.verify')).toMatchObject({
      value: { output: { broken: null, missing: 0 } },
    })
    expect(await twind.kill('SIGTERM')).toBe(0)
  })
  test('a change that a kill cut off is told to its caller, and shown as unknown at the next start', async () => {
    const job = '[jobs.slow]\ncommand = ["/bin/sleep", "20"]\n'
    const { home, paths } = twinHome(job, `${POLICY}"job.slow" = "auto"\n`)
    const twind = await started(home)
    const cut = ask(paths, 'jobs.run', { input: { name: 'slow' }, confirm: true })
    const isRunning = async () => JSON.stringify(await status(paths)).includes('"running":true')
    while (!(await isRunning())) await new Promise(resolve => setTimeout(resolve, 10))
    await twind.kill('SIGKILL')
    expect(await cut).toMatchObject({
      ok: false,
      refusal: { code: 'crashed', fix: expect.stringContaining('twin audit') },
    })
    await started(home)
    expect(await status(paths)).toMatchObject({
      unknown: expect.any(Number),
      jobs: [
        { name: 'mail' },
        { name: 'slow', running: false, isFailing: true, last: { outcome: 'unknown' } },
      ],
    })
  })
  test('a twind that was killed leaves sockets, and doors that are no longer declared are swept', async () => {
    const { home, paths } = twinHome(AGENTS)
    await (await started(home)).kill('SIGKILL')
    expect(readdirSync(paths.doors)).toHaveLength(3)
    writeFileSync(paths.twinToml, '')
    await started(home)
    expect(readdirSync(paths.doors).sort()).toEqual(['cli', 'menubar'])
  })
})

describe('what keeps it from starting', () => {
  test('something foreign in the place of a socket is named and left alone', async () => {
    const { home, paths } = twinHome()
    mkdirSync(join(paths.doors, 'cli'), { recursive: true, mode: 0o700 })
    writeFileSync(socketOf(paths, 'cli', null), 'mine')
    const { code, log } = await run([], { TWIN_HOME: home })
    expect([code, log]).toEqual([2, expect.stringContaining('no socket of this user')])
    expect(readFileSync(socketOf(paths, 'cli', null), 'utf8')).toBe('mine')
    expect(readdirSync(paths.lock)).toEqual([])
  })
  test('a home whose sockets have a path of the cap is served and one a byte longer is refused', async () => {
    const { home } = twinHome()
    const longHome = (bytes: number) => {
      const rest = '/state/doors/menubar/twind.sock'.length
      const folder = join(home, 'x'.repeat(bytes - rest - home.length - 1))
      mkdirSync(folder, { mode: 0o700 })
      for (const name of ['twin.toml', 'policy.toml'])
        writeFileSync(join(folder, name), readFileSync(join(home, name)), { mode: 0o600 })
      return folder
    }
    const most = socketPathBytes(process.platform)
    expect(await (await started(longHome(most))).kill('SIGTERM')).toBe(0)
    const { code, log } = await run([], { TWIN_HOME: longHome(most + 1) })
    expect([code, log]).toEqual([2, expect.stringContaining('TWIN_HOME')])
  })
  test('a state folder that is open to others is refused', async () => {
    const { home, paths } = twinHome()
    mkdirSync(paths.state)
    chmodSync(paths.state, 0o755)
    expect(await run([], { TWIN_HOME: home })).toMatchObject({
      code: 2,
      log: expect.stringContaining('open to other users'),
    })
  })
  test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
    'a full disk is said, nothing is left half made, and room makes it start',
    async ctx => {
      const { home, paths } = twinHome()
      mkdirSync(paths.state, { mode: 0o700 })
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', paths.state])
      if (mounted.status !== 0) ctx.skip('no file system can be mounted here')
      try {
        const { code, log } = await run([], { TWIN_HOME: home })
        expect([code, log]).toEqual([1, expect.stringMatching(/disk is full/)])
        spawnSync('mount', ['-o', 'remount,size=8m', paths.state])
        const twind = await started(home)
        expect(await status(paths)).toMatchObject({ resident: true })
        expect(await twind.kill('SIGTERM')).toBe(0)
      } finally {
        spawnSync('umount', ['-l', paths.state])
      }
    },
  )
})

describe('what cannot be tended', () => {
  test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
    'a thing in the spool that cannot be moved is told, and keeps twind from nothing',
    async ctx => {
      const { home, paths } = twinHome()
      const first = await started(home)
      expect(await first.kill('SIGTERM')).toBe(0)
      // The place of a mount can neither be renamed nor removed.
      const foreign = join(paths.spool, 'new', 'foreign')
      mkdirSync(foreign)
      if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', foreign]).status !== 0)
        ctx.skip('no file system can be mounted here')
      try {
        const twind = await started(home)
        expect(await status(paths)).toMatchObject({ resident: true })
        expect(twind.log()).toContain('the spool cannot be tended')
        expect(await twind.kill('SIGTERM')).toBe(0)
      } finally {
        spawnSync('umount', ['-l', foreign])
      }
      const last = await started(home)
      expect(last.log()).not.toContain('the spool cannot be tended')
      expect(await last.kill('SIGTERM')).toBe(0)
    },
  )
})

describe('another user', () => {
  test.skipIf(process.getuid?.() !== 0)(
    'a connection of another user is closed unheard though the folders let it in',
    async ctx => {
      const { home, paths } = twinHome()
      const twind = await started(home)
      const script = join(temporaryFolder(), 'connect.cjs')
      writeFileSync(
        script,
        `const socket = require('node:net').connect(process.argv[2])
socket.on('error', error => console.log(error.code))
let text = ''
socket.on('data', bytes => (text += bytes))
socket.on('close', () => console.log('heard ' + text.slice(0, 12)))
socket.write(${JSON.stringify(`${head(12)}{"input":{}}`)})
setTimeout(() => socket.destroy(), 3000).unref()`,
        { mode: 0o644 },
      )
      const path = socketOf(paths, 'cli', null)
      const tried = (user: { uid?: number; gid?: number }) =>
        new Promise<string>(resolve => {
          execFile(process.execPath, [script, path], { cwd: '/', ...user }, (_, out) => resolve(out))
        })
      chmodSync(join(script, '..'), 0o755)
      expect(await tried(NOBODY)).toMatch(/^EACCES/)
      for (const open of [home, paths.state, paths.doors, join(paths.doors, 'cli')]) chmodSync(open, 0o777)
      chmodSync(path, 0o777)
      const said = await tried(NOBODY)
      if (said === '') ctx.skip('node is not open to other users')
      expect(said).not.toContain('HTTP/1.1')
      await twind.said('a connection of another user')
      expect(await tried({})).toContain('HTTP/1.1 200')
    },
  )
})
