// The schedule of a whole twind on a clock that only the test moves: what runs, how often, and what is said of what did not.
import { describe, expect, test } from 'vitest'
import type { Perform } from '../../../daemon/jobs/performJob.ts'
import { ITEMS_WAIT_SECONDS } from '../../../protocol/limits.ts'
import { done } from '../../../protocol/refusal.ts'
import { fakeClock, jobWorld, runsOf, settle, statusOf } from './jobWorld.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const BRIEF = '[schedule]\nmail = ["05:25", "10:30", "14:20"]\n'
const seconds = (instant: string) => Date.parse(instant) / 1_000

/** A job that ends when the test says so. */
const held = () => {
  const ends: (() => void)[] = []
  const perform: Perform = () => new Promise(resolve => ends.push(() => resolve(done({ note: null }))))
  return { perform, end: async () => (ends.splice(0).forEach(end => end()), settle()) }
}

describe('a day awake', () => {
  test('each time of the day runs the brief once, by the schedule', async () => {
    const clock = fakeClock('2026-11-30T04:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    expect(statusOf(site).next).toBe(seconds('2026-11-30T04:25:00Z'))
    await clock.pass(DAY)
    expect(site.begun).toEqual(['mail', 'mail', 'mail'])
    expect(runsOf(site).map(({ trigger, started, outcome }) => [trigger, started, outcome])).toEqual([
      ['schedule', seconds('2026-11-30T13:20:00Z'), 'done'],
      ['schedule', seconds('2026-11-30T09:30:00Z'), 'done'],
      ['schedule', seconds('2026-11-30T04:25:00Z'), 'done'],
    ])
    expect(statusOf(site)).toMatchObject({
      missed: null,
      running: false,
      next: seconds('2026-12-01T04:25:00Z'),
    })
  })
  test('the schedule wakes this process about once a minute and not more often', async () => {
    const clock = fakeClock('2026-11-30T12:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    await clock.pass(HOUR)
    expect(clock.wakeUps()).toBe(60)
  })
  test('a schedule that was never started runs nothing and knows no next time', async () => {
    const clock = fakeClock('2026-11-30T04:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    await clock.pass(DAY)
    expect(site.begun).toEqual([])
    expect(statusOf(site).next).toBe(null)
  })
  test('the brief that is due together with a job that prints items waits for it', async () => {
    const clock = fakeClock('2026-11-30T04:00:00Z')
    const toml = `[schedule]\nmail = ["05:25"]\n[jobs.news]\ncommand = ["/usr/bin/true"]\nat = ["05:25"]\nitems = true\n`
    const ends: (() => void)[] = []
    const perform: Perform = (_, job) =>
      job.name === 'mail'
        ? Promise.resolve(done({ note: null }))
        : new Promise(resolve => ends.push(() => resolve(done({ note: null }))))
    const site = jobWorld({ toml, clock, perform })
    site.world.jobs.start()
    await clock.pass(26 * MINUTE)
    expect(site.begun).toEqual(['news'])
    ends[0]?.()
    await settle()
    expect(site.begun).toEqual(['news', 'mail'])
  })
})

describe('a brief and a job that prints items', () => {
  const toml = `[schedule]\nmail = ["05:25"]\n[jobs.news]\ncommand = ["/usr/bin/true"]\nat = ["05:25"]\nitems = true\n`

  test('the brief waits for such a job as long as the cap and not longer', async () => {
    const clock = fakeClock('2026-11-30T04:24:00Z')
    const slow = held()
    const perform: Perform = (world, job, io) =>
      job.name === 'mail' ? Promise.resolve(done({ note: null })) : slow.perform(world, job, io)
    const site = jobWorld({ toml, clock, perform })
    site.world.jobs.start()
    await clock.pass(MINUTE)
    await clock.pass(ITEMS_WAIT_SECONDS * 1_000 - 1)
    expect(site.begun).toEqual(['news'])
    await clock.pass(1)
    expect(site.begun).toEqual(['news', 'mail'])
    await slow.end()
  })
})

describe('a night asleep, and a twind that was not there', () => {
  test('any number of times slept through is made up for by one run within a minute of waking', async () => {
    const clock = fakeClock('2026-11-29T20:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    clock.sleep(14 * HOUR)
    await clock.pass(MINUTE)
    expect(site.begun).toEqual(['mail'])
    expect(statusOf(site)).toMatchObject({
      missed: seconds('2026-11-30T09:30:00Z'),
      last: { trigger: 'catch-up', outcome: 'done' },
    })
    await clock.pass(HOUR)
    expect(site.begun).toEqual(['mail'])
    expect(site.logged.join()).toContain('passed at once')
    await clock.pass(3 * HOUR)
    expect(site.begun).toEqual(['mail', 'mail'])
    expect(statusOf(site).missed).toBe(null)
  })
  test('a machine that wakes within a minute of a time is on time', async () => {
    const clock = fakeClock('2026-11-30T00:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    clock.set('2026-11-30T04:25:20Z')
    await clock.pass(MINUTE)
    expect(runsOf(site).map(({ trigger }) => trigger)).toEqual(['schedule'])
    expect(statusOf(site).missed).toBe(null)
  })
  test('a run on time makes up for the times before it that were missed', async () => {
    const clock = fakeClock('2026-11-30T00:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    clock.set('2026-11-30T09:29:40Z')
    await clock.pass(5 * MINUTE)
    expect(runsOf(site).map(({ trigger }) => trigger)).toEqual(['schedule'])
    expect(statusOf(site).missed).toBe(seconds('2026-11-30T04:25:00Z'))
  })
  test('the first start ever makes up for nothing', async () => {
    const clock = fakeClock('2026-11-30T12:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    await clock.pass(HOUR)
    expect(site.begun).toEqual([])
  })
  test('a time that came while twind was not running is made up for once at its next start', async () => {
    const clock = fakeClock('2026-11-29T20:00:00Z')
    const first = jobWorld({ toml: BRIEF, clock })
    first.world.jobs.start()
    await first.end()
    clock.sleep(3 * DAY)
    const second = jobWorld({ toml: BRIEF, clock, folder: first.folder })
    second.world.jobs.start()
    await settle()
    expect(second.begun).toEqual(['mail'])
    expect(statusOf(second).last).toMatchObject({ trigger: 'catch-up' })
    await second.end()
    const third = jobWorld({ toml: BRIEF, clock, folder: first.folder })
    third.world.jobs.start()
    await settle()
    expect(third.begun).toEqual([])
  })
  test('a job that is new in twin.toml is not made up for, and runs at its first time', async () => {
    const clock = fakeClock('2026-11-30T08:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    await clock.pass(5 * MINUTE)
    site.write({ toml: `${BRIEF}[jobs.news]\ncommand = ["/usr/bin/true"]\nat = ["05:00", "09:10"]\n` })
    site.world.jobs.wake()
    await clock.pass(6 * MINUTE)
    expect(site.begun).toEqual(['news'])
    expect(statusOf(site, 'news').last).toMatchObject({ trigger: 'schedule' })
  })
  test('a time that is new in the list of a job is not made up for after a restart', async () => {
    const clock = fakeClock('2026-11-30T04:30:00Z')
    const first = jobWorld({ toml: BRIEF, clock })
    first.world.jobs.start()
    await first.end()
    clock.sleep(3 * HOUR)
    const toml = '[schedule]\nmail = ["05:25", "07:00", "14:20"]\n'
    const second = jobWorld({ toml, clock, folder: first.folder })
    second.world.jobs.start()
    await settle()
    expect(second.begun).toEqual([])
    expect(statusOf(second).next).toBe(seconds('2026-11-30T13:20:00Z'))
  })
  test('a job that was not in twin.toml for a while is not made up for when it is there again', async () => {
    const clock = fakeClock('2026-11-30T04:00:00Z')
    const news = '[schedule]\nmail = []\n[jobs.news]\ncommand = ["/usr/bin/true"]\nat = ["05:25"]\n'
    const first = jobWorld({ toml: news, clock })
    first.world.jobs.start()
    first.write({ toml: '[schedule]\nmail = []\n' })
    await clock.pass(HOUR)
    first.write({ toml: news })
    await clock.pass(HOUR)
    await first.end()
    const without = jobWorld({ toml: '[schedule]\nmail = []\n', clock, folder: first.folder })
    without.world.jobs.start()
    await clock.pass(3 * DAY)
    await without.end()
    const again = jobWorld({ toml: news, clock, folder: first.folder })
    again.world.jobs.start()
    await settle()
    expect([...first.begun, ...without.begun, ...again.begun]).toEqual([])
    await clock.pass(DAY)
    expect(again.begun).toEqual(['news'])
  })
  test('a traveller’s times follow the zone of the place', async () => {
    const clock = fakeClock('2026-11-30T05:00:00Z')
    const site = jobWorld({ toml: '[schedule]\nmail = ["05:25"]\n', clock })
    site.world.jobs.start()
    clock.travel('America/New_York')
    await clock.pass(6 * HOUR)
    expect(runsOf(site).map(({ trigger, started }) => [trigger, started])).toEqual([
      ['schedule', seconds('2026-11-30T10:25:00Z')],
    ])
  })
})

describe('a clock that is set', () => {
  test('a clock set back over a time does not run it twice', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    await clock.pass(10 * MINUTE)
    expect(site.begun).toEqual(['mail'])
    clock.set('2026-11-30T04:00:00Z')
    await clock.pass(HOUR)
    expect(site.begun).toEqual(['mail'])
    expect(site.logged.join()).toContain('the clock was set back by 30 min')
    expect(statusOf(site).next).toBe(seconds('2026-11-30T09:30:00Z'))
    await clock.pass(5 * HOUR)
    expect(site.begun).toEqual(['mail', 'mail'])
  })
  test('a clock set back over a time between two starts does not run it twice', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const first = jobWorld({ toml: BRIEF, clock })
    first.world.jobs.start()
    await clock.pass(10 * MINUTE)
    await first.end()
    clock.set('2026-11-30T04:00:00Z')
    const second = jobWorld({ toml: BRIEF, clock, folder: first.folder })
    second.world.jobs.start()
    await clock.pass(HOUR)
    expect([...first.begun, ...second.begun]).toEqual(['mail'])
  })
  test('a clock set ahead by a day is made up for once, and set back runs what is due then', async () => {
    const clock = fakeClock('2026-11-30T05:00:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    clock.set('2026-12-01T05:00:00Z')
    await clock.pass(MINUTE)
    expect(site.begun).toEqual(['mail'])
    clock.set('2026-11-30T05:01:00Z')
    await clock.pass(9 * HOUR)
    expect(site.begun).toEqual(['mail', 'mail', 'mail'])
    expect(runsOf(site).map(({ trigger }) => trigger)).toEqual(['schedule', 'schedule', 'catch-up'])
  })
  test('a clock that was a year ahead keeps no job from its times', async () => {
    const clock = fakeClock('2027-11-30T04:20:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    await clock.pass(10 * MINUTE)
    clock.set('2026-11-30T04:20:00Z')
    await clock.pass(DAY)
    expect(site.begun).toHaveLength(4)
  })
  test('the hour that autumn shows twice runs its job once', async () => {
    const clock = fakeClock('2026-10-24T23:00:00Z')
    const site = jobWorld({ toml: '[schedule]\nmail = ["02:30"]\n', clock })
    site.world.jobs.start()
    await clock.pass(5 * HOUR)
    expect(runsOf(site).map(({ started }) => started)).toEqual([seconds('2026-10-25T00:30:00Z')])
  })
  test('the hour that spring skips runs its job once, after the gap', async () => {
    const clock = fakeClock('2026-03-28T23:00:00Z')
    const site = jobWorld({ toml: '[schedule]\nmail = ["02:30"]\n', clock })
    site.world.jobs.start()
    await clock.pass(5 * HOUR)
    expect(runsOf(site).map(({ started }) => started)).toEqual([seconds('2026-03-29T01:00:00Z')])
  })
})

describe('never two at once', () => {
  test('a job that still runs when its time comes is skipped, and that is said', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const { perform, end } = held()
    const site = jobWorld({ toml: BRIEF, clock, perform })
    site.world.jobs.start()
    await clock.pass(6 * HOUR)
    expect(site.begun).toEqual(['mail'])
    expect(statusOf(site)).toMatchObject({ running: true, last: { outcome: null } })
    expect(runsOf(site)[0]).toMatchObject({ outcome: 'skipped', why: 'its time came while it still ran' })
    await end()
    expect(statusOf(site)).toMatchObject({ running: false, last: { outcome: 'done' } })
    await clock.pass(4 * HOUR)
    expect(site.begun).toEqual(['mail', 'mail'])
    await end()
  })
  test('a second run by hand is refused as busy while the first runs', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const { perform, end } = held()
    const { world, begun } = jobWorld({ toml: BRIEF, clock, perform })
    const io = { signal: new AbortController().signal, progress: () => undefined }
    const asking = { trigger: 'person', due: null } as const
    const both = [world.jobs.run('mail', asking, io), world.jobs.run('mail', asking, io)]
    await settle()
    expect(await both[1]).toMatchObject({ ok: false, refusal: { code: 'busy' } })
    await end()
    expect(await both[0]).toMatchObject({ ok: true, value: { outcome: 'done', trigger: 'person' } })
    expect(begun).toEqual(['mail'])
  })
  test('two jobs that are due in the same moment run side by side', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const { perform, end } = held()
    const toml = `[schedule]\nmail = ["05:25"]\n[jobs.news]\ncommand = ["/usr/bin/true"]\nat = ["05:25"]\n`
    const site = jobWorld({ toml, clock, perform })
    site.world.jobs.start()
    await clock.pass(6 * MINUTE)
    expect(site.begun.sort()).toEqual(['mail', 'news'])
    await end()
  })
})

describe('a pause', () => {
  test('a time in a pause is not run and not made up for, and the next one after it is', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    expect(site.world.jobs.pause(seconds('2026-11-30T10:00:00Z'))).toEqual({ ok: true, value: undefined })
    expect(site.world.jobs.paused()).toEqual({ until: seconds('2026-11-30T10:00:00Z') })
    expect(statusOf(site).next).toBe(seconds('2026-11-30T13:20:00Z'))
    await clock.pass(6 * HOUR)
    expect(site.begun).toEqual([])
    expect(site.world.jobs.paused()).toBe(null)
    expect(site.logged.filter(line => line.includes('not made up for'))).toHaveLength(2)
    await clock.pass(4 * HOUR)
    expect(runsOf(site)).toMatchObject([{ trigger: 'schedule', started: seconds('2026-11-30T13:20:00Z') }])
  })
  test('a pause without an end holds until a person ends it, also over a restart', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const first = jobWorld({ toml: BRIEF, clock })
    first.world.jobs.start()
    first.world.jobs.pause(null)
    await clock.pass(2 * DAY)
    await first.end()
    const second = jobWorld({ toml: BRIEF, clock, folder: first.folder })
    second.world.jobs.start()
    await clock.pass(2 * DAY)
    expect([...first.begun, ...second.begun]).toEqual([])
    expect(statusOf(second).next).toBe(null)
    expect(second.world.jobs.resume()).toEqual({ ok: true, value: undefined })
    await settle()
    expect(second.begun).toEqual([])
    await clock.pass(DAY)
    expect(second.begun).toHaveLength(3)
  })
  test('a pause that ends while twind is not running still gives up what it covered, and no more', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const first = jobWorld({ toml: BRIEF, clock })
    first.world.jobs.start()
    first.world.jobs.pause(seconds('2026-11-30T10:00:00Z'))
    await first.end()
    clock.set('2026-11-30T12:00:00Z')
    const second = jobWorld({ toml: BRIEF, clock, folder: first.folder })
    second.world.jobs.start()
    await settle()
    expect(second.begun).toEqual([])
    await second.end()
    clock.set('2026-11-30T16:00:00Z')
    const third = jobWorld({ toml: BRIEF, clock, folder: first.folder })
    third.world.jobs.start()
    await settle()
    expect(third.begun).toEqual(['mail'])
  })
  test('a pause into the past is refused', () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const { world } = jobWorld({ toml: BRIEF, clock })
    expect(world.jobs.pause(seconds('2026-11-30T04:20:00Z'))).toMatchObject({ ok: false })
    expect(world.jobs.pause(seconds('2026-11-30T04:20:01Z'))).toMatchObject({ ok: true })
  })
  test('a person can still run a job by hand in a pause', async () => {
    const clock = fakeClock('2026-11-30T04:20:00Z')
    const site = jobWorld({ toml: BRIEF, clock })
    site.world.jobs.start()
    site.world.jobs.pause(null)
    const io = { signal: new AbortController().signal, progress: () => undefined }
    expect(await site.world.jobs.run('mail', { trigger: 'person', due: null }, io)).toMatchObject({
      ok: true,
    })
  })
})
