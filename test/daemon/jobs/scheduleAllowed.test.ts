// What policy.toml, broken files and failures make of the schedule, on a clock that only the test moves.
import { describe, expect, test } from 'vitest'
import type { Perform } from '../../../daemon/jobs/performJob.ts'
import { refused } from '../../../protocol/refusal.ts'
import { fakeClock, jobWorld, type JobWorld, runsOf, settle, statusOf } from './jobWorld.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const BRIEF = '[schedule]\nmail = ["05:25", "10:30", "14:20"]\n'
const seconds = (instant: string) => Date.parse(instant) / 1_000

describe('policy.toml', () => {
  const NEWS = '[schedule]\nmail = []\n[jobs.news]\ncommand = ["/usr/bin/true"]\nat = ["05:25"]\n'
  const policy = (grant: string) => `[capabilities]\n"job.news" = "${grant}"\n`

  test('a job that policy.toml does not allow has no next time and is not run', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const site = jobWorld({ toml: NEWS, policy: policy('never'), clock })
    site.world.jobs.start()
    await clock.pass(DAY)
    expect(site.begun).toEqual([])
    expect(statusOf(site, 'news')).toMatchObject({ grant: 'never', next: null, capability: 'job.news' })
    site.write({ policy: policy('auto') })
    site.world.jobs.wake()
    await settle()
    expect(site.begun).toEqual([])
    await clock.pass(DAY)
    expect(site.begun).toEqual(['news'])
  })
  test('a job that is to be proposed is filed at its time, and not again while it waits', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const site = jobWorld({ toml: NEWS, policy: policy('propose'), clock })
    site.world.jobs.start()
    await clock.pass(3 * DAY)
    expect(site.begun).toEqual([])
    expect(site.filed).toMatchObject([
      {
        proposed: {
          kind: 'operation',
          operation: 'jobs.run',
          input: { name: 'news', trigger: 'schedule', due: seconds('2026-11-30T04:25:00Z') },
        },
      },
    ])
    expect(runsOf(site, 'news')[0]).toMatchObject({ outcome: 'skipped' })
  })
  test('a job whose proposal was decided is proposed again at its next time, never twice for one', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const first = jobWorld({ toml: NEWS, policy: policy('propose'), clock })
    first.world.jobs.start()
    await clock.pass(10 * MINUTE)
    for (const one of first.filed) one.state = 'refused'
    await clock.pass(DAY)
    expect(first.filed.map(({ proposed }) => proposed.kind === 'operation' && proposed.input['due'])).toEqual(
      [seconds('2026-11-30T04:25:00Z'), seconds('2026-12-01T04:25:00Z')],
    )
  })
  test('a job needs the capability that its table names', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const toml = `${NEWS}capability = "job.paper"\n`
    const site = jobWorld({ toml, policy: policy('auto'), clock })
    site.world.jobs.start()
    await clock.pass(10 * MINUTE)
    expect(site.begun).toEqual([])
    expect(statusOf(site, 'news')).toMatchObject({ capability: 'job.paper', grant: 'never' })
    const allowed = jobWorld({
      toml,
      policy: '[capabilities]\n"job.paper" = "auto"\n',
      clock: fakeClock('2026-11-30T04:20:00Z'),
    })
    const io = { signal: new AbortController().signal, progress: () => undefined }
    const channel = { door: 'internal', agent: null, terminal: false } as const
    const call = (one: JobWorld) =>
      one.world.gate.call(channel, { name: 'jobs.run', input: { name: 'news' } }, io)
    expect(await call(site)).toMatchObject({ ok: false, refusal: { code: 'denied' } })
    expect(await call(allowed)).toMatchObject({ ok: true, value: { outcome: 'done' } })
  })
  test('while the files are broken a time is refused, said, and over', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    const problem = refused('config', { is: 'it is broken', wanted: 'x', fix: 'x' }).refusal
    site.write({ problem })
    await clock.pass(10 * MINUTE)
    expect(site.begun).toEqual([])
    expect(statusOf(site).last).toMatchObject({ outcome: 'refused' })
    site.write({})
    await clock.pass(HOUR)
    expect(site.begun).toEqual([])
  })
  test('a job that fails is said to have failed, and why', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const failing: Perform = async () =>
      refused('no-store', { is: 'there is no mail store', wanted: 'one', fix: 'x' })
    const site = jobWorld({ toml: BRIEF, clock, perform: failing })
    site.world.jobs.start()
    await clock.pass(10 * MINUTE)
    expect(statusOf(site).last).toMatchObject({ outcome: 'failed', why: 'there is no mail store' })
    expect(runsOf(site)).toHaveLength(1)
    expect(site.logged.join()).toContain('there is no mail store')
  })
  test('what the schedule began is over and remembered when stop returns', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const interrupted = refused('interrupted', { is: 'it was told to end', wanted: 'x', fix: 'x' })
    const perform: Perform = (_, __, { signal }) =>
      new Promise(resolve => signal.addEventListener('abort', () => resolve(interrupted)))
    const site = jobWorld({ toml: BRIEF, clock, perform })
    site.world.jobs.start()
    await clock.pass(10 * MINUTE)
    await site.world.jobs.stop()
    expect(site.logged.at(-1)).toBe('job mail: it was told to end')
    expect(runsOf(site)).toMatchObject([{ outcome: 'interrupted', why: 'it was told to end' }])
  })
})
