// Processes that misbehave, one a test, and what becomes of their descendants. The stand-in is test/daemon/fakes/stage.cjs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { spawnProgram, spawnStage, type StageTask } from '../../daemon/spawn.ts'
import { CHILD_TEXT_BYTES } from '../../protocol/limits.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const FAKE = join(import.meta.dirname, 'fakes/stage.cjs')
const fake = (...args: string[]) => ({
  name: 'rank',
  file: process.execPath,
  args: [FAKE, ...args],
  env: { ONLY: 'this' },
})
const task = (more: Partial<StageTask> = {}, lanes = 0): StageTask => ({
  start: { type: 'start', inputs: {}, outputs: {}, lanes, now: 1, config: null },
  milliseconds: 20_000,
  onLane: () => undefined,
  onProgress: () => undefined,
  ...more,
})
const isAlive = (pid: number): boolean => {
  const read = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return read !== '' && !/\) [ZX] /.test(read)
}
const until = async (holds: () => boolean): Promise<boolean> => {
  for (let tries = 0; tries < 200 && !holds(); tries++) await pause(50)
  return holds()
}

describe('a stage that keeps the contract', () => {
  test('spawnStage hands over the start line and only the given environment', async () => {
    const told: number[][] = []
    const ended = await spawnStage(fake('echo'), task({ onProgress: (...count) => told.push(count) }))
    expect(ended).toMatchObject({
      ok: true,
      value: { type: 'done', report: { start: task().start, env: { ONLY: 'this' }, cwd: '/' } },
    })
    expect(
      ended.ok && ended.value.type === 'done' && Object.keys((ended.value.report as { env: object }).env),
    ).toEqual(['ONLY'])
    expect(told).toEqual([[1, 1]])
  })
  test('spawnStage tells again and refused apart from done', async () => {
    expect(await spawnStage(fake('again'), task())).toEqual({ ok: true, value: { type: 'again' } })
    expect(await spawnStage(fake('refuse'), task())).toMatchObject({
      ok: false,
      refusal: { code: 'model-absent', is: 'there is none' },
    })
  })
  test('spawnStage gives each lane a socket of its own that carries both ways', async () => {
    const heard: string[] = []
    const ended = await spawnStage(
      fake('lanes'),
      task({ onLane: lane => lane.once('data', bytes => (heard.push(String(bytes)), lane.end('world'))) }, 2),
    )
    expect(ended).toEqual({ ok: true, value: { type: 'done', report: 'world' } })
    expect(heard.sort()).toEqual(['hello 0\n', 'hello 1\n'])
  })
  test('spawnStage keeps only the first bytes of a flood on stdout and stderr', async () => {
    expect(await spawnStage(fake('flood-out'), task())).toEqual({
      ok: true,
      value: { type: 'done', report: null },
    })
    const command = { name: 'x', file: process.execPath, env: {} }
    const printed = (bytes: number) =>
      spawnProgram(
        { ...command, args: ['-e', `process.stdout.write('x'.repeat(${bytes}))`] },
        { milliseconds: 20_000 },
      )
    for (const bytes of [CHILD_TEXT_BYTES, CHILD_TEXT_BYTES + 1])
      expect(await printed(bytes)).toEqual({ ok: true, value: 'x'.repeat(CHILD_TEXT_BYTES) })
  })
})

