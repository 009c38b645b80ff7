// The life of a program that is not twin's: what it is started with, how it ends, and that nothing of it is left when its
// starter dies or its group is killed. And what the launcher says on a kernel that lacks what such a program needs.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { launcherFile } from '../../native/addonFile.ts'
import { launchProgram, programProfile } from '../../native/programProfile.ts'
import type { Network } from '../../protocol/profile.ts'
import { compileWrapper } from '../probes/harness.ts'

const LANDLOCK_CREATE = '444'

describe.skipIf(process.platform !== 'linux')('a started program', () => {
  let folder: string
  let without: string
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-program-')))
    without = compileWrapper('without', folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function launched(command: readonly string[], network: Network = 'none', descriptors = 0) {
    const temporary = mkdtempSync(join(folder, 'temporary-'))
    const profile = programProfile('jobs.test', { command, reads: [], writes: [], network, temporary })
    if (!profile.ok) throw new Error(profile.refusal.is)
    return { ...launchProgram(profile.value, command, { descriptors }), temporary }
  }
  function run(script: string, network: Network = 'none') {
    const { file, args, env, temporary } = launched(['/bin/sh', '-c', script], network)
    return { ...spawnSync(file, args, { env, encoding: 'utf8', cwd: '/' }), temporary }
  }

  test('a program has the environment that is made for it and no other', () => {
    const { stdout, temporary } = run('/usr/bin/env; echo "IN $PWD"')
    const variables = stdout.split('\n').filter(line => line.includes('=') && !line.startsWith('PWD='))
    expect(new Set(variables)).toEqual(
      new Set([
        'LANG=C.UTF-8',
        'PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
        `HOME=${temporary}`,
        `TMPDIR=${temporary}`,
      ]),
    )
    expect(stdout).toContain(`IN ${temporary}`)
  })

  test('a file that a program makes is closed to other users', () => {
    const { temporary } = run('echo text > file')
    expect(statSync(join(temporary, 'file')).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['exit 0', 0, null],
    ['exit 42', 42, null],
    ['kill -TERM $$', null, 'SIGTERM'],
    ['kill -KILL $$', null, 'SIGKILL'],
  ])('a program that ends by "%s" is seen to end so', (script, status, signal) => {
    expect(run(script)).toMatchObject({ status, signal })
  })

  test('a program may start, wait for and signal programs of its own', () => {
    const { stdout } = run(
      'sleep 60 & kill $!; wait $!; echo $?; echo one | tr o 0; timeout 0.1 sleep 60; echo $?',
    )
    expect(stdout).toBe('143\n0ne\n124\n')
  })

  test('a plugin speaks on descriptor 3, and nobody holds its other end when it closes', async () => {
    const { file, args, env } = launched(
      ['/bin/sh', '-c', 'read line <&3; echo "got $line" >&3; exec 3>&-; sleep 60'],
      'none',
      1,
    )
    const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'pipe'], detached: true })
    const channel = child.stdio[3] as Duplex
    let said = ''
    channel.on('data', (bytes: Buffer) => (said += bytes.toString()))
    channel.write('hello\n')
    await once(channel, 'end')
    expect([said, child.exitCode]).toEqual(['got hello\n', null])
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await once(child, 'exit')
  })

  test('a program gets no two gigabytes in one process, and a process without rules does', () => {
    const wish = ['/usr/bin/python3', '-c', 'print(len(bytearray(2 ** 31)))']
    const { file, args, env } = launched(wish)
    expect(spawnSync(file, args, { env }).stderr.toString()).toContain('MemoryError')
    expect(spawnSync(wish[0] ?? '', wish.slice(1)).stdout.toString()).toBe(`${2 ** 31}\n`)
  })

  const alive = (pid: number) =>
    existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  /** Leaves a grandchild that tries all it can to be left alone, and prints its id. */
  const OUTLIVE =
    'trap "" HUP TERM INT; (setsid sleep 600 || nohup sleep 600) >/dev/null 2>&1 & echo $!; sleep 600'

  /** A starter of its own that starts `command`, and the id of the grandchild that prints it. */
  async function startedBy(command: { file: string; args: string[] }) {
    const code = `require('child_process').spawn(...JSON.parse(process.argv[1]), { stdio: ['ignore', 'inherit', 'ignore'], detached: true, env: { PATH: '/usr/bin:/bin' } })`
    const starter = spawn(process.execPath, ['-e', code, JSON.stringify([command.file, command.args])], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [bytes] = (await once(starter.stdout, 'data')) as [Buffer]
    return { starter, pid: Number(bytes.toString()) }
  }

  test('nothing of a program outlives its starter, and of a process without rules it does', async () => {
    const survivors: boolean[] = []
    const plain = { file: '/bin/sh', args: ['-c', OUTLIVE] }
    for (const command of [launched(['/bin/sh', '-c', OUTLIVE]), plain]) {
      const { starter, pid } = await startedBy(command)
      expect(alive(pid)).toBe(true)
      starter.kill('SIGKILL')
      await once(starter, 'exit')
      if (command !== plain) await vi.waitFor(() => expect(alive(pid)).toBe(false), { timeout: 10_000 })
      survivors.push(alive(pid))
      if (alive(pid)) process.kill(pid, 'SIGKILL')
    }
    expect(survivors).toEqual([false, true])
  })

  test('nothing of a program outlives the program, and of a process without rules it does', async () => {
    const survivors: boolean[] = []
    const leave = 'trap "" HUP TERM INT; (nohup sleep 600) >/dev/null 2>&1 & echo $!'
    const plain = { file: '/bin/sh', args: ['-c', leave] }
    for (const command of [launched(['/bin/sh', '-c', leave]), plain]) {
      // This starter does nothing when the program has ended, like one that is killed at that very moment.
      const { starter, pid } = await startedBy(command)
      if (command !== plain) await vi.waitFor(() => expect(alive(pid)).toBe(false), { timeout: 10_000 })
      survivors.push(alive(pid))
      if (alive(pid)) process.kill(pid, 'SIGKILL')
      starter.kill('SIGKILL')
    }
    expect(survivors).toEqual([false, true])
  })

  test('whatever ends the supervisor or the guard of a program ends all of it, and the program can end neither', async () => {
    // Signals 1 to 9 to whoever leads its group and to its parent; then it tells of a child.
    const script =
      'import os, subprocess, time\n' +
      'for number in (9, 15, 1):\n for pid in (os.getpgrp(), os.getppid()):\n  try: os.kill(pid, number)\n  except OSError: pass\n' +
      'child = subprocess.Popen(["/usr/bin/sleep", "600"], stdout=subprocess.DEVNULL)\n' +
      'print(child.pid, os.getpgrp(), os.getppid(), flush=True)\ntime.sleep(600)'
    for (const which of [1, 2]) {
      const { file, args, env } = launched(['/usr/bin/python3', '-c', script])
      const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
      const [bytes] = (await once(child.stdout, 'data')) as [Buffer]
      const told = bytes.toString().trim().split(' ').map(Number)
      const sleeper = told[0] ?? 0
      expect(told.every(alive)).toBe(true)
      process.kill(told[which] ?? 0, 'SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await vi.waitFor(() => expect(alive(sleeper)).toBe(false), { timeout: 10_000 })
    }
  })

  test('nothing of a program outlives its group, and of a process without rules it does', async () => {
    const survivors: boolean[] = []
    const escape = '(setsid sleep 600 || sleep 600) >/dev/null 2>&1 & sleep 0.2; echo $!; sleep 600'
    const plain = { file: '/bin/sh', args: ['-c', escape], env: { PATH: '/usr/bin:/bin' } }
    for (const command of [launched(['/bin/sh', '-c', escape]), plain]) {
      const child = spawn(command.file, command.args, {
        env: command.env,
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      })
      const [bytes] = (await once(child.stdout, 'data')) as [Buffer]
      const pid = Number(bytes.toString())
      const sleeper = childOf(pid) ?? pid
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await once(child, 'exit')
      if (command !== plain) await vi.waitFor(() => expect(alive(sleeper)).toBe(false), { timeout: 10_000 })
      survivors.push(alive(sleeper))
      if (alive(sleeper)) process.kill(sleeper, 'SIGKILL')
    }
    expect(survivors).toEqual([false, true])
  })

  /** The first child of a process that has not become another program. */
  const childOf = (pid: number): number | undefined => {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return text === '' ? undefined : Number(text.split(' ')[0])
  }

  const launcherWith = (network: string, rules: readonly string[] = []) => [
    launcherFile,
    '--program',
    network,
    ...rules,
    '--run',
    '/usr',
    '--',
    '/usr/bin/echo',
    'ran',
  ]
  const on = (lack: readonly string[], command: readonly string[]) =>
    spawnSync(without, [...lack, '--', ...command], { encoding: 'utf8', env: {} })

  test('a kernel that cannot tell ports apart is named, and a program that needs it is not started', () => {
    const old = [LANDLOCK_CREATE, 'none', '3']
    const { status, stdout, stderr } = on(old, launcherWith('11434'))
    expect([status, stdout]).toEqual([5, ''])
    expect(stderr).toMatch(
      /^Cannot confine: Linux \S+ offers Landlock ABI 3, wanted Landlock ABI 4 or newer \(Linux 6\.7, for network = "loopback:PORT"\)\n$/,
    )
    for (const network of ['none', 'open']) expect(on(old, launcherWith(network)).stdout).toBe('ran\n')
    expect(on([LANDLOCK_CREATE, 'none', '4'], launcherWith('11434')).stdout).toBe('ran\n')
  })

  test('on a kernel that does not end signals at the program, it may signal itself alone', () => {
    const script =
      'sleep 1 >/dev/null 2>&1 & kill $! 2>/dev/null && echo killed || echo refused; kill -CONT $$ && echo self'
    const command = [
      launcherFile,
      '--program',
      'none',
      '--run',
      '/usr',
      '--device',
      '/dev/null',
      '--',
      '/usr/bin/sh',
      '-c',
    ]
    const old = on([LANDLOCK_CREATE, 'none', '5'], [...command, `${script}; exit`])
    const now = on([LANDLOCK_CREATE, 'none', '6'], [...command, script])
    expect([old.stdout, now.stdout]).toEqual(['refused\nself\n', 'killed\nself\n'])
  })

  test.each([
    ['read a file outside', ['--run', '/proc']],
    ['list a directory outside', ['--list', '/proc']],
  ])('the launcher tries to %s, and starts nothing where that goes through', (act, hole) => {
    const [file = '', ...args] = launcherWith('none', hole)
    const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env: {} })
    expect([status, stdout]).toEqual([5, ''])
    expect(stderr).toBe(`Cannot confine: an attempt to ${act} was not refused\n`)
  })

  test.each(['0', '65536', 'loopback', '-1', ''])('the launcher knows no network "%s"', network => {
    const [file = '', ...args] = launcherWith(network)
    expect(spawnSync(file, args, { encoding: 'utf8' })).toMatchObject({ status: 5, stdout: '' })
  })

  test.each(['none', 'open', { loopback: 9 }] as const)(
    'a program with network %j reads neither mail, vault, state nor configuration of the person',
    network => {
      const home = mkdtempSync(join(folder, 'home-'))
      const files = [
        'Library/Mail/V10/MailData/Envelope Index',
        'Documents/Brief/2026-11-30 mail.md',
        '.local/state/twin/twin.db',
        '.local/state/twin/audit/2026-11.jsonl',
        '.config/twin/policy.toml',
        '.ssh/id_ed25519',
      ].map(name => join(home, name))
      for (const file of files) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, 'SECRET\n', { mode: 0o644 })
      }
      const script = files.map(file => `/usr/bin/cat '${file}'`).join('; ')
      const confined = run(`(${script}) 2>&1`, network)
      expect(confined.stdout.match(/Permission denied/g)).toHaveLength(files.length)
      expect(confined.stdout).not.toContain('SECRET')
      expect(spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).stdout).toBe(
        'SECRET\n'.repeat(files.length),
      )
    },
  )

  test.skipIf(process.getuid?.() !== 0)('a user who is not root is confined the same way', () => {
    const copy = join(folder, 'confine')
    copyFileSync(launcherFile, copy)
    chmodSync(copy, 0o755)
    chmodSync(folder, 0o755)
    const outside = join(folder, 'outside')
    writeFileSync(outside, 'secret', { mode: 0o644 })
    const nobody = { uid: 65534, gid: 65534, encoding: 'utf8' as const, env: {}, cwd: '/' }
    const script = `/usr/bin/cat ${outside}`
    const [, ...args] = launcherWith('none').slice(0, -3)
    const confined = spawnSync(copy, [...args, '--', '/usr/bin/sh', '-c', `echo ran; ${script}`], nobody)
    expect([confined.stdout, confined.stderr]).toEqual([
      'ran\n',
      expect.stringContaining('Permission denied'),
    ])
    expect(spawnSync('/usr/bin/sh', ['-c', script], nobody).stdout).toBe('secret')
  })

  test('a program with a port reaches it and listens nowhere', async () => {
    const server = createServer(socket => socket.end('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const code = `import socket
s = socket.create_connection(("127.0.0.1", ${port})); print(s.recv(9).decode())
try: socket.socket().listen()
except PermissionError: print("no listening")`
    const command = ['/usr/bin/python3', '-c', code]
    const { file, args, env } = launched(command, { loopback: port })
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
    await once(child, 'close')
    server.close()
    expect(said).toBe('hello\nno listening\n')
  })
})
