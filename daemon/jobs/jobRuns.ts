// The runs of jobs in the state database: a row is there before a run begins and is closed when it has ended, so that a row left
// open by a twind that was killed shows as "unknown". Relies on the instance lock: nobody else has this database open.
import type { Database } from 'better-sqlite3'
import { JobRunShape } from '../../protocol/jobShown.ts'
import { JOB_RUNS } from '../../protocol/limits.ts'
import type { Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import type { JobRun } from '../world.ts'

export interface JobRuns {
  /** Begins a run, together with what `also` writes; its number. */
  readonly begin: (job: string, run: Pick<JobRun, 'trigger' | 'started'>, also: () => void) => Result<number>
  readonly end: (id: number, run: Pick<JobRun, 'ended' | 'outcome' | 'why'>) => Result<void>
  /** A run that never began: refused or skipped. */
  readonly add: (job: string, run: JobRun) => Result<void>
  /** The newest first; at most JOB_RUNS are kept of a job. */
  readonly of: (job: string) => Result<readonly JobRun[]>
  /** Ends every open row as "unknown": the jobs that a dead twind was running. */
  readonly closeDead: (ended: number) => Result<readonly string[]>
}

/** Each call is refused ("disk") where SQLite cannot do it. */
export function jobRuns(database: Database): JobRuns {
  const { insert, update, prune, list, open, close } = statements(database)
  const add = (job: string, { trigger, started, ended, outcome, why }: JobRun): number => {
    const { lastInsertRowid } = insert.run(job, trigger, started, ended, outcome, why)
    prune.run(job, job, JOB_RUNS)
    return Number(lastInsertRowid)
  }
  return {
    begin: (job, run, also) =>
      attemptDatabase(() =>
        database.transaction(() => {
          also()
          return add(job, { ...run, ended: null, outcome: null, why: null })
        })(),
      ),
    end: (id, { ended, outcome, why }) => attemptDatabase(() => void update.run(ended, outcome, why, id)),
    add: (job, run) => attemptDatabase(() => void database.transaction(() => add(job, run))()),
    of: job => attemptDatabase(() => list.all(job, JOB_RUNS).map(row => JobRunShape.parse(row))),
    closeDead: ended =>
      attemptDatabase(() => {
        const jobs = open.all().map(({ job }) => job)
        close.run(ended, KILLED)
        return jobs
      }),
  }
}

const statements = (database: Database) => ({
  insert: database.prepare(
    'INSERT INTO job_runs(job, trigger, started, ended, outcome, why) VALUES (?, ?, ?, ?, ?, ?)',
  ),
  update: database.prepare('UPDATE job_runs SET ended = ?, outcome = ?, why = ? WHERE id = ?'),
  prune: database.prepare(
    'DELETE FROM job_runs WHERE job = ? AND id NOT IN (SELECT id FROM job_runs WHERE job = ? ORDER BY id DESC LIMIT ?)',
  ),
  list: database.prepare(
    'SELECT trigger, started, ended, outcome, why FROM job_runs WHERE job = ? ORDER BY id DESC LIMIT ?',
  ),
  open: database.prepare<[], { job: string }>('SELECT DISTINCT job FROM job_runs WHERE outcome IS NULL'),
  close: database.prepare(
    "UPDATE job_runs SET outcome = 'unknown', ended = ?, why = ? WHERE outcome IS NULL",
  ),
})

const KILLED = 'twind ended while it ran, so what came of it is not known'