describe('a stage that misbehaves', () => {
  test.each([
    ['ends without an answer', 'silent', 'crashed'],
    ['throws', 'throw', 'crashed'],
    ['kills itself', 'kill', 'crashed'],
    ['says done and exits 1', 'done-1', 'crashed'],
    ['says again and exits 0', 'again-0', 'crashed'],
    ['finds itself unconfined', 'unconfined', 'cannot-confine'],
    ['refuses and exits as unconfined', 'refuse-5', 'cannot-confine'],
    ['writes no JSON', 'not-json', 'not-json'],
    ['writes a line of another shape', 'wrong-shape', 'wrong-shape'],
    ['writes a line over the cap', 'too-long', 'too-long'],
    ['does not exit after its last line', 'done-stay', 'late'],
  ])('spawnStage refuses a stage that %s', async (_, act, code) => {
    const ended = await spawnStage(fake(act), task())
    expect(ended).toMatchObject({ ok: false, refusal: { code } })
    expect(JSON.stringify(ended)).not.toContain('secret')
  })
  test('spawnStage kills a stage at its deadline', async () => {
    expect(await spawnStage(fake('stay'), task({ milliseconds: 300 }))).toMatchObject({
      ok: false,
      refusal: { code: 'late' },
    })
  })
  test('spawnStage kills a stage when it is told to stop, before and after the start', async () => {
    const before = AbortSignal.abort()
    expect(await spawnStage(fake('stay'), task({ signal: before }))).toMatchObject({
      ok: false,
      refusal: { code: 'interrupted' },
    })
    const after = AbortSignal.timeout(200)
    expect(await spawnStage(fake('stay'), task({ signal: after }))).toMatchObject({
      ok: false,
      refusal: { code: 'interrupted' },
    })
  })
  test('spawnStage says what the kernel lacks in the words of the launcher, without controls', async () => {
    const ended = await spawnStage(fake('unconfined'), task())
    expect(ended.ok ? '' : ended.refusal.is).toBe('rank is not confined (Cannot confine: no  [31mLandlock)')
  })
  test('spawnStage refuses a program that does not exist and one that may not be run', async () => {
    for (const file of ['/no/such/program', '/etc/passwd'])
      expect(await spawnStage({ ...fake('stay'), file }, task({}, 1))).toMatchObject({
        ok: false,
        refusal: { code: 'cannot-confine' },
      })
  })
  test('spawnStage refuses a command line that the system finds too long', async () => {
    expect(await spawnStage(fake('echo', 'x'.repeat(5_000_000)), task({}, 1))).toMatchObject({
      ok: false,
      refusal: { code: 'crashed', is: expect.stringContaining('E2BIG') },
    })
  })
  test('spawnStage takes a deadline that no timer can hold for a long one', async () => {
    expect(await spawnStage(fake('echo'), task({ milliseconds: 2 ** 40 }))).toMatchObject({ ok: true })
  })
})

describe.skipIf(process.platform !== 'linux')('a whole process group', () => {
  test('spawnStage leaves no descendant of a stage that is killed at its deadline', async () => {
    const pids = join(temporaryFolder(), 'pids')
    const ended = await spawnStage(fake('family', pids), task({ milliseconds: 1_500 }))
    expect(ended).toMatchObject({ ok: false, refusal: { code: 'late' } })
    const [stage = 0, child = 0] = readFileSync(pids, 'utf8').split(' ').map(Number)
    expect(child).toBeGreaterThan(1)
    expect(await until(() => !isAlive(stage) && !isAlive(child))).toBe(true)
  })
  test('spawnStage does not wait for a descendant that holds the channel open', async () => {
    const pids = join(temporaryFolder(), 'pids')
    const ended = await spawnStage(fake('family', pids, 'end'), task())
    expect(ended).toEqual({ ok: true, value: { type: 'done', report: null } })
    const [, child = 0] = readFileSync(pids, 'utf8').split(' ').map(Number)
    expect(await until(() => !isAlive(child))).toBe(true)
  })
  test('a descendant outlives its parent where nobody kills the group', async () => {
    const pids = join(temporaryFolder(), 'pids')
    const { spawn } = await import('node:child_process')
    const child = spawn(process.execPath, [FAKE, 'family', pids, 'end'], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    await new Promise(resolve => child.once('exit', resolve))
    const [, grandchild = 0] = readFileSync(pids, 'utf8').split(' ').map(Number)
    expect(isAlive(grandchild)).toBe(true)
    process.kill(grandchild, 'SIGKILL')
  })
})
