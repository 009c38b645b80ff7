// Programs of a person's as jobs, started for real and confined: what is kept of them, how they end, and that nothing of them is
// left. The program is program.cjs; the same acts work where nobody confines it.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { placesOf } from '../../../daemon/jobs/jobPlaces.ts'
import { performJob } from '../../../daemon/jobs/performJob.ts'
import { runProgram } from '../../../daemon/jobs/programRun.ts'
import type { Job } from '../../../protocol/configTables.ts'
import { JOB_OUTPUT_BYTES } from '../../../protocol/limits.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { fakeClock, jobWorld, type JobWorld } from './jobWorld.ts'

const PROGRAM = join(import.meta.dirname, 'program.cjs')
const quoted = (words: readonly string[]) => words.map(word => JSON.stringify(word)).join(', ')
const io = () => ({ signal: new AbortController().signal, progress: () => undefined })
const asking = { trigger: 'person', due: null } as const

/** A world with one job, "news", that runs program.cjs with `words`; `more`: other lines of its table. */
function site(words: readonly string[], more = ''): JobWorld {
  const toml = `[jobs.news]\ncommand = [${quoted([process.execPath, PROGRAM, ...words])}]\n${more}\n`
  return jobWorld({ toml, clock: fakeClock('2026-11-30T05:00:00Z'), perform: null })
}
const run = ({ world }: JobWorld) => world.jobs.run('news', asking, io())
const shown = ({ world }: JobWorld) => {
  const result = world.jobs.show('news')
  if (!result.ok) throw new Error(result.refusal.is)
  return result.value
}
/** A world whose job beats in a folder until somebody ends it. */
function beating(act: 'stubborn' | 'orphan', more = ''): { one: JobWorld; out: string } {
  const one = site(['say'])
  const out = folderIn(one, 'out')
  const command = quoted([process.execPath, PROGRAM, act, out])
  one.write({ toml: `[jobs.news]\ncommand = [${command}]\nwrites = ["${out}"]\n${more}\n` })
  return { one, out }
}
const folderIn = ({ folder }: JobWorld, name: string): string => {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}
const jobOf = ({ world }: JobWorld): Job => {
  const job = world.configuration().config.jobs['news']
  if (!job) throw new Error('Cannot test: there is no job news')
  return job
}
/** Whether somebody goes on writing beats. */
const isBeating = async (folder: string): Promise<boolean> => {
  const size = () => (existsSync(`${folder}/beats`) ? statSync(`${folder}/beats`).size : 0)
  const before = size()
  await pause(200)
  return size() > before
}
const beats = async (folder: string): Promise<void> => {
  for (let tries = 0; tries < 200 && !existsSync(`${folder}/beats`); tries++) await pause(20)
}

describe('how a program ends', () => {
  test('a program that ends well is done, and both its outputs are kept apart', async () => {
    const one = site(['say'])
    expect(await run(one)).toMatchObject({ ok: true, value: { outcome: 'done', why: null } })
    expect(shown(one).output).toEqual({ stdout: 'out\n', stderr: 'err\n', cut: false })
    expect(shown(one).runs).toHaveLength(1)
  })
  test.each([
    ['exits with a code', 'fail', 'job news ended with code 3'],
    ['exits as the launcher does when it cannot confine', 'five', 'job news ended with code 5'],
    ['dies by a signal', 'signal', 'job news was killed (SIGABRT)'],
  ])('a program that %s has failed, and that is said', async (_, act, why) => {
    const one = site([act])
    expect(await run(one)).toMatchObject({ ok: false, refusal: { code: 'job-failed', is: why } })
    expect(shown(one).status.last).toMatchObject({ outcome: 'failed', why })
  })
  test('what a failed program printed is kept all the same', async () => {
    const one = site(['fail'])
    await run(one)
    expect(shown(one).output).toMatchObject({ stdout: 'half\n' })
  })
  test('a program that is not there is refused with its path', async () => {
    const toml = '[jobs.news]\ncommand = ["/no/such/program"]\n'
    const one = jobWorld({ toml, clock: fakeClock('2026-11-30T05:00:00Z'), perform: null })
    expect(await run(one)).toMatchObject({ ok: false, refusal: { code: 'config' } })
    expect(shown(one).status.last).toMatchObject({ outcome: 'refused' })
  })
  test('a flood is kept up to the cap, of each output, and said to be cut', async () => {
    const exact = site(['flood', String(JOB_OUTPUT_BYTES)])
    expect(await run(exact)).toMatchObject({ ok: true, value: { why: null } })
    expect(shown(exact).output).toMatchObject({ cut: false, stdout: 'x'.repeat(JOB_OUTPUT_BYTES) })
    const over = site(['flood', String(JOB_OUTPUT_BYTES + 1)])
    expect(await run(over)).toMatchObject({ ok: true, value: { why: 'it printed more than is kept' } })
    expect(shown(over).output).toEqual({
      cut: true,
      stdout: 'x'.repeat(JOB_OUTPUT_BYTES),
      stderr: 'y'.repeat(JOB_OUTPUT_BYTES),
    })
  })
})

