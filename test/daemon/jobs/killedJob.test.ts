// kill -9 of twind in each state of a job, and what its next start finds. twind is a process of its own here, with the real gate
// and the real launcher; the start after it is on a clock that the test moves.
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../daemon/database.ts'
import { leftGroups } from '../../../daemon/jobs/leftGroups.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { bundledScript, type OtherProcess, otherProcess } from '../otherProcess.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { fakeClock, jobWorld, type JobWorld, settle } from './jobWorld.ts'

const PROGRAM = join(import.meta.dirname, 'program.cjs')
/** A twind that finds what is due at the instant that it is given, and says each step; "written": a job's output is on the disk. */
const TWIND = `
import { openInForce } from './daemon/inForce.ts'
import { openJobs } from './daemon/jobs/openJobs.ts'
import { performJob } from './daemon/jobs/performJob.ts'
import { openWorld } from './daemon/openWorld.ts'
import { pathsOf } from './protocol/paths.ts'
const [home, instant, stopAt] = process.argv.slice(2)
process.env.TZ = 'Europe/Berlin'
const say = line => require('node:fs').writeSync(1, line + '\\n')
const paths = pathsOf({ HOME: home })
const files = openInForce(paths, Date.now).value
const now = () => Date.parse(instant)
const { world } = openWorld({
  paths, home, now, resident: true, configuration: files.current, log: say, doors: () => [], openPage: null,
}).value
const perform = async (one, job, io) => {
  say('begun ' + job.name)
  if (stopAt === 'begun') await new Promise(() => setInterval(() => undefined, 1_000))
  const ended = job.name === 'mail' ? { ok: true, value: { note: null } } : await performJob(one, job, io)
  if (stopAt === 'written') {
    say('written')
    await new Promise(() => setInterval(() => undefined, 1_000))
  }
  return ended
}
Object.assign(world, { jobs: openJobs(() => world, { perform }) })
world.jobs.start()
`

interface Site {
  readonly folder: string
  readonly home: string
  readonly out: string
  readonly toml: string
}
const POLICY = '[capabilities]\n"brief.write" = "auto"\n"mail.read" = "auto"\n"job.news" = "auto"\n'

/** A twind was there at 05:00 and ended; the job is due at 05:25. */
async function site(act: string, more = ''): Promise<Site> {
  const folder = temporaryFolder()
  const home = join(folder, 'home')
  const out = join(folder, 'out')
  const { config, twinToml, policyToml } = pathsOf({ HOME: home })
  for (const path of [out, config]) mkdirSync(path, { recursive: true })
  const command = [process.execPath, PROGRAM, act, out].map(word => JSON.stringify(word)).join()
  const toml = `[schedule]\nmail = ["05:25"]\n[jobs.news]\ncommand = [${command}]\nwrites = ["${out}"]\nat = ["05:25"]\n${more}`
  writeFileSync(twinToml, toml)
  writeFileSync(policyToml, POLICY)
  const first = next({ folder, home, out, toml }, '2026-11-30T04:00:00Z')
  first.world.jobs.start()
  await first.end()
  return { folder, home, out, toml }
}
const next = ({ folder, toml }: Site, instant: string): JobWorld =>
  jobWorld({ folder, toml, policy: POLICY, clock: fakeClock(instant, 'Europe/Berlin') })

const twind = async ({ home }: Site, stopAt = ''): Promise<OtherProcess> =>
  otherProcess(await bundledScript(TWIND), home, '2026-11-30T04:30:00Z', stopAt)
/** Reads its lines up to the one that begins so. */
async function until(child: OtherProcess, begins: string): Promise<void> {
  const line = await child.line()
  if (line === undefined) throw new Error(`Cannot test: twind never said ${begins}`)
  if (!line.startsWith(begins)) await until(child, begins)
}
const size = (out: string) => (existsSync(`${out}/beats`) ? statSync(`${out}/beats`).size : 0)
const beats = async (out: string): Promise<boolean> => {
  for (let tries = 0; tries < 250 && size(out) === 0; tries++) await pause(20)
  return size(out) > 0
}
const isBeating = async (out: string): Promise<boolean> => {
  await pause(100)
  const before = size(out)
  await pause(200)
  return size(out) > before
}
const runs = ({ world }: JobWorld, name = 'news') => {
  const shown = world.jobs.show(name)
  return shown.ok ? shown.value.runs : []
}

