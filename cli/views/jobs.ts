// Jobs and the schedule as lines. What a program printed is a stranger's text, shown apart and indented. Relies on
// protocol/jobShown.ts for the shapes.
import * as z from 'zod/mini'
import { JobRunShape, JobShown, JobsListed, PauseSet, ScheduleListed } from '../../protocol/jobShown.ts'
import { styled, type Line } from '../answer.ts'
import { terminalText } from '../../protocol/text/terminal.ts'
import { table } from '../table.ts'
import { wrapped } from '../wrapped.ts'
import { moment } from './moment.ts'
import { MARK } from './proseLines.ts'
import type { View } from './view.ts'

type Job = JobsListed['jobs'][number]
type Run = z.infer<typeof JobRunShape>

export const jobsListed: View = (output, { columns }) => {
  const { jobs, paused, resident } = z.parse(JobsListed, output)
  const rows = jobs.map(job => [job.name, job.at.join(' ') || '-', nextOf(job), lastOf(job), missedOf(job)])
  return {
    lines: [
      ...table(['job', 'at', 'next', 'last run', 'missed'], rows, columns),
      ...stillLines(paused, resident),
    ],
  }
}

export const jobShown: View = (output, { columns }) => {
  const { job, runs, stdout, stderr, cut } = z.parse(JobShown, output)
  const rows = runs.map(run => [moment(run.started), run.trigger, outcomeOf(run), run.why ?? ''])
  return {
    lines: [
      [
        styled('heading', job.name),
        `: ${job.capability} is ${job.grant}, at ${job.at.join(', ') || 'no time'}`,
      ],
      [`next ${nextOf(job)}${job.missed === null ? '' : `, missed ${moment(job.missed)}`}`],
      [''],
      ...(rows.length === 0
        ? [['It has not run yet.']]
        : table(['started', 'by', 'outcome', 'why'], rows, columns)),
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

export const scheduleListed: View = (output, { columns }) => {
  const { paused, times, resident } = z.parse(ScheduleListed, output)
  const rows = times.map(({ job, at, next, missed }) => [job, at.join(' '), moment(next), moment(missed)])
  return {
    lines: [...table(['job', 'at', 'next', 'missed'], rows, columns), ...stillLines(paused, resident)],
  }
}

export const pauseSet: View = output => {
  const { paused } = z.parse(PauseSet, output)
  return { lines: paused ? stillLines(paused, true) : [['The schedule follows its times.']] }
}

/** What keeps the schedule from running at all. */
export function stillLines(paused: JobsListed['paused'], resident: boolean): Line[] {
  const until = paused?.until ?? null
  return [
    ...(paused
      ? [
          [
            `The schedule is paused${until === null ? ': "twin schedule resume" ends it' : ` until ${moment(until)}`}.`,
          ],
        ]
      : []),
    ...(resident ? [] : [['twind does not run, so nothing starts by itself: "twin daemon" starts it.']]),
  ]
}

const nextOf = ({ running, grant, next }: Job): string =>
  running ? 'running now' : grant === 'never' ? 'never: policy.toml' : moment(next)
const missedOf = ({ missed }: Job): string => moment(missed)
const lastOf = ({ last }: Job): string =>
  last === null
    ? '-'
    : `${outcomeOf(last)} ${moment(last.started)}${last.why === null ? '' : `: ${last.why}`}`
const outcomeOf = ({ outcome }: Run): string =>
  outcome === null ? 'running' : outcome === 'unknown' ? 'outcome unknown' : outcome

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
