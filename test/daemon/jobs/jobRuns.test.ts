// The history of jobs in the state database. A real database in a folder of the test's own.
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../daemon/database.ts'
import { jobRuns } from '../../../daemon/jobs/jobRuns.ts'
import { scheduleStore } from '../../../daemon/jobs/scheduleStore.ts'
import { JOB_RUNS } from '../../../protocol/limits.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const opened = () => {
  const database = openDatabase(join(temporaryFolder(), 'state', 'twin.db'))
  if (!database.ok) throw new Error(database.refusal.is)
  onTestFinished(() => void database.value.close())
  return { database: database.value, runs: jobRuns(database.value), store: scheduleStore(database.value) }
}
const nothing = () => undefined
const marks = { mark: 5, at: ['05:25'], ran: [5], missed: null }

describe('the history of a job', () => {
  test('a run is open until it is ended, and then says what came of it', () => {
    const { runs } = opened()
    const begun = runs.begin('news', { trigger: 'schedule', started: 10 }, nothing)
    expect(runs.of('news')).toMatchObject({ value: [{ started: 10, ended: null, outcome: null }] })
    if (begun.ok) runs.end(begun.value, { ended: 12, outcome: 'failed', why: 'it did' })
    expect(runs.of('news')).toEqual({
      ok: true,
      value: [{ trigger: 'schedule', started: 10, ended: 12, outcome: 'failed', why: 'it did' }],
    })
    expect(runs.of('other')).toEqual({ ok: true, value: [] })
  })
  test('as many runs of a job are remembered as the cap says, and the oldest one past it is forgotten', () => {
    const { runs } = opened()
    const run = (started: number) =>
      runs.add('news', { trigger: 'person', started, ended: started, outcome: 'done', why: null })
    runs.add('other', { trigger: 'person', started: 1, ended: 1, outcome: 'done', why: null })
    const oldest = () => {
      const all = runs.of('news')
      return all.ok ? [all.value.length, all.value.at(-1)?.started] : []
    }
    for (let started = 1; started <= JOB_RUNS; started++) run(started)
    expect(oldest()).toEqual([JOB_RUNS, 1])
    run(JOB_RUNS + 1)
    expect(oldest()).toEqual([JOB_RUNS, 2])
    expect(runs.of('other')).toMatchObject({ value: [{ started: 1 }] })
  })
  test('a run that a dead twind left open is unknown, once', () => {
    const { runs } = opened()
    runs.begin('news', { trigger: 'schedule', started: 10 }, nothing)
    expect(runs.closeDead(20)).toEqual({ ok: true, value: ['news'] })
    expect(runs.of('news')).toMatchObject({ value: [{ outcome: 'unknown', ended: 20 }] })
    expect(runs.closeDead(30)).toEqual({ ok: true, value: [] })
  })
  test('a run whose time cannot be remembered has not begun, and the other way round', () => {
    const { database, runs, store } = opened()
    expect(runs.begin('news', { trigger: 'schedule', started: 1 }, () => store.put('news', marks)).ok).toBe(
      true,
    )
    expect(store.marks('news')).toEqual({ ok: true, value: marks })
    database.exec('CREATE TRIGGER full BEFORE INSERT ON settings BEGIN SELECT RAISE(FAIL, "full"); END')
    const also = () => store.put('other', marks)
    expect(runs.begin('other', { trigger: 'schedule', started: 1 }, also)).toMatchObject({ ok: false })
    expect(runs.of('other')).toEqual({ ok: true, value: [] })
    database.exec(
      'CREATE TRIGGER none BEFORE INSERT ON job_runs BEGIN SELECT RAISE(FAIL, "full"); END; DROP TRIGGER full',
    )
    expect(runs.begin('other', { trigger: 'schedule', started: 1 }, also)).toMatchObject({ ok: false })
    expect(store.marks('other')).toEqual({ ok: true, value: undefined })
  })
  test('marks and a pause that do not parse are as good as never written', () => {
    const { database, store } = opened()
    for (const value of [
      '{',
      '[]',
      '{"mark":-1,"at":[],"ran":[],"missed":null}',
      '{"mark":1,"at":["25:00"],"ran":[],"missed":null}',
    ]) {
      database.prepare(`INSERT OR REPLACE INTO settings VALUES ('schedule.job.news', ?)`).run(value)
      expect(store.marks('news')).toEqual({ ok: true, value: undefined })
    }
    store.setPause({ from: 1, until: null })
    expect(store.pause()).toEqual({ ok: true, value: { from: 1, until: null } })
    store.setPause(undefined)
    expect(store.pause()).toEqual({ ok: true, value: undefined })
  })
})
