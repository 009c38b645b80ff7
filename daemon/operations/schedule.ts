// The operations of the family "schedule": when what is due, and standing still for a while. The times themselves are in
// twin.toml, which is a person's to edit. Relies on world.jobs for the doing.
import * as z from 'zod/mini'
import { done, type Result } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Foreseen, Operation } from '../gate/operation.ts'
import { PauseSet, ScheduleListed } from '../../protocol/jobShown.ts'
import { moment } from './inputFields.ts'

const change = {
  class: 'mutate',
  ceiling: 'never',
  doors: ['cli'],
  capability: null,
  provenance: 'twin',
  reversible: true,
} as const

const list = defineOperation({
  name: 'schedule.list',
  summary: 'list when each job is due next, and whether the schedule is paused',
  class: 'read',
  ceiling: 'off',
  doors: ['cli', 'ui'],
  capability: null,
  provenance: 'twin',
  input: z.strictObject({}),
  output: ScheduleListed,
  handler: async ({ world }) => {
    const jobs = world.jobs.list()
    if (!jobs.ok) return jobs
    const times = jobs.value
      .filter(({ at }) => at.length > 0)
      .map(({ name, at, next, missed }) => ({ job: name, at: [...at], next, missed }))
    return done({ paused: world.jobs.paused(), times, resident: world.resident })
  },
})

const pause = defineOperation({
  ...change,
  name: 'schedule.pause',
  summary: 'let no job start by the schedule for a while; what is due meanwhile is not made up for',
  input: z.strictObject({
    until: moment(
      'Unix seconds: when it goes on by itself; "schedule resume" ends it where this is left out',
    ),
  }),
  output: PauseSet,
  preview: foreseen('paused', 'No job starts by the schedule; what is due meanwhile is not made up for.'),
  handler: async ({ world }, { until }) => answer(world.jobs.pause(until ?? null), world),
})

const resume = defineOperation({
  ...change,
  name: 'schedule.resume',
  summary: 'let the schedule go on after a pause',
  input: z.strictObject({}),
  output: PauseSet,
  preview: foreseen(
    'follows the times',
    'The schedule goes on; what was due in the pause is not made up for.',
  ),
  handler: async ({ world }) => answer(world.jobs.resume(), world),
})

function foreseen(after: string, sentence: string): (context: Context) => Promise<Result<Foreseen>> {
  return async ({ world }) => {
    const before = world.jobs.paused() ? 'paused' : 'follows the times'
    return done({
      sentence,
      changes: before === after ? [] : [{ id: 'the schedule', before, after }],
      more: 0,
    })
  }
}

const answer = (result: Result<void>, { jobs }: Context['world']) =>
  result.ok ? done({ paused: jobs.paused() }) : result

export const schedule: readonly Operation[] = [list, pause, resume]
