// Jobs and the schedule as lines. What a program printed is a stranger's text, shown apart and indented. Relies on
// protocol/jobShown.ts for the shapes.
import * as z from 'zod/mini'
import { JobRunShape, JobShown, JobsListed, PauseSet, ScheduleListed } from '../../protocol/jobShown.ts'
import { styled, type Line } from '../answer.ts'
import { terminalText } from '../../protocol/text/terminal.ts'
import { table } from '../table.ts'
import { wrapped } from '../wrapped.ts'
import { near } from './moment.ts'
import { MARK } from './proseLines.ts'
import type { View } from './view.ts'

type Job = JobsListed['jobs'][number]
type Run = z.infer<typeof JobRunShape>

export const jobsListed: View = (output, { columns, now }) => {
  const { jobs, paused, resident } = z.parse(JobsListed, output)
  const rows = jobs.map(job => [
    job.name,
    timesOf(job.at),
    nextOf(job, now()),
    job.last === null
      ? 'never'
      : `${runOf(job.last, now())}${job.last.why === null ? '' : `: ${job.last.why}`}`,
    job.missed === null ? '' : near(job.missed, now()),
  ])
  return {
    lines: [
      ...table(['job', 'times', 'next run', { wrapped: 'last run' }, 'missed'], rows, columns),
      ...stillLines(paused, resident, now()),
    ],
  }
}

export const jobShown: View = (output, { columns, now }) => {
  const { job, runs, stdout, stderr, cut } = z.parse(JobShown, output)
  const rows = runs.map(run => [near(run.started, now()), BY[run.trigger], outcomeOf(run), run.why ?? ''])
  const next = nextOf(job, now())
  return {
    lines: [
      [styled('heading', job.name)],
      [`times      ${timesOf(job.at)}`],
      ...(next === '' ? [] : [[`next run   ${next}`]]),
      ...(job.missed === null ? [] : [[`missed     ${near(job.missed, now())}`]]),
      [`policy     ${job.capability} is ${job.grant}`],
      [''],
      ...(rows.length === 0
        ? [[`It has not run yet. "twin jobs run ${job.name}" runs it now.`]]
        : table(['started', 'by', 'outcome', { wrapped: 'why' }], rows, columns)),
      ...printed('stdout', stdout, columns),
      ...printed('stderr', stderr, columns),
      ...(cut ? [['(not all that it printed is here)']] : []),
    ],
  }
}

export const jobRun: View = output => {
  const run = z.parse(JobRunShape, output)
  const isWell = run.outcome === 'done'
  return {
    lines: [[styled(isWell ? 'good' : 'bad', outcomeOf(run)), run.why === null ? '' : `: ${run.why}`]],
  }
}

export const scheduleListed: View = (output, { columns, now }) => {
  const { paused, times, resident } = z.parse(ScheduleListed, output)
  const rows = times.map(({ job, at, next, missed }) => [
    job,
    timesOf(at),
    next === null ? '' : near(next, now()),
    missed === null ? '' : near(missed, now()),
  ])
  return {
    lines: [
      ...(rows.length === 0 ? [['No job has a time: [schedule] mail in twin.toml is empty.']] : []),
      ...table(['job', 'times', 'next run', 'missed'], rows, columns),
      ...stillLines(paused, resident, now()),
    ],
  }
}

export const pauseSet: View = (output, { now }) => {
  const { paused } = z.parse(PauseSet, output)
  return { lines: paused ? stillLines(paused, true, now()) : [['The schedule follows its times.']] }
}

/** What keeps the schedule from running at all. */
export function stillLines(paused: JobsListed['paused'], resident: boolean, now: number): Line[] {
  const until = paused?.until ?? null
  const end = until === null ? '' : ` until ${near(until, now)}`
  return [
    ...(paused ? [[`The schedule is paused${end}: "twin schedule resume" ends it.`]] : []),
    ...(resident ? [] : [['twind does not run, so nothing starts by itself: "twin daemon" starts it.']]),
  ]
}

const timesOf = (at: readonly string[]): string => at.join(' ') || 'when you run it'
function nextOf({ running, grant, next }: Job, now: number): string {
  if (running) return 'running now'
  if (grant === 'never') return 'never: policy.toml'
  return next === null ? '' : near(next, now)
}

interface Ran {
  readonly outcome: string | null
  readonly started: number
}

/** "done today 05:25". */
export const runOf = (run: Ran, now: number): string =>
  `${outcomeOf(run)}${run.outcome === null ? ' since' : run.outcome === 'unknown' ? ',' : ''} ${near(run.started, now)}`
const outcomeOf = ({ outcome }: Pick<Ran, 'outcome'>): string =>
  outcome === null ? 'running' : outcome === 'unknown' ? 'outcome unknown' : outcome
const BY: Record<Run['trigger'], string> = {
  schedule: 'schedule',
  'catch-up': 'schedule, late',
  person: 'you',
}

/** Each line behind a mark, however long it is, so that none of them passes for twin's. */
const printed = (name: string, text: string, columns: number): Line[] =>
  text === ''
    ? []
    : [
        [''],
        [styled('dim', `${name}, the program's own words:`)],
        ...text
          .trimEnd()
          .split('\n')
          .flatMap(line => wrapped(terminalText(line), columns - MARK.length))
          .map((line): Line => [styled('dim', MARK), line]),
      ]
