// The operations on jobs and on the schedule through the real gate: who may call them, what they say, and what they never do.
import { describe, expect, test } from 'vitest'
import { Call } from '../../../protocol/call.ts'
import type { Channel } from '../../../protocol/door.ts'
import { done, refused } from '../../../protocol/refusal.ts'
import { fakeClock, jobWorld, type JobWorld } from '../jobs/jobWorld.ts'

const CLI: Channel = { door: 'cli', agent: null, terminal: true }
const INTERNAL: Channel = { door: 'internal', agent: null, terminal: false }
const AGENT: Channel = { door: 'mcp', agent: 'claude', terminal: false }
const TOML = `[agents.claude]
[operations]
text = 100
[schedule]
mail = ["05:25"]
[jobs.news]
command = ["/usr/bin/true"]
at = ["05:00"]
network = "open"
`
const NOW = '2026-11-30T12:00:00Z'
const site = (more: Partial<Parameters<typeof jobWorld>[0]> = {}): JobWorld =>
  jobWorld({ toml: TOML, clock: fakeClock(NOW), ...more })
const io = { signal: new AbortController().signal, progress: () => undefined }
const call = ({ world }: JobWorld, name: string, ...[input = {}, channel = CLI]: [object?, Channel?]) =>
  world.gate.call(channel, { name, ...Call.parse({ input, ...(channel === CLI && { confirm: true }) }) }, io)
const asked = ({ world }: JobWorld, name: string, input = {}) => world.gate.call(CLI, { name, input }, io)

describe('jobs.list', () => {
  test('jobs.list names the brief first, then each job, with what policy.toml says of it', async () => {
    expect(await call(site(), 'jobs.list')).toMatchObject({
      ok: true,
      value: {
        outcome: 'done',
        provenance: 'twin',
        output: {
          jobs: [
            {
              name: 'mail',
              capability: 'brief.write',
              grant: 'auto',
              at: ['05:25'],
              last: null,
              running: false,
            },
            { name: 'news', capability: 'job.news', grant: 'auto', at: ['05:00'], next: null, missed: null },
          ],
          paused: null,
          resident: true,
        },
      },
    })
  })
  test('jobs.list is not offered to an agent unless a person exposed it, jobs.show and jobs.run never', async () => {
    const one = site()
    for (const name of [
      'jobs.list',
      'jobs.show',
      'jobs.run',
      'schedule.pause',
      'schedule.resume',
      'schedule.list',
    ])
      expect(await call(one, name, {}, AGENT), name).toMatchObject({
        ok: false,
        refusal: { code: 'unavailable' },
      })
    const exposed = site()
    Object.assign(exposed.world, { exposure: { isOffered: () => true, set: () => done([]) } })
    for (const name of ['jobs.list', 'schedule.list'])
      expect(await call(exposed, name, {}, AGENT), name).toMatchObject({ ok: true })
    for (const name of ['jobs.show', 'jobs.run', 'schedule.pause', 'schedule.resume'])
      expect(await call(exposed, name, {}, AGENT), name).toMatchObject({
        ok: false,
        refusal: { code: 'unavailable' },
      })
  })
})

describe('jobs.show', () => {
  test('jobs.show cuts what a program printed to the bound of a text and says so', async () => {
    const printing = (characters: number) => {
      const one = site()
      const output = { stdout: 'x'.repeat(characters), stderr: '', cut: false }
      const shown = one.world.jobs.show('news')
      Object.assign(one.world.jobs, { show: () => (shown.ok ? done({ ...shown.value, output }) : shown) })
      return call(one, 'jobs.show', { name: 'news' })
    }
    expect(await printing(100)).toMatchObject({ value: { provenance: 'job', output: { cut: false } } })
    expect(await printing(101)).toMatchObject({ value: { output: { cut: true, stdout: 'x'.repeat(100) } } })
  })
  test.each(['jobs.show', 'jobs.run'])(
    '%s refuses a job that does not exist, and a name that is none',
    async name => {
      expect(await call(site(), name, { name: 'nothing' })).toMatchObject({ ok: false })
      const odd = await call(site(), name, { name: '../etc' })
      expect(odd).toMatchObject({ ok: false, refusal: { code: 'bad-request' } })
      expect(JSON.stringify(odd)).not.toContain('etc')
    },
  )
})

