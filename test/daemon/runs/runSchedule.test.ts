// Runs that start by themselves: they are jobs of their own names, go through the gate as runs.start, are made up for once, and one that
// is broken blocks nothing else.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runs as operations } from '../../../daemon/operations/runs.ts'
import { parseRunFile } from '../../../daemon/runs/parseRunFile.ts'
import { runFiles } from '../../../daemon/runs/runFiles.ts'
import type { RunAsked, ScheduledRun } from '../../../daemon/runs/runs.ts'
import { TABLE_ENTRIES } from '../../../protocol/limits.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { RunReport } from '../../../protocol/runReport.ts'
import { fakeClock, jobWorld, runsOf, statusOf, settle } from '../jobs/jobWorld.ts'
import { RUN, runSite, valueOf } from './runWorld.ts'

const MINUTES = 60_000
const DAILY = RUN.replace('when: manual', "when: 'daily 13:00'")

/** A world whose runs are those of the test. */
function world(grant = 'auto') {
  const clock = fakeClock('2026-11-30T11:30:00Z', 'Europe/Berlin')
  const asked: RunAsked[] = []
  const state: { runs: ScheduledRun[]; answer: Result<RunReport> } = {
    runs: [{ name: 'receipts', at: ['13:00'] }],
    answer: done(REPORT),
  }
  const site = jobWorld({
    toml: '[schedule]\nmail = []\n',
    policy: `[capabilities]\n"mail.read" = "${grant}"\n`,
    clock,
  })
  Object.assign(site.world, {
    runs: {
      files: () => ({ scheduled: state.runs, broken: [] }),
      run: async (one: RunAsked) => {
        asked.push(one)
        return state.answer
      },
    },
    operations: () => operations,
  })
  return { ...site, clock, asked, state }
}
/** What a run that went well says of itself. */
const REPORT: RunReport = {
  v: 1,
  id: 'receipts.1796059500-0000000000000000',
  state: 'done',
  started: 1_796_059_500,
  ended: 1_796_059_501,
  why: null,
  parsed: valueOf(parseRunFile(DAILY)).run,
  boundaries: [],
  view: { matched: 0, roots: 0, messages: 0, more: 0, cut: 0 },
  steps: [],
  proposals: { applied: 0, pending: 0, refused: 0, stuck: 0, rejected: 0 },
  output: null,
  notes: [],
}

describe('a run with a time of day', () => {
  test('is among the jobs under its own name and needs mail.read', () => {
    const site = world()
    site.world.jobs.start()
    expect(statusOf(site, 'run.receipts')).toMatchObject({
      capability: 'mail.read',
      grant: 'auto',
      at: ['13:00'],
      next: Date.parse('2026-11-30T12:00:00Z') / 1_000,
      last: null,
      running: false,
    })
  })

  test('is started by its name when it is due, once, and leaves a line in the history', async () => {
    const site = world()
    site.world.jobs.start()
    await site.clock.pass(31 * MINUTES)
    await settle()
    expect(site.asked).toEqual([{ file: 'receipts', message: null }])
    expect(runsOf(site, 'run.receipts')).toMatchObject([{ trigger: 'schedule', outcome: 'done' }])
    await site.clock.pass(60 * MINUTES)
    expect(site.asked).toHaveLength(1)
    const listed = site.world.audit.list(10)
    expect(listed.ok && listed.value.records.map(({ operation }) => operation)).toContain('runs.start')
  })

  test('is made up for once where its time passed unseen', async () => {
    const site = world()
    site.world.jobs.start()
    await site.clock.pass(MINUTES)
    site.clock.sleep(3 * 24 * 60 * MINUTES)
    await site.clock.pass(2 * MINUTES)
    await settle()
    expect(site.asked).toHaveLength(1)
    expect(runsOf(site, 'run.receipts')).toMatchObject([{ trigger: 'catch-up' }])
  })

  test('whose run is refused is a failed line and nothing more', async () => {
    const site = world()
    site.state.answer = refused('no-store', { is: 'the Maildir is away', wanted: 'it', fix: 'mount it' })
    site.world.jobs.start()
    await site.clock.pass(31 * MINUTES)
    await settle()
    expect(runsOf(site, 'run.receipts')).toMatchObject([{ outcome: 'failed', why: 'the Maildir is away' }])
  })

  test('is proposed once, and not again while that waits, where policy.toml says so', async () => {
    const site = world('propose')
    site.world.jobs.start()
    await site.clock.pass(31 * MINUTES)
    await settle()
    expect(site.filed.map(({ proposed }) => proposed)).toMatchObject([
      { kind: 'operation', operation: 'runs.start', input: { file: 'receipts', trigger: 'schedule' } },
    ])
    await site.clock.pass(24 * 60 * MINUTES)
    await settle()
    expect(site.filed).toHaveLength(1)
    expect(site.asked).toEqual([])
  })

  test('has no next time where policy.toml never allows mail to be read', () => {
    const site = world('never')
    site.world.jobs.start()
    expect(statusOf(site, 'run.receipts').next).toBeNull()
  })

  test('that is not there any more is due no more', async () => {
    const site = world()
    site.world.jobs.start()
    site.state.runs = []
    await site.clock.pass(31 * MINUTES)
    expect(site.asked).toEqual([])
  })

  test('is started by no trigger of a person', async () => {
    const site = world()
    const person = { door: 'cli', agent: null, terminal: true } as const
    const called = await site.world.gate.call(
      person,
      { name: 'runs.start', input: { file: 'receipts', trigger: 'schedule' }, confirm: true },
      { signal: new AbortController().signal, progress: () => undefined },
    )
    expect(called.ok ? 'ok' : called.refusal.code).toBe('bad-request')
    expect(site.asked).toEqual([])
  })
})