describe('the whole group', () => {
  test('a program that ignores SIGTERM and has a child is gone with it at its timeout', async () => {
    const { one, out } = beating('stubborn', 'timeout = "5s"')
    expect(await run(one)).toMatchObject({ ok: false, refusal: { code: 'late' } })
    expect(existsSync(`${out}/beats`)).toBe(true)
    expect(await isBeating(out)).toBe(false)
    expect(shown(one).status.last).toMatchObject({ outcome: 'late' })
  })
  test('a program that ends leaves no child behind', async () => {
    const { one, out } = beating('orphan')
    expect(await run(one)).toMatchObject({ ok: true })
    expect(await isBeating(out)).toBe(false)
  })
  test('a child outlives such a program where nobody ends its group', async () => {
    const out = folderIn(site(['say']), 'out')
    const program = spawn(process.execPath, [PROGRAM, 'orphan', out], { detached: true, stdio: 'ignore' })
    await once(program, 'exit')
    await beats(out)
    expect(await isBeating(out)).toBe(true)
    process.kill(-(program.pid ?? 0), 'SIGKILL')
    expect(await isBeating(out)).toBe(false)
  })
  test('a job is ended when twind stops, and says so', async () => {
    const { one, out } = beating('stubborn')
    const running = run(one)
    await beats(out)
    await one.world.jobs.stop()
    expect(await running).toMatchObject({ ok: false, refusal: { code: 'interrupted' } })
    expect(await isBeating(out)).toBe(false)
    expect(shown(one).status.last).toMatchObject({ outcome: 'interrupted' })
    expect(await run(one)).toMatchObject({ ok: false, refusal: { code: 'interrupted' } })
  })
  test('a job is ended when its caller goes away', async () => {
    const { one, out } = beating('stubborn')
    const caller = new AbortController()
    const running = one.world.jobs.run('news', asking, { ...io(), signal: caller.signal })
    await beats(out)
    caller.abort()
    expect(await running).toMatchObject({ ok: false, refusal: { code: 'interrupted' } })
    expect(await isBeating(out)).toBe(false)
  })
})

describe('what a program may do', () => {
  const reaching = (folder: string, more: string) =>
    `[jobs.news]\ncommand = [${quoted([process.execPath, PROGRAM, 'reach', folder])}]\n${more}\n`
  const folderWithFile = (one: JobWorld): string => {
    const folder = folderIn(one, 'folder')
    writeFileSync(join(folder, 'file'), 'text')
    return folder
  }

  test.each([
    ['reads and writes a folder of its writes', 'writes', 'read worked\nwrite worked\n'],
    ['reads a folder of its reads and does not write it', 'reads', 'read worked\nwrite EACCES\n'],
    ['neither reads nor writes a folder that its table does not name', '', 'read EACCES\nwrite EACCES\n'],
  ])('a job %s', async (_, key, printed) => {
    const one = site(['say'])
    const folder = folderWithFile(one)
    one.write({ toml: reaching(folder, key && `${key} = ["${folder}"]`) })
    await run(one)
    expect(shown(one).output?.stdout).toContain(printed)
  })
  test('the program reads and writes that folder where nobody confines it', () => {
    const folder = folderWithFile(site(['say']))
    const printed = execFileSync(process.execPath, [PROGRAM, 'reach', folder], { encoding: 'utf8' })
    expect(printed).toContain('read worked\nwrite worked\n')
  })
  test('a job reads a file that its command names', async () => {
    const one = site(['say'])
    const folder = folderWithFile(one)
    one.write({ toml: `[jobs.news]\ncommand = ["/usr/bin/cat", "${folder}/file"]\n` })
    expect(await run(one)).toMatchObject({ ok: true })
    expect(shown(one).output?.stdout).toBe('text')
  })
  test('a job has nothing of the environment of twind, and no folder of its own is left', async () => {
    const one = site(['reach', '/nowhere'])
    await run(one)
    expect(shown(one).output?.stdout).toContain('env HOME,LANG,PATH,TMPDIR,TZ\n')
    expect(readdirSync(join(one.world.paths.jobs, 'news'))).toEqual(['output.json'])
  })
})

