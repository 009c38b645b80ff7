// The built `twin` runs the examples on the sample Maildir, confined as they are for a person: what a run leaves, what a message from a
// file does, and that a run whose process was killed goes on to what an uninterrupted one leaves.
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { RunReport } from '../../protocol/runReport.ts'
import { RunsListed } from '../../protocol/runShown.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { environment, twin, twinFile } from './twinProcess.ts'

const SAMPLE = join(packageRoot, 'runs')
const isConfinable = process.platform === 'linux'

/** A home with the sample Maildir as the account "home", and the examples in its folder of runs. */
async function home(policy = '"mail.read" = "auto"') {
  const folder = temporaryFolder()
  const config = join(folder, 'twin')
  const env = environment(config, { HOME: folder })
  for (const path of ['Documents', 'twin/runs']) mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(config, 'policy.toml'), `[capabilities]\n${policy}\n`)
  writeFileSync(join(config, 'twin.toml'), '')
  const say = async (...words: string[]) => {
    const ended = await twin(words, env)
    if (ended.code !== 0) throw new Error(`Cannot test: twin ${words.join(' ')}: ${ended.stderr}`)
    return ended.stdout
  }
  await say('demo', 'maildir', join(folder, 'Mail'))
  await say('accounts', 'add', 'maildir', join(folder, 'Mail'), '--name', 'home')
  for (const name of readdirSync(SAMPLE)) copyFileSync(join(SAMPLE, name), join(config, 'runs', name))
  const report = (text: string): RunReport => RunReport.parse(JSON.parse(text))
  const runs = join(config, 'state/runs')
  return { folder, env, say, report, runs }
}

/** The records of the last step that makes some, in any order: handles differ from run to run. */
const recordsOf = (folder: string, step: string): string[] =>
  readdirSync(join(folder, step))
    .map(name => readFileSync(join(folder, step, name), 'utf8').trim())
    .toSorted()

describe.skipIf(!isConfinable)('the examples', () => {
  test(
    'receipts reads facts, proposes, and is refused by the shipped policy',
    { timeout: 120_000 },
    async () => {
      const { say, report, runs } = await home()
      const ran = report(await say('run', 'receipts', '--json'))
      expect(ran).toMatchObject({ state: 'done', proposals: { applied: 0, pending: 0 } })
      expect(ran.view.messages).toBeGreaterThan(5)
      expect(ran.proposals.refused).toBeGreaterThan(0)
      expect(ran.steps.map(({ failures }) => failures)).toEqual([0, 0, 0])
      const listed = RunsListed.parse(JSON.parse(await say('runs', '--json')))
      expect(listed.runs.map(({ id }) => id)).toEqual([ran.id])
      expect(report(await say('runs', 'show', ran.id, '--json'))).toEqual(ran)
      expect(readdirSync(join(runs, ran.id)).filter(name => /^mail|^manifest$/.test(name))).toEqual([])
    },
  )

  test('digest writes a dated file and has no spool', { timeout: 120_000 }, async () => {
    const { say, report, runs } = await home()
    const ran = report(await say('run', 'digest', '--json'))
    expect(ran.output).toMatch(/\/digest \d{4}-\d\d-\d\d\.md$/)
    const lines = readFileSync(ran.output ?? '', 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(ran.steps.at(-1)?.done ?? 0)
    expect(lines.every(line => line.startsWith('- '))).toBe(true)
    expect(existsSync(join(runs, ran.id, 'spool'))).toBe(false)
  })

  test('a message from a file goes the same way and proposes nothing', { timeout: 120_000 }, async () => {
    const { folder, env, say, report, runs } = await home()
    await say('sync', 'home')
    const name = readdirSync(join(folder, 'Mail/cur'))[0] ?? ''
    copyFileSync(join(folder, 'Mail/cur', name), join(folder, 'one.eml'))
    const ran = report(await say('run', 'receipts', '--message', join(folder, 'one.eml'), '--json'))
    expect(ran).toMatchObject({ state: 'done', view: { messages: 1 }, proposals: { refused: 0, pending: 0 } })
    expect(existsSync(join(runs, ran.id, 'given'))).toBe(false)
    const refusedRun = await twin(['run', 'receipts', '--message', '/nowhere.eml'], env)
    expect([refusedRun.code, refusedRun.stderr]).toEqual([
      2,
      expect.stringContaining('cannot be read (absent)'),
    ])
  })
})

describe.skipIf(!isConfinable)('a run whose process is killed', () => {
  test('goes on to what an uninterrupted one leaves', { timeout: 240_000 }, async () => {
    const { env, say, report, runs } = await home()
    await say('sync', 'home')
    const whole = report(await say('run', 'receipts', '--json'))
    const wanted = recordsOf(join(runs, whole.id), '2-grounding-check/records')
    for (const step of ['1-extract', '2-grounding-check', '3-reason']) {
      const before = new Set(readdirSync(runs))
      const child = spawn(process.execPath, [twinFile, 'run', 'receipts'], { env, stdio: 'ignore' })
      const ended = new Promise(resolve => child.once('close', resolve))
      const fresh = () => readdirSync(runs).find(name => name.startsWith('receipts.') && !before.has(name))
      const begun = () => fresh() !== undefined && existsSync(join(runs, fresh() ?? '', `${step}.work`))
      while (!begun() && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 2))
      child.kill('SIGKILL')
      await ended
      const id = fresh() ?? ''
      const shown = report(await say('runs', 'show', id, '--json'))
      // It may have been quicker than the signal; then there is nothing to go on with.
      if (shown.state === 'done') continue
      expect(
        readdirSync(join(runs, id)).filter(name => /^mail|^manifest$/.test(name)),
        step,
      ).toEqual(['mail'])
      const resumed = report(await say('runs', 'resume', id, '--json'))
      expect(resumed.state, step).toBe('done')
      expect(recordsOf(join(runs, id), '2-grounding-check/records'), step).toEqual(wanted)
      expect(
        readdirSync(join(runs, id)).filter(name => /^mail|^manifest$/.test(name)),
        step,
      ).toEqual([])
    }
  })
})

describe.skipIf(!isConfinable)('a run that a person interrupts', () => {
  test('ends with 130, says how to go on with it, and goes on', { timeout: 120_000 }, async () => {
    const { env, say, report, runs } = await home()
    await say('sync', 'home')
    const child = spawn(process.execPath, [twinFile, 'run', 'receipts'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
    const ended = new Promise<number | null>(resolve => child.once('close', resolve))
    const begun = () =>
      existsSync(runs) && readdirSync(runs).some(name => existsSync(join(runs, name, '1-extract.work')))
    while (!begun() && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 2))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    const id = readdirSync(runs).find(name => name.startsWith('receipts.')) ?? ''
    expect(said).toContain(`twin: hint: "twin runs resume ${id}" goes on with it`)
    expect(readdirSync(join(runs, id)).filter(name => /^mail|^manifest$/.test(name))).toEqual([])
    expect(report(await say('runs', 'resume', id, '--json')).state).toBe('done')
  })
})
