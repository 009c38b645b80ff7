// Runs by themselves, from the shell: a message from a file, the list of runs, and a run whose process is killed in the middle of its
// work and of what it applies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { RunReport } from '../../protocol/runReport.ts'
import { RunsListed } from '../../protocol/runShown.ts'
import { twinFile } from '../cli/twinProcess.ts'
import { contentsOf, example, fileWith, type Home, homeWithMail, installRun, isConfinable } from './home.ts'

const AUTO = { 'mail.collection': 'auto', 'mail.flag': 'auto' }
const runsOf = async ({ say }: Home) => RunsListed.parse(JSON.parse(await say('runs', '--json'))).runs

/** Starts `twin run receipts` and kills it with no warning as soon as `isTime` holds; its id, or undefined where it was quicker. */
async function killedRun(home: Home, isTime: (folder: string) => boolean): Promise<string> {
  const runs = join(home.config, 'state/runs')
  const before = new Set(existsSync(runs) ? readdirSync(runs) : [])
  const child = spawn(process.execPath, [twinFile, 'run', 'receipts'], { env: home.env, stdio: 'ignore' })
  const ended = once(child, 'close')
  const fresh = () =>
    (existsSync(runs) ? readdirSync(runs) : []).find(
      name => name.startsWith('receipts.') && !before.has(name),
    ) ?? ''
  while (!(fresh() !== '' && isTime(join(runs, fresh()))) && child.exitCode === null) await pause(1)
  child.kill('SIGKILL')
  await ended
  return fresh()
}
const has = (path: string, least: number): boolean => existsSync(path) && readdirSync(path).length >= least

describe.skipIf(!isConfinable)('runs from the shell', () => {
  test('a message from a file is worked on alone and changes nothing', { timeout: 120_000 }, async () => {
    const home = await homeWithMail()
    home.allow(AUTO)
    const before = contentsOf(home.mail)
    const file = join(home.folder, 'one.eml')
    copyFileSync(fileWith(home.mail, 'Total: GBP 23.40')?.path ?? '', file)
    const { code, stdout } = await home.twin('run', example('receipts'), '--message', file)
    expect([code, stdout]).toEqual([0, expect.stringContaining('view: 1 message')])
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/collection\.add/)
    expect(contentsOf(home.mail)).toEqual(before)
    const [listed] = await runsOf(home)
    expect(listed).toMatchObject({ state: 'done', messages: 1, applied: 0, waiting: 0 })
    const shown = RunReport.parse(JSON.parse(await home.say('runs', 'show', listed?.id ?? '', '--json')))
    expect(shown.steps.map(({ done }) => done)).toEqual([1, 1, 1])
    expect(await home.say('runs', 'show', listed?.id ?? '')).toMatch(/^done receipts\./)
    expect((await home.twin('runs', 'show', 'receipts.1-0123456789abcdef')).code).not.toBe(0)
    expect((await home.twin('run', '/nowhere.yaml')).code).toBe(2)
  })

  // Where the process is killed: in the middle of a step, and between one change of the mailbox and the next.
  test.each([
    ['a step is under way', (folder: string) => has(join(folder, '1-extract/records'), 3)],
    [
      'its changes are being applied',
      (folder: string) => has(join(folder, '../../../../Mail/.Receipts/cur'), 2),
    ],
  ])(
    'a run that is killed while %s goes on and does nothing twice',
    { timeout: 300_000 },
    async (_, isTime) => {
      const home = await homeWithMail()
      installRun(home, 'receipts')
      home.allow(AUTO)
      const before = contentsOf(home.mail)
      await home.say('sync', 'home')
      const id = await killedRun(home, isTime)
      expect(contentsOf(home.mail).filter((one, at, all) => all.indexOf(one) === at)).toEqual(before)
      const cut = RunReport.parse(JSON.parse(await home.say('runs', 'show', id, '--json')))
      expect(cut.state).not.toBe('done')
      expect((await runsOf(home))[0]).toMatchObject({ id })
      const resumed = await home.twin('runs', 'resume', id)
      expect([resumed.code, resumed.stderr]).toEqual([0, ''])
      expect(resumed.stdout).toMatch(new RegExp(`^done ${id}`))
      expect(contentsOf(home.mail)).toEqual(before)
      expect(contentsOf(home.mail, 'Receipts')).toHaveLength(10)
      const folder = join(home.config, 'state/runs', id)
      expect(readdirSync(folder).filter(name => /^mail|^manifest$/.test(name))).toEqual([])
      // What the next run finds left to do: nothing.
      const again = await home.run('receipts')
      expect(again.proposals).toMatchObject({ applied: 0, pending: 0, refused: 0, stuck: 0 })
      expect(readFileSync(join(folder, 'report.json'), 'utf8')).toContain('"done"')
    },
  )
})