describe('the rules of jobs', () => {
  test('a file that came to be there after its job was judged is not granted, and one that was judged is', async () => {
    const one = site(['say'])
    const path = join(folderIn(one, 'later'), 'file')
    const job = { ...jobOf(one), command: ['/usr/bin/cat', path] }
    const judged = placesOf({ news: job }, one.home)
    writeFileSync(path, 'text')
    const since = placesOf({ news: job }, one.home)
    const ended = await Promise.all(
      [...judged, ...since].map(granted =>
        runProgram(
          { name: 'news', job, granted, folder: temporaryFolder(), apart: [] },
          { signal: new AbortController().signal, onStart: () => undefined },
        ),
      ),
    )
    const printed = ended.map(end => end.ok && [end.value.stdout, end.value.stderr])
    expect(printed).toEqual([
      ['', expect.stringContaining('Permission denied')],
      ['text', ''],
    ])
  })
  test('a job is not run by another table than the one that is in force, and by that one it is', async () => {
    const one = site(['say'])
    const start = { ...io(), onStart: () => undefined }
    const program = jobOf(one)
    const wish = { name: 'news', at: [], capability: 'job.news', grant: 'auto' } as const
    const open = { ...program, network: 'open', reads: [one.home] }
    expect(await performJob(one.world, { ...wish, program: open }, start)).toMatchObject({
      ok: false,
      refusal: { code: 'config', is: 'jobs.news was changed while it was about to begin' },
    })
    expect(shown(one).output).toBe(null)
    expect(await performJob(one.world, { ...wish, program }, start)).toMatchObject({ ok: true })
  })
  test('a job against rule 1 is refused before its program starts, and runs without the way out', async () => {
    const one = site(['say'])
    const store = folderIn(one, 'home/Mail')
    const table = (network: string) =>
      `[mail]\nstore = "${store}"\n[jobs.news]\ncommand = [${quoted([process.execPath, PROGRAM, 'say'])}]\nreads = ["${one.home}"]\nnetwork = "${network}"\n`
    one.write({ toml: table('open') })
    expect(await run(one)).toMatchObject({
      ok: false,
      refusal: { code: 'config', is: expect.stringContaining('network = "open"') },
    })
    expect(shown(one).output).toBe(null)
    expect(shown(one).status.last).toMatchObject({ outcome: 'refused' })
    one.write({ toml: table('none') })
    expect(await run(one)).toMatchObject({ ok: true })
  })
  test('a job that another job makes forbidden is refused, and only that one', async () => {
    const one = site(['say'])
    const out = folderIn(one, 'out')
    const say = quoted([process.execPath, PROGRAM, 'say'])
    one.write({
      toml: `[jobs.news]\ncommand = [${say}]\nreads = ["${out}"]\nnetwork = "open"\n[jobs.other]\ncommand = [${say}]\nwrites = ["${out}"]\n`,
      policy: '[capabilities]\n"job.news" = "auto"\n"job.other" = "auto"\n',
    })
    expect(await run(one)).toMatchObject({ ok: false, refusal: { code: 'config' } })
    expect(await one.world.jobs.run('other', asking, io())).toMatchObject({ ok: true })
  })
})

describe('items', () => {
  const item = { title: 'A title', text: 'A text', source: 'A paper', link: 'https://example.org/1' }
  const items = ({ world }: JobWorld) => {
    const result = world.jobs.items()
    return result.ok ? result.value : undefined
  }
  test('the items of the last good run are kept with when they were printed', async () => {
    const one = site(['items', JSON.stringify(item), 'rubbish \u001b[31m'], 'items = true')
    expect(await run(one)).toMatchObject({ ok: true, value: { why: '1 line was no item and was left out' } })
    const printed = Date.parse('2026-11-30T05:00:00Z') / 1_000
    const said = '1 line was no item and was left out'
    expect(items(one)).toEqual([{ job: 'news', printed, items: [item], problem: said }])
    one.write({
      toml: `[jobs.news]\ncommand = [${quoted([process.execPath, PROGRAM, 'fail'])}]\nitems = true\n`,
    })
    await run(one)
    const failed = 'job news ended with code 3'
    expect(items(one)).toEqual([{ job: 'news', printed, items: [item], problem: failed }])
    one.write({
      toml: `[jobs.news]\ncommand = [${quoted([process.execPath, PROGRAM, 'items'])}]\nitems = true\n`,
    })
    await run(one)
    expect(items(one)).toEqual([{ job: 'news', printed, items: [], problem: null }])
  })
  test('a job that is not to print items has none, whatever it prints', async () => {
    const one = site(['items', JSON.stringify(item)])
    await run(one)
    expect(items(one)).toEqual([])
  })
  test.each([
    ['is no JSON', '{'],
    ['has another shape', '{"printed":1,"items":[{"title":"x"}]}'],
    ['holds too many items', JSON.stringify({ printed: 1, items: Array.from({ length: 101 }, () => item) })],
    ['is too long', ' '.repeat(1_048_577)],
  ])('a kept file that %s is left out, and that is said', async (_, text) => {
    const one = site(['items', JSON.stringify(item)], 'items = true')
    await run(one)
    expect(items(one)).toHaveLength(1)
    writeFileSync(join(one.world.paths.jobs, 'news', 'items.json'), text)
    expect(items(one)).toMatchObject([
      { printed: null, items: [], problem: expect.stringContaining('is not what twin wrote') },
    ])
  })
})
