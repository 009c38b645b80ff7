// How twin is, as lines: what is wrong first. Relies on protocol/statusShown.ts for the shape.
import * as z from 'zod/mini'
import { type StatusForPerson, StatusShown } from '../../protocol/statusShown.ts'
import { styled, type Line } from '../answer.ts'
import { table } from '../table.ts'
import { anything } from './anything.ts'
import { stillLines } from './jobs.ts'
import { moment } from './moment.ts'
import type { View } from './view.ts'

export const statusShown: View = (output, { columns }) => {
  const status = z.parse(StatusShown, output)
  if (status.view === 'agent') return { lines: anything(status, columns) }
  const rows = status.jobs.map(job => [
    job.name,
    job.running ? 'running now' : moment(job.next),
    job.last === null ? '-' : `${job.last.outcome ?? 'running'} ${moment(job.last.started)}`,
    job.isFailing ? (job.last?.why ?? 'failed') : '-',
  ])
  return {
    lines: [
      ...troubleLines(status),
      status.resident
        ? [
            styled('good', 'twind runs'),
            `, process ${status.pid}, since ${moment(status.since)}, twin ${status.version}`,
          ]
        : [styled('heading', 'twind does not run'), `, twin ${status.version}`],
      ...(status.resident ? stillLines(status.paused, true) : []),
      [`waiting for you: ${status.pending} ${status.pending === 1 ? 'proposal' : 'proposals'}`],
      [
        `offered to agents: ${status.offered.length} operations; agents: ${status.agents.join(', ') || 'none'}`,
      ],
      [`workspaces: ${status.workspaces.join(', ')}`],
      ...status.plugins.map(({ name, healthy, why }): Line => [
        `plugin ${name}: `,
        healthy ? styled('good', 'well') : styled('bad', why ?? 'not well'),
      ]),
      [''],
      ...table(['job', 'next', 'last run', 'failing'], rows, columns),
    ],
  }
}

function troubleLines({ problem, troubles, unknown }: StatusForPerson): Line[] {
  return [
    ...(problem === null ? [] : [[styled('bad', `configuration: ${problem.is}`), ` (${problem.fix})`]]),
    ...troubles.map((trouble): Line => [styled('bad', `trouble: ${trouble}`)]),
    ...(unknown > 0
      ? [[styled('bad', `${unknown} changes have an unknown outcome`), ': "twin audit" names them']]
      : []),
  ]
}
