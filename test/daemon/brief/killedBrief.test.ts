// twind is killed at every step of a brief. The next brief must find nothing in its way, and nothing that was started may live on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RUNS_KEPT } from '../../../protocol/limits.ts'
import { briefSite, MORNING, NOTE, processesWith } from './briefSite.ts'
import { builtDist } from '../builtDist.ts'
import { cannedCollect, cannedEnvelope } from '../cannedMail.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'

let built: Awaited<ReturnType<typeof builtDist>>
beforeAll(async () => {
  built = await builtDist({ mail: 'fake', rank: 'fake' })
})
afterAll(() => built.remove())
beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

/** Prints each step of one brief, and dies by its own hand at the step that starts with the third argument. */
const SCRIPT = `
import { readFileSync } from 'node:fs'
import { makeBrief } from './daemon/brief/makeBrief.ts'
import { parseConfig } from './protocol/config.ts'
import { pathsOf } from './protocol/paths.ts'
const [home, dist, fatal] = process.argv.slice(2)
const paths = pathsOf({ TWIN_HOME: home })
const config = parseConfig(readFileSync(paths.twinToml, 'utf8'))
const log = step => {
  console.log(step)
  if (fatal !== undefined && step.includes(fatal)) process.kill(process.pid, 'SIGKILL')
}
const onProgress = done => console.log('progress ' + done)
void makeBrief({ config: config.value, paths, home, dist, dryRun: false, now: () => ${MORNING}, onProgress, log }).then(made => {
  console.log(made.ok ? 'made' : made.refusal.code)
})`

const messages = (number: number) => Array.from({ length: number }, (_, index) => cannedEnvelope(index))
const site = (act: string, canned: object = { answer: cannedCollect(messages(6)) }) =>
  briefSite({ dist: built.dist, canned, ranker: { engine: 'ollama', model: act } })
const block = /^<!-- twin:mail:begin 2026-11-30T05:25 -->\n# Mail[^]*\n<!-- twin:mail:end -->\n$/

/** A brief after the kill works, and cleans up after the dead one. */
async function expectRecovery(it: ReturnType<typeof site>) {
  const made = await it.make()
  expect(made).toMatchObject({ ok: true })
  expect(it.note()).toMatch(block)
  expect(it.runs().length).toBeLessThanOrEqual(RUNS_KEPT)
  for (const run of it.runs()) expect(readdirSync(join(it.paths.runs, run))).toContain('finished')
  expect(it.residue()).toEqual([])
  expect(readdirSync(it.vault)).toEqual([NOTE])
}

describe.skipIf(process.platform !== 'linux')('twind is killed', () => {
  test.each(['asking', 'collected', 'kept by', 'ranked', 'is written'])(
    'after kill -9 at the step "%s" the next brief finds nothing in its way',
    async step => {
      const it = site('good')
      const other = otherProcess(await bundledScript(SCRIPT), it.home, built.dist, step)
      while ((await other.line()) !== undefined);
      await expect.poll(() => processesWith(built.dist), { timeout: 10_000 }).toEqual([])
      await expectRecovery(it)
    },
  )

  test('after kill -9 in the middle of ranking no helper lives on and no answer is asked for twice', async () => {
    const it = site('slow', { answer: cannedCollect(messages(12)) })
    const other = otherProcess(await bundledScript(SCRIPT), it.home, built.dist)
    for (let line = await other.line(); line !== 'progress 8'; line = await other.line())
      expect(line).toBeDefined()
    expect(processesWith(built.dist).length).toBeGreaterThan(1)
    await other.kill()
    await expect.poll(() => processesWith(built.dist), { timeout: 10_000 }).toEqual([])
    const cached = readdirSync(it.paths.scores).filter(name => name.endsWith('.json')).length
    expect(cached).toBeGreaterThan(2)
    await expectRecovery(it)
    expect(it.told[0]).toEqual([cached, 12])
  })

  test('after kill -9 while the mail helper hangs the helper is gone with its parent', async () => {
    const it = site('good', { act: 'hang' })
    const other = otherProcess(await bundledScript(SCRIPT), it.home, built.dist)
    await other.line()
    await expect.poll(() => processesWith('mail.cjs').length, { timeout: 10_000 }).toBeGreaterThan(0)
    await other.kill()
    await expect.poll(() => processesWith(built.dist), { timeout: 10_000 }).toEqual([])
  })

  test('a helper lives on after kill -9 where nothing ties it to its parent', async () => {
    const { spawn } = await import('node:child_process')
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'control-${process.pid}'], { stdio: 'ignore', detached: true }); setInterval(() => {}, 1000)`,
      ],
      { stdio: 'ignore' },
    )
    await expect.poll(() => processesWith(`control-${process.pid}`).length, { timeout: 10_000 }).toBe(2)
    parent.kill('SIGKILL')
    const [orphan = 0] = processesWith(`control-${process.pid}`).filter(pid => pid !== parent.pid)
    expect(readFileSync(`/proc/${orphan}/stat`, 'utf8')).not.toMatch(/\) [ZX] /)
    process.kill(orphan, 'SIGKILL')
  })

  test('a process that ends on its own takes what it started with it', async () => {
    const script = await bundledScript(`
import { spawnProgram } from './daemon/spawn.ts'
void spawnProgram({ name: 'x', file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)', 'exit-' + process.argv[2]], env: {} }, { milliseconds: 60_000 })
setTimeout(() => process.exit(0), 1_000)
console.log('started')`)
    const other = otherProcess(script, String(process.pid))
    await other.line()
    await expect.poll(() => processesWith(`exit-${process.pid}`).length, { timeout: 10_000 }).toBe(1)
    while ((await other.line()) !== undefined);
    await expect.poll(() => processesWith(`exit-${process.pid}`), { timeout: 10_000 }).toEqual([])
  })
})