describe.skipIf(process.platform !== 'linux')('twind is killed', () => {
  test('while a program runs: it ends with its children, its run is unknown, and it is not run again', async () => {
    const here = await site('stubborn')
    const child = await twind(here)
    expect(await beats(here.out)).toBe(true)
    await child.kill()
    expect(await isBeating(here.out)).toBe(false)
    const after = next(here, '2026-11-30T05:00:00Z')
    after.world.jobs.start()
    await settle()
    expect(after.begun).not.toContain('news')
    expect(runs(after)).toMatchObject([{ outcome: 'unknown', trigger: 'catch-up' }])
    expect(after.logged.filter(line => line.startsWith('job news: twind ended while it ran'))).toHaveLength(1)
    await after.end()
    const third = next(here, '2026-11-30T05:10:00Z')
    third.world.jobs.start()
    await settle()
    expect(runs(third)).toHaveLength(1)
    expect(third.logged.join()).not.toContain('twind ended while it ran')
  })
  test('before a job has begun: it is made up for at the next start', async () => {
    const here = await site('stubborn', 'items = true\n')
    const child = await twind(here)
    expect(await beats(here.out)).toBe(true)
    await child.kill()
    const after = next(here, '2026-11-30T05:00:00Z')
    after.world.jobs.start()
    await settle()
    expect(after.begun).toEqual(['mail'])
    expect(runs(after, 'mail')).toMatchObject([{ outcome: 'done', trigger: 'catch-up' }])
  })
  test('once a run is open and before its program starts: it is unknown and not run again', async () => {
    const here = await site('say')
    const child = await twind(here, 'begun')
    await until(child, 'begun news')
    await child.kill()
    const after = next(here, '2026-11-30T05:00:00Z')
    after.world.jobs.start()
    await settle()
    expect(after.begun).not.toContain('news')
    expect(runs(after)).toMatchObject([{ outcome: 'unknown' }])
    expect(existsSync(join(after.world.paths.jobs, 'news', 'output.json'))).toBe(false)
  })
  test('once the output is written and the run is still open: it is unknown and not run again', async () => {
    const here = await site('say')
    const child = await twind(here, 'written')
    await until(child, 'written')
    await until(child, 'written')
    await child.kill()
    const after = next(here, '2026-11-30T05:00:00Z')
    after.world.jobs.start()
    await settle()
    expect(after.begun).toEqual([])
    expect(runs(after)).toMatchObject([{ outcome: 'unknown' }])
    const shown = after.world.jobs.show('news')
    expect(shown.ok && shown.value.output?.stdout).toBe('out\n')
  })
  test('once the run is closed: nothing is unknown and nothing is run again', async () => {
    const here = await site('say')
    const child = await twind(here)
    await until(child, 'job news: done')
    await child.kill()
    const after = next(here, '2026-11-30T05:00:00Z')
    after.world.jobs.start()
    await settle()
    expect(after.begun).not.toContain('news')
    expect(runs(after)).toMatchObject([{ outcome: 'done' }])
  })
  test('what a killed run left in its folder is removed by the next run', async () => {
    const here = await site('stubborn')
    const child = await twind(here)
    expect(await beats(here.out)).toBe(true)
    await child.kill()
    const after = jobWorld({
      folder: here.folder,
      toml: here.toml.replace('stubborn', 'say'),
      policy: POLICY,
      clock: fakeClock('2026-11-30T05:00:00Z'),
      perform: null,
    })
    const left = join(after.world.paths.jobs, 'news')
    writeFileSync(join(left, '.output.json.0123456789abcdef.tmp'), '')
    writeFileSync(join(left, 'temporary.file'), '')
    symlinkSync(here.home, join(left, 'temporary.link'))
    const io = { signal: new AbortController().signal, progress: () => undefined }
    expect(await after.world.jobs.run('news', { trigger: 'person', due: null }, io)).toMatchObject({
      ok: true,
    })
    expect(readdirSync(join(after.world.paths.jobs, 'news'))).toEqual(['output.json'])
  })
})

describe('the group of a program whose twind is dead', () => {
  const sleeper = () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    })
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
    onTestFinished(() => void child.kill('SIGKILL'))
    return { pid: child.pid ?? 0, ended, isOver: () => child.exitCode !== null || child.signalCode !== null }
  }
  const groups = () => {
    const opened = openDatabase(join(temporaryFolder(), 'state', 'twin.db'))
    if (!opened.ok) throw new Error(opened.refusal.is)
    onTestFinished(() => void opened.value.close())
    return { database: opened.value, groups: leftGroups(opened.value) }
  }

  test('sweep ends the group that a job of a dead twind leads', async () => {
    const one = sleeper()
    const { groups: left } = groups()
    await left.remember('news', one.pid)
    expect(await left.sweep()).toEqual({ ok: true, value: ['news'] })
    await one.ended
    expect(await left.sweep()).toEqual({ ok: true, value: [] })
  })
  test('stop waits until what a dead twind left running is ended, and the log says so', async () => {
    const one = sleeper()
    const { world, logged, end } = jobWorld({ toml: '', clock: fakeClock('2026-11-30T05:00:00Z') })
    await leftGroups(world.database).remember('news', one.pid)
    expect(world.jobs.list()).toMatchObject({ ok: true })
    await end()
    await one.ended
    expect(logged).toEqual(['job news: its program outlived the twind that started it, and was killed'])
  })
  test('sweep leaves a process alone that has the number and another start, and a job that has ended', async () => {
    const one = sleeper()
    const { database, groups: left } = groups()
    await left.remember('news', one.pid)
    database.exec(`UPDATE settings SET value = replace(value, '"start":"', '"start":"0')`)
    expect(await left.sweep()).toEqual({ ok: true, value: [] })
    await left.remember('news', one.pid)
    left.forget('news')
    expect(await left.sweep()).toEqual({ ok: true, value: [] })
    database.exec(
      `INSERT INTO settings VALUES ('job.group.x', '{"leader":1,"start":"x"}'), ('job.group.y', 'rubbish')`,
    )
    expect(await left.sweep()).toEqual({ ok: true, value: [] })
    await pause(100)
    expect(one.isOver()).toBe(false)
  })
})
