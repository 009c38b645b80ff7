// The Linux launcher by itself: what it grants, what it refuses to start with, and what it says on a kernel that lacks what is
// needed. Such a kernel is simulated by test/probes/wrappers/without.c, so that the launcher under test is the shipped one.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { launcherFile } from '../../native/addonFile.ts'
import { ownLibraries } from '../../native/libraries.ts'
import { compileWrapper, Harness } from '../probes/harness.ts'

const node = process.execPath

/** Numbers of asm-generic (424 and up are the same on every architecture) or of this one. */
const CALLS = {
  landlockCreate: 444,
  landlockAdd: 445,
  landlockRestrict: 446,
  closeRange: 436,
  openat2: 437,
  capset: process.arch === 'arm64' ? 91 : 126,
  prctl: process.arch === 'arm64' ? 167 : 157,
}
const ENOSYS = '38'
const EPERM = '1'
const EINVAL = '22'

describe.skipIf(process.platform !== 'linux')('the launcher', () => {
  let harness: Harness
  let without: string
  let folder: string
  const { programs, libraries } = ownLibraries()
  const runtime = [
    ...programs.flatMap(path => ['--exec', path]),
    ...[...libraries, '/dev/null'].flatMap(path => ['--file', path]),
    '--env',
    'OPENSSL_CONF=/dev/null',
  ]

  beforeAll(() => {
    harness = new Harness()
    without = compileWrapper('without', harness.folder)
    folder = join(harness.folder, 'rules')
    mkdirSync(folder)
    writeFileSync(join(folder, 'file'), 'content')
    symlinkSync(folder, join(harness.folder, 'link'))
    symlinkSync(join(folder, 'file'), join(folder, 'link'))
  })
  afterAll(() => harness.remove())

  const start = (...args: string[]) =>
    spawnSync(launcherFile, args, { encoding: 'utf8', env: { TWIN_PROBE_SECRET: 'secret' } })
  /** What `script` prints under the rules of node and `rules`. */
  const print = (script: string, ...rules: string[]) => start(...runtime, ...rules, '--', node, '-p', script)
  const on = (lack: string[], ...args: string[]) =>
    spawnSync(without, [...lack, '--', launcherFile, ...args], { encoding: 'utf8', env: {} })

  test('the launcher starts node with the environment that it is given and no other', () => {
    const { stdout } = print('JSON.stringify(process.env)', '--env', 'TZ=UTC')
    expect(JSON.parse(stdout)).toEqual({ OPENSSL_CONF: '/dev/null', TZ: 'UTC' })
  })

  test('the launcher passes on the exit code and the output of what it starts', () => {
    expect(start(...runtime, '--', node, '-e', 'process.exitCode = 7').status).toBe(7)
    expect(print('6 * 7').stdout).toBe('42\n')
  })

  const read = (path: string) =>
    `try { require('fs').readFileSync(${JSON.stringify(path)}, 'utf8') } catch (error) { error.code }`
  const list = (path: string) =>
    `try { require('fs').readdirSync(${JSON.stringify(path)}).join() } catch (error) { error.code }`

  test('a file rule opens this file and not its neighbour', () => {
    const rule = ['--file', join(folder, 'file')]
    writeFileSync(join(folder, 'neighbour'), 'other')
    expect(print(read(join(folder, 'file')), ...rule).stdout).toBe('content\n')
    expect(print(read(join(folder, 'neighbour')), ...rule).stdout).toBe('EACCES\n')
    expect(print(list(folder), ...rule).stdout).toBe('EACCES\n')
  })

  test('a tree rule opens files and listings below it', () => {
    expect(print(read(join(folder, 'file')), '--tree', folder).stdout).toBe('content\n')
    expect(print(list(folder), '--tree', folder).stdout).toContain('file')
  })

  test('a list rule shows names and opens no file', () => {
    expect(print(list(folder), '--list', folder).stdout).toContain('file')
    expect(print(read(join(folder, 'file')), '--list', folder).stdout).toBe('EACCES\n')
  })

  test('a reads rule opens files by name and shows no names', () => {
    expect(print(read(join(folder, 'file')), '--reads', folder).stdout).toBe('content\n')
    expect(print(list(folder), '--reads', folder).stdout).toBe('EACCES\n')
  })

  test('the launcher skips a path that does not exist and grants nothing in its place', () => {
    const { stdout, status } = print(
      list(folder),
      '--tree',
      join(folder, 'absent'),
      '--file',
      join(folder, 'absent'),
    )
    expect([status, stdout]).toEqual([0, 'EACCES\n'])
  })

  test('the launcher opens descriptors 0 to 2 where they are closed, since node may not', () => {
    const command = [launcherFile, ...runtime, '--', node, '-e', 'process.exitCode = 7']
    const shell = spawnSync('/bin/sh', ['-c', 'exec "$@" <&- >&- 2>&-', 'sh', ...command])
    expect(shell.status).toBe(7)
  })

  test('the launcher keeps the agreed descriptors and closes every other one', () => {
    const fd = openSync(join(folder, 'file'), 'r')
    const script =
      'for (const fd of [3, 4, 60]) try { console.log(require("fs").fstatSync(fd).size) } catch (error) { console.log(error.code) }'
    const stdio = [
      'ignore' as const,
      'pipe' as const,
      'pipe' as const,
      ...Array.from({ length: 58 }, () => fd),
    ]
    const run = (file: string, args: string[]) =>
      spawnSync(file, args, { stdio, encoding: 'utf8', env: {} }).stdout
    try {
      const kept = run(launcherFile, [...runtime, '--fds', '2', '--', node, '-e', script])
      const control = run(node, ['-e', script])
      expect(control).toBe('7\n7\n7\n')
      expect(kept).toBe('7\n7\nEBADF\n')
    } finally {
      closeSync(fd)
    }
  })

  const REFUSED: readonly [title: string, args: () => string[], sentence: RegExp][] = [
    [
      'a symbolic link as a path',
      () => ['--file', join(folder, 'link')],
      /--file .* of another kind, wanted a file$/,
    ],
    [
      'a path through a symbolic link',
      () => ['--file', join(harness.folder, 'link/file')],
      /wanted a real path$/,
    ],
    ['a relative path', () => ['--tree', 'native'], /is relative, wanted an absolute path$/],
    ['a directory as a file', () => ['--file', folder], /of another kind, wanted a file$/],
    ['a file as a tree', () => ['--tree', join(folder, 'file')], /of another kind, wanted a directory$/],
    [
      'a file as a place to write',
      () => ['--write', join(folder, 'file')],
      /of another kind, wanted a directory$/,
    ],
    ['a rule that it does not know', () => ['--grant', folder], /--grant is no rule of this launcher$/],
    ['more descriptors than helpers have', () => ['--fds', '65'], /wanted rules, --, and a program$/],
    ['a negative number of descriptors', () => ['--fds', '-1'], /wanted rules, --, and a program$/],
  ]
  for (const [title, args, sentence] of REFUSED)
    test(`the launcher refuses ${title} with one sentence and exit code 5`, () => {
      const { status, stdout, stderr } = start(...runtime, ...args(), '--', node, '-p', '1')
      expect([status, stdout]).toEqual([5, ''])
      expect(stderr.trimEnd()).toMatch(/^Cannot confine: [^\n]*$/)
      expect(stderr.trimEnd()).toMatch(sentence)
    })

  test('the launcher refuses to start without a program', () => {
    for (const args of [[], ['--'], [...runtime], [...runtime, '--'], ['--fds']])
      expect(start(...args).status).toBe(5)
  })

  test('the launcher ends with 127 and one sentence when the program cannot be started', () => {
    const { status, stderr } = start(...runtime, '--', join(folder, 'absent'))
    expect([status, stderr]).toEqual([
      127,
      `Cannot start ${join(folder, 'absent')}: No such file or directory\n`,
    ])
  })

  const LACKING: readonly [title: string, lack: string[], sentence: RegExp][] = [
    [
      'has no Landlock',
      [String(CALLS.landlockCreate), 'errno', ENOSYS],
      /^Cannot confine: Linux \S+ offers no Landlock, wanted Landlock ABI 3 or newer \(Linux 6\.2, with landlock among its lsm=\)$/,
    ],
    [
      'has Landlock switched off',
      [String(CALLS.landlockCreate), 'errno', '95'],
      /^Cannot confine: Linux \S+ offers no Landlock, wanted Landlock ABI 3/,
    ],
    [
      'offers Landlock ABI 2',
      [String(CALLS.landlockCreate), 'value', '2'],
      /^Cannot confine: Linux \S+ offers Landlock ABI 2, wanted Landlock ABI 3/,
    ],
    [
      'refuses a Landlock rule',
      [String(CALLS.landlockAdd), 'errno', EPERM],
      /^Cannot confine: --exec .* Operation not permitted$/,
    ],
    [
      'does not enter Landlock',
      [String(CALLS.landlockRestrict), 'errno', EPERM],
      /^Cannot confine: Landlock cannot be entered/,
    ],
    ['has no close_range', [String(CALLS.closeRange), 'errno', ENOSYS], /^Cannot confine: close_range fails/],
    [
      'has no openat2',
      [String(CALLS.openat2), 'errno', ENOSYS],
      /^Cannot confine: --exec .* not implemented, wanted a real path$/,
    ],
    [
      'keeps capabilities',
      [String(CALLS.capset), 'errno', EPERM],
      /^Cannot confine: capabilities cannot be dropped/,
    ],
    [
      'has no seccomp filter',
      [String(CALLS.prctl), 'arg0', '22', EINVAL],
      /^Cannot confine: this kernel refuses a seccomp filter/,
    ],
    [
      'refuses no_new_privs',
      [String(CALLS.prctl), 'arg0', '38', EINVAL],
      /^Cannot confine: no_new_privs cannot be set/,
    ],
  ]
  for (const [title, lack, sentence] of LACKING)
    test(`the launcher says so and exits 5 when the kernel ${title}`, () => {
      const { status, stdout, stderr } = on(lack, ...runtime, '--', node, '-p', '1')
      expect([status, stdout]).toEqual([5, ''])
      expect(stderr.trimEnd()).toMatch(sentence)
    })

  test('the launcher starts node below a wrapper that takes nothing it needs', () => {
    // The control of the cases above: the same wrapper, and a call that nobody makes (umount2 of asm-generic or x86_64).
    const unused = process.arch === 'arm64' ? '39' : '166'
    expect(on([unused, 'errno', EPERM], ...runtime, '--', node, '-p', '1').stdout).toBe('1\n')
  })

  test('a confined process gets no gigabyte of memory, and a process without rules does', () => {
    const wish = ['-p', 'new ArrayBuffer(2 ** 30).byteLength']
    const confined = spawnSync(launcherFile, [...runtime, '--', node, ...wish])
    expect(confined.stderr.toString()).toContain('Array buffer allocation failed')
    expect(spawnSync(node, wish).stdout.toString()).toBe('1073741824\n')
  })

  test('a confined process dies with its starter, and a process without rules does not', async () => {
    const alive = (pid: number) =>
      existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
    const wait = ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)']
    const survivors: boolean[] = []
    for (const [file, args] of [
      [launcherFile, [...runtime, '--', node, ...wait]],
      [node, wait],
    ] as const) {
      const code = `require('child_process').spawn(...JSON.parse(process.argv[1]), { stdio: ['ignore', 'inherit', 'ignore'] })`
      const starter = spawn(node, ['-e', code, JSON.stringify([file, args])], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const pid = await new Promise<number>(resolve => {
        starter.stdout.once('data', (bytes: Buffer) => resolve(Number(bytes.toString())))
      })
      expect(alive(pid)).toBe(true)
      starter.kill('SIGKILL')
      await new Promise(resolve => starter.once('exit', resolve))
      if (file === launcherFile) await vi.waitFor(() => expect(alive(pid)).toBe(false), { timeout: 10_000 })
      survivors.push(alive(pid))
      if (alive(pid)) process.kill(pid, 'SIGKILL')
    }
    expect(survivors).toEqual([false, true])
  })
})