describe('the folder of runs', () => {
  function folderOf(texts: Readonly<Record<string, string>>) {
    const site = runSite()
    for (const [name, text] of Object.entries(texts)) site.write(name, text)
    return site
  }

  test('tells the runs that start by themselves and the files that are broken', () => {
    const site = folderOf({
      receipts: DAILY,
      manual: RUN.replace('name: receipts', 'name: manual'),
      broken: 'run: [',
      misnamed: DAILY,
    })
    const { scheduled, broken } = site.runs.files()
    expect(scheduled).toEqual([{ name: 'receipts', at: ['13:00'] }])
    expect(broken).toHaveLength(2)
    expect(broken[0]).toMatch(/runs\/broken\.yaml is not run: line 1/)
    expect(broken[1]).toMatch(/runs\/misnamed\.yaml is not run: it is named "receipts" inside/)
  })

  test('is read again where a file or the configuration has changed, and only then', () => {
    const site = folderOf({ receipts: DAILY })
    let prepared = 0
    const context = { value: {} }
    const parts = {
      folder: site.world.paths.runFiles,
      context: () => context.value,
      prepare: (path: string) => {
        prepared++
        void path
        return refused('config', { is: 'it is broken', wanted: 'a run', fix: 'mend it' })
      },
    }
    const files = runFiles(parts)
    files()
    files()
    expect(prepared).toBe(1)
    context.value = {}
    files()
    expect(prepared).toBe(2)
    writeFileSync(join(site.world.paths.runFiles, 'receipts.yaml'), `${DAILY}\n`)
    files()
    expect(prepared).toBe(3)
  })

  test('is told of beyond TABLE_ENTRIES runs, and whole at it', () => {
    const site = folderOf({})
    mkdirSync(site.world.paths.runFiles, { recursive: true })
    for (let at = 0; at < TABLE_ENTRIES; at++)
      writeFileSync(join(site.world.paths.runFiles, `r${String(at).padStart(3, '0')}.yaml`), 'run: [')
    expect(site.runs.files().broken).toHaveLength(TABLE_ENTRIES)
    writeFileSync(join(site.world.paths.runFiles, 'z.yaml'), 'run: [')
    expect(site.runs.files().broken.at(-1)).toMatch(/holds 1 runs? more than the 64/)
  })

  test('that is not there has no runs and nothing broken', () => {
    const files = runFiles({
      folder: '/nowhere',
      context: () => null,
      prepare: () => {
        throw new Error('no')
      },
    })
    expect(files()).toEqual({ scheduled: [], broken: [] })
  })
})
