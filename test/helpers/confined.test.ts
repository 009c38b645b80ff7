// The skeleton of a stage: what it does with its one line, with its lanes, with a stage that fails in any way, and with a
// process in which it finds that it is not confined.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { launch } from '../../native/launch.ts'
import type { Profile } from '../../protocol/profile.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import { LINE_BYTES, PROFILE_BYTES } from '../../protocol/limits.ts'
import { bundle, compileWrapper, Harness } from '../probes/harness.ts'

interface StageRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly lines: unknown[]
  /** Bytes that we sent and that the stage had not read when it ended. */
  readonly unread: boolean
}

const MAIL_TEXT = /contract/

describe.skipIf(process.platform !== 'linux')('a stage', () => {
  let harness: Harness
  let script: string
  let profile: Profile
  let input: string
  let output: string

  beforeAll(() => {
    harness = new Harness()
    script = join(harness.folder, 'stage.cjs')
    bundle('test/probes/stage.ts', script)
    input = join(harness.folder, 'mail')
    output = join(harness.folder, 'kept')
    for (const path of [input, output]) mkdirSync(path)
    writeFileSync(join(input, 'one'), 'text of one')
    profile = stageProfile('filter', { script, inputs: [input], outputs: [output] })
  })
  afterAll(() => harness.remove())

  const startLine = (behaviour: string, lanes = 0) => ({
    type: 'start',
    inputs: { mail: input },
    outputs: { kept: output },
    lanes,
    now: 0,
    config: { do: behaviour },
  })
  const text = (value: unknown) => `${JSON.stringify(value)}\n`

  /** Starts the stage, sends `sent` on fd 3, and reads its lines. */
  function run(
    sent: string,
    options: { lanes?: number; onLane?: (lane: Duplex) => void; end?: boolean } = {},
  ) {
    const descriptors = 1 + (options.lanes ?? 0)
    const { file, args, env } = launch(profile, script, { descriptors, env: { TZ: 'Asia/Tokyo' } })
    const slots = Array.from({ length: descriptors }, () => 'pipe' as const)
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe', ...slots] })
    for (const lane of child.stdio.slice(4)) options.onLane?.(lane as unknown as Duplex)
    return talk(child, sent, options.end ?? false)
  }
  const behave = (behaviour: string) => run(text(startLine(behaviour)))

  async function talk(child: ChildProcess, sent: string, end = false): Promise<StageRun> {
    const channel = child.stdio[3] as unknown as Duplex
    let [received, stdout, stderr, unread] = ['', '', '', false]
    // A unix socket that is closed with bytes still in it resets its peer.
    channel.on('error', (error: NodeJS.ErrnoException) => (unread ||= error.code === 'ECONNRESET'))
    channel.on('data', (bytes: Buffer) => (received += bytes.toString()))
    child.stdout?.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
    child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
    channel.write(sent)
    if (end) channel.end()
    const code = await new Promise<number | null>(resolve => child.once('close', resolve))
    const lines = received
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as unknown)
    return { code, stdout, stderr, lines, unread }
  }

  test('a stage that is done reports once and ends with 0', async () => {
    const result = await behave('report')
    expect(result).toMatchObject({ code: 0, stdout: '', stderr: '', unread: false })
    expect(result.lines).toEqual([{ type: 'done', report: startLine('report') }])
  })

  test('a stage tells its progress before it is done', async () => {
    const { lines } = await behave('progress')
    expect(lines).toEqual([
      { type: 'progress', done: 1, total: 2 },
      { type: 'progress', done: 2, total: 2 },
      { type: 'done', report: null },
    ])
  })

  test('a stage that wants fresh lanes says again and ends with 1', async () => {
    expect(await behave('again')).toMatchObject({ code: 1, lines: [{ type: 'again' }], stderr: '' })
  })

  test('a refusal of a stage is passed on and ends it with 1', async () => {
    const refusal = { code: 'model-absent', is: 'no model', wanted: 'one', fix: 'pull it' }
    expect(await behave('refuse')).toMatchObject({ code: 1, lines: [{ type: 'refused', refusal }] })
  })

  test('a confined stage reads its input, writes aside and renames, starts a worker and knows its time zone', async () => {
    const { code, lines } = await behave('work')
    expect(lines).toEqual([
      { type: 'done', report: { text: 'text of one', answer: 42, random: 4, zone: '9:00 AM', args: 3 } },
    ])
    expect(code).toBe(0)
    expect(readFileSync(join(output, 'one'), 'utf8')).toBe('text of one')
  })

  const CRASHES = {
    throw: 'RangeError',
    'throw-code': 'Error EACCES',
    'throw-text': 'no error object',
    'throw-named': 'no error object',
    'throw-later': 'Error',
    circular: 'TypeError',
  }
  for (const [behaviour, what] of Object.entries(CRASHES))
    test(`a stage that crashes by ${behaviour} says ${what} and nothing of the mail`, async () => {
      const result = await behave(behaviour)
      const refusal = { code: 'crashed', is: `the stage ended with ${what}` }
      expect(result).toMatchObject({ code: 1, lines: [{ type: 'refused', refusal }], stdout: '', stderr: '' })
      expect(JSON.stringify(result)).not.toMatch(MAIL_TEXT)
    })

  test('a stage that finds no room on the disk refuses with disk and says nothing of the mail', async () => {
    const result = await behave('full-disk')
    expect(result).toMatchObject({ code: 1, lines: [{ type: 'refused', refusal: { code: 'disk' } }] })
    expect(JSON.stringify(result)).not.toMatch(MAIL_TEXT)
  })

  test('a stage that never answers ends with 1 and without a line', async () => {
    expect(await behave('never-end')).toMatchObject({ code: 1, lines: [], stdout: '' })
  })

  test('a stage hands on a line of 80,000 characters in one piece', async () => {
    const { lines } = await behave('long')
    expect(lines).toEqual([{ type: 'done', report: 'x'.repeat(80_000) }])
  })

  test('a stage asks over each of its lanes', async () => {
    let asked = 0
    const onLane = (lane: Duplex) =>
      lane.on('data', (bytes: Buffer) => lane.write(`${bytes.toString()} ${++asked}`))
    const { lines } = await run(text(startLine('echo', 3)), { lanes: 3, onLane })
    expect(lines).toEqual([{ type: 'done', report: ['ask 1', 'ask 2', 'ask 3'] }])
  })

  test('a lane that closes does not end the stage as a crash', async () => {
    const onLane = (lane: Duplex) => lane.destroy()
    const { lines } = await run(text(startLine('closed-lane', 1)), { lanes: 1, onLane })
    expect(lines).toEqual([{ type: 'again' }])
  })

  test('a stage that is promised a lane it did not get ends as a crash', async () => {
    const { code, lines } = await run(text(startLine('echo', 1)))
    expect(code).toBe(1)
    expect(lines).toMatchObject([{ type: 'refused', refusal: { code: 'crashed' } }])
  })

  const padded = (bytes: number) => {
    const line = text({ ...startLine('again'), now: 1 })
    return line.replace('"now":1', `"now":${' '.repeat(bytes - line.length)}1`)
  }
  test('a start line at the cap is read', async () => {
    const line = padded(LINE_BYTES)
    expect(Buffer.byteLength(line)).toBe(LINE_BYTES)
    expect((await run(line)).lines).toEqual([{ type: 'again' }])
  })

  const BAD: readonly [title: string, sent: () => string, code: string][] = [
    ['is one byte over the cap', () => padded(LINE_BYTES + 1), 'too-long'],
    ['never ends and is over the cap', () => 'x'.repeat(LINE_BYTES + 10), 'too-long'],
    ['is no JSON', () => '{"type":"start"\n', 'not-json'],
    ['is empty', () => '\n', 'not-json'],
    ['has a key twice', () => text(startLine('again')).replace('{', '{"type":"start",'), 'not-json'],
    ['has __proto__ as a key', () => text(startLine('again')).replace('{', '{"__proto__":1,'), 'not-json'],
    ['has an unknown key', () => text({ ...startLine('again'), more: 1 }), 'wrong-shape'],
    ['lacks a key', () => text({ type: 'start' }), 'wrong-shape'],
    ['is another type of line', () => text({ type: 'done', report: 1 }), 'wrong-shape'],
    ['asks for 17 lanes', () => text(startLine('again', 17)), 'wrong-shape'],
    ['is followed by a second one', () => text(startLine('again')).repeat(2), 'bad-request'],
    ['is followed by a byte', () => `${text(startLine('again'))}x`, 'bad-request'],
  ]
  for (const [title, sent, code] of BAD)
    test(`a stage refuses a start line that ${title}`, async () => {
      const result = await run(sent())
      expect(result.lines).toMatchObject([{ type: 'refused', refusal: { code } }])
      expect(result.code).toBe(1)
    })

  test('a stage refuses a channel that ends before a line', async () => {
    const result = await run('{"type":', { end: true })
    expect(result.lines).toMatchObject([{ type: 'refused', refusal: { code: 'not-json' } }])
  })

  test('a stage without a channel says so and ends with 1', async () => {
    const { file, args, env } = launch(profile, script)
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    const { code, lines, stderr } = await talk(child, '')
    expect([code, lines]).toEqual([1, []])
    expect(stderr).toBe('Cannot answer: nobody reads fd 3, wanted the channel of twind.\n')
  })

  /** One sentence on stderr, nothing else anywhere, and the start line still unread. */
  function expectUnconfined(result: StageRun, sentence: RegExp): void {
    expect(result).toMatchObject({ code: 5, stdout: '', lines: [], unread: true })
    expect(result.stderr).toMatch(/^Cannot confine: [^\n]+\.\n$/)
    expect(result.stderr).toMatch(sentence)
  }
  const plain = (args: string[], bundled = script) =>
    spawn(process.execPath, [bundled, ...args], { env: {}, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })

  test('a stage that plain node starts with its profile finds itself unconfined and has read nothing', async () => {
    const result = await talk(plain([JSON.stringify(profile)]), text(startLine('work')))
    expectUnconfined(result, /an attempt to read a file outside was not refused \(it went through\)/)
  })

  const WRONG_PROFILES: readonly [title: string, args: () => string[], sentence: RegExp][] = [
    ['without a profile', () => [], /no profile among the arguments/],
    ['with a profile that is no JSON', () => ['{'], /the profile is no JSON/],
    [
      'with an unknown key in its profile',
      () => [JSON.stringify({ ...profile, net: [] })],
      /has a wrong shape/,
    ],
    [
      'with a relative path in its profile',
      () => [JSON.stringify({ ...profile, files: ['x'] })],
      /has a wrong shape/,
    ],
    [
      'with a profile over the cap',
      () => [`${JSON.stringify(profile)}${' '.repeat(PROFILE_BYTES)}`],
      /is over \d+ bytes/,
    ],
    [
      'with a profile that grants every canary',
      () => [JSON.stringify({ ...profile, trees: [packageRoot] })],
      /every file that could prove it/,
    ],
  ]
  for (const [title, args, sentence] of WRONG_PROFILES)
    test(`a stage that is started ${title} ends with 5 and has read nothing`, async () => {
      expectUnconfined(await talk(plain(args()), text(startLine('work'))), sentence)
    })

  test('a stage whose addon is missing is silent and ends with 5', async () => {
    // A package of its own that was never built: the canary is there, the addon is not.
    const root = join(harness.folder, 'package')
    mkdirSync(join(root, 'dist'), { recursive: true })
    copyFileSync(join(packageRoot, 'package.json'), join(root, 'package.json'))
    const bundled = join(root, 'dist', 'stage.cjs')
    bundle('test/probes/stage.ts', bundled, { root })
    expect(existsSync(join(root, 'build'))).toBe(false)
    const { file, args, env } = launch({ ...profile, files: [bundled] }, bundled, { descriptors: 1 })
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    expectUnconfined(await talk(child, text(startLine('work'))), /addon\.node cannot be loaded/)
  })

  test('a stage on a kernel without the thread-wide filter ends with 5 and has read nothing', async () => {
    const without = compileWrapper('without', harness.folder)
    const { file, args, env } = launch(profile, script, { descriptors: 1 })
    const call = process.arch === 'arm64' ? '277' : '317'
    const lack = [call, 'errno', '22', '--', file, ...args]
    const child = spawn(without, lack, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    const result = await talk(child, text(startLine('work')))
    expectUnconfined(result, /Linux does not forbid exec to every thread \(Invalid argument\)/)
  })
})
