// How twin is, as a short report: what is wrong first, then what waits, what runs and who may ask. Relies on
// protocol/statusShown.ts for the shape.
import * as z from 'zod/mini'
import { type StatusForPerson, StatusShown } from '../../protocol/statusShown.ts'
import { counted } from '../../protocol/text/counted.ts'
import { styled, type Line } from '../answer.ts'
import { table } from '../table.ts'
import { anything } from './anything.ts'
import { runOf, stillLines } from './jobs.ts'
import { near } from './moment.ts'
import type { View } from './view.ts'

export const statusShown: View = (output, { columns, now }) => {
  const status = z.parse(StatusShown, output)
  if (status.view === 'agent') return { lines: anything(status, columns) }
  const rows = status.jobs.map(({ name, running, next, last }) => [
    name,
    running ? 'running now' : next === null ? '' : near(next, now()),
    last === null ? 'never' : runOf(last, now()),
  ])
  return {
    lines: [
      ...troubleLines(status, now()),
      ...(status.resident
        ? [[styled('good', 'twind runs'), ` since ${near(status.since, now())}, process ${status.pid}.`]]
        : []),
      ...stillLines(status.paused, status.resident, now()),
      [waiting(status.pending)],
      agents(status),
      ...(status.workspaces.join() === 'default' ? [] : [[`Workspaces: ${status.workspaces.join(', ')}.`]]),
      ...status.plugins
        .filter(({ healthy }) => healthy)
        .map(({ name }): Line => [`The plugin ${name} is well.`]),
      [''],
      ...table(['job', 'next run', { wrapped: 'last run' }], rows, columns),
    ],
  }
}

const waiting = (pending: number): string =>
  pending === 0
    ? 'Nothing waits for you.'
    : `${counted(pending, 'proposal')} ${pending === 1 ? 'waits' : 'wait'} for you: "twin proposals"`

const agents = ({ agents: names, offered }: StatusForPerson): Line => [
  names.length === 0
    ? 'twin.toml declares no agent.'
    : `${names.length === 1 ? 'The agent' : 'The agents'} ${names.join(', ')} may ask for ${counted(offered.length, 'operation')}: "twin exposure"`,
]

/** One line each of what a person should look at. */
function troubleLines(status: StatusForPerson, now: number): Line[] {
  const { problem, troubles, unknown, jobs, plugins } = status
  return [
    ...(problem === null ? [] : [[styled('bad', `Configuration: ${problem.is}`), `: ${problem.fix}`]]),
    ...troubles.map((trouble): Line => [styled('bad', `Trouble: ${trouble}`)]),
    ...jobs
      .filter(({ isFailing }) => isFailing)
      .map(({ name, last }): Line => [
        styled('bad', `The job ${name} ${last === null ? 'failed' : runOf(last, now)}`),
        `: ${last?.why ?? 'nobody knows why'}. "twin jobs show ${name}"`,
      ]),
    ...plugins
      .filter(({ healthy }) => status.resident && !healthy)
      .map(({ name, why }): Line => [
        styled('bad', `The plugin ${name} offers nothing`),
        `: ${why ?? 'it does not answer'}.`,
      ]),
    ...(unknown > 0
      ? [
          [
            styled('bad', `Of ${counted(unknown, 'change')} nobody knows the outcome`),
            ': "twin audit" names them.',
          ],
        ]
      : []),
  ]
}