describe('jobs.run', () => {
  test('jobs.run shows a person first what it would do, then does it once it is confirmed', async () => {
    const one = site()
    expect(await asked(one, 'jobs.run', { name: 'news' })).toMatchObject({
      value: {
        outcome: 'preview',
        preview: {
          sentence: 'Runs the program of [jobs.news] in twin.toml, confined to that table; network: open.',
        },
      },
    })
    expect(one.begun).toEqual([])
    expect(await call(one, 'jobs.run', { name: 'news' })).toMatchObject({
      value: { outcome: 'done', output: { trigger: 'person', outcome: 'done', why: null } },
    })
    expect(one.begun).toEqual(['news'])
  })
  test.each([{ trigger: 'schedule' }, { due: 5 }, { trigger: 'catch-up', due: 5 }])(
    'jobs.run takes %j from twind alone',
    async more => {
      const one = site()
      expect(await call(one, 'jobs.run', { name: 'news', ...more })).toMatchObject({
        ok: false,
        refusal: { code: 'bad-request' },
      })
      expect(one.begun).toEqual([])
      expect(await call(one, 'jobs.run', { name: 'news', ...more }, INTERNAL)).toMatchObject({ ok: true })
      expect(one.begun).toEqual(['news'])
    },
  )
  test('jobs.run answers with what went wrong, and the log has it', async () => {
    const refusal = refused('no-store', { is: 'there is no store', wanted: 'one', fix: 'x' })
    const one = site({ perform: async () => refusal })
    expect(await call(one, 'jobs.run', { name: 'mail' })).toEqual(refusal)
    const records = one.world.audit.list(10)
    expect(
      records.ok &&
        records.value.records.map(({ event, operation, outcome, code }) => [event, operation, outcome, code]),
    ).toEqual([
      ['result', 'jobs.run', 'refused', 'no-store'],
      ['intent', 'jobs.run', null, null],
    ])
  })
  test('jobs.run says of a job that nobody declared that there is none, whatever policy.toml allows', async () => {
    const refusal = { ok: false, refusal: { code: 'bad-request', is: 'there is no job "x"' } }
    for (const policy of ['', '[capabilities]\n"job.x" = "auto"\n']) {
      const one = site({ policy })
      expect(await call(one, 'jobs.run', { name: 'x' })).toMatchObject(refusal)
      expect(await asked(one, 'jobs.run', { name: 'x' })).toMatchObject(refusal)
    }
  })
  test('jobs.run needs brief.write for the brief and the job’s own capability for a job', async () => {
    const policy = '[capabilities]\n"brief.write" = "never"\n"job.news" = "auto"\n'
    const one = site({ policy })
    expect(await call(one, 'jobs.run', { name: 'mail' })).toMatchObject({
      ok: false,
      refusal: { code: 'denied' },
    })
    expect(await call(one, 'jobs.run', { name: 'news' })).toMatchObject({ ok: true })
    const other = site({ policy: '[capabilities]\n"brief.write" = "auto"\n' })
    expect(await call(other, 'jobs.run', { name: 'mail' })).toMatchObject({ ok: true })
    expect(await call(other, 'jobs.run', { name: 'news' })).toMatchObject({
      ok: false,
      refusal: { code: 'denied' },
    })
  })
})

describe('schedule', () => {
  const seconds = (instant: string) => Date.parse(instant) / 1_000

  test('schedule.list tells what is due next once twind follows it', async () => {
    const one = site()
    one.world.jobs.start()
    expect(await call(one, 'schedule.list')).toMatchObject({
      value: {
        output: {
          paused: null,
          times: [
            { job: 'mail', at: ['05:25'], next: seconds('2026-12-01T04:25:00Z') },
            { job: 'news', at: ['05:00'], next: seconds('2026-12-01T04:00:00Z') },
          ],
        },
      },
    })
  })
  test('schedule.pause and schedule.resume foresee the change, make it, and take it back', async () => {
    const one = site()
    one.world.jobs.start()
    expect(await asked(one, 'schedule.pause')).toMatchObject({
      value: { preview: { changes: [{ id: 'the schedule', before: 'follows the times', after: 'paused' }] } },
    })
    expect(one.world.jobs.paused()).toBe(null)
    const until = seconds('2026-12-24T00:00:00Z')
    expect(await call(one, 'schedule.pause', { until })).toMatchObject({
      value: { output: { paused: { until } } },
    })
    expect(await call(one, 'jobs.list')).toMatchObject({ value: { output: { paused: { until } } } })
    expect(await call(one, 'schedule.resume')).toMatchObject({ value: { output: { paused: null } } })
    expect(await asked(one, 'schedule.resume')).toMatchObject({ value: { preview: { count: 0 } } })
  })
  test('schedule.pause refuses what is no time to come', async () => {
    for (const until of [seconds(NOW), -1, 1.5, '24h'])
      expect(await call(site(), 'schedule.pause', { until })).toMatchObject({
        ok: false,
        refusal: { code: 'bad-request' },
      })
  })
})
