// The operations of the family "jobs": the brief and the programs of twin.toml, what came of them, and running one by hand. What
// a program printed is a stranger's text. Relies on world.jobs for the doing.
import * as z from 'zod/mini'
import { NAME } from '../../protocol/door.ts'
import { JobRunShape, JobShown, JobsListed } from '../../protocol/jobShown.ts'
import { done, refused } from '../../protocol/refusal.ts'
import { cut } from '../../protocol/text/cut.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'
import { unknownJob } from '../jobs/runJob.ts'
import { BRIEF, capabilityOf, isJob, scheduledJobs } from '../jobs/scheduled.ts'
import { ofSchedule } from './inputFields.ts'

const name = z
  .string('wants the name of a job')
  .check(
    z.regex(NAME, 'wants the name of a job'),
    z.describe('the job: "mail" for the brief, or the name of a table [jobs.NAME]'),
  )

/** The runs of the schedule have a history too, and are started by an operation of their own. */
const nameOrRun = z
  .string('wants the name of a job')
  .check(
    z.regex(/^(?:run\.)?[a-z][a-z0-9-]{0,31}$/, 'wants the name of a job'),
    z.describe('the job: "mail" for the brief, the name of a table [jobs.NAME], or "run.NAME" for a run'),
  )

const list = defineOperation({
  name: 'jobs.list',
  summary: 'list the jobs: when each is due, what came of the last run, what was missed',
  class: 'read',
  ceiling: 'off',
  doors: ['cli', 'ui', 'menubar'],
  capability: null,
  provenance: 'twin',
  input: z.strictObject({}),
  output: JobsListed,
  handler: async ({ world }) => {
    const jobs = world.jobs.list()
    if (!jobs.ok) return jobs
    const { paused } = world.jobs
    return done({ jobs: jobs.value.map(plain), paused: paused(), resident: world.resident })
  },
})

const show = defineOperation({
  name: 'jobs.show',
  summary: 'show one job, its runs, and what its program printed last',
  class: 'read',
  ceiling: 'never',
  doors: ['cli', 'ui'],
  capability: null,
  provenance: 'job',
  positional: ['name'],
  input: z.strictObject({ name: nameOrRun }),
  output: JobShown,
  handler: async ({ world }, input) => {
    const shown = world.jobs.show(input.name)
    if (!shown.ok) return shown
    const { status, runs, output } = shown.value
    const { text } = world.configuration().config.operations
    const stdout = cut(output?.stdout ?? '', text)
    const stderr = cut(output?.stderr ?? '', text)
    const isCut = output !== null && (output.cut || stdout !== output.stdout || stderr !== output.stderr)
    return done({ job: plain(status), runs: [...runs], stdout, stderr, cut: isCut })
  },
})

const run = defineOperation({
  name: 'jobs.run',
  summary: 'run one job now',
  class: 'mutate',
  ceiling: 'never',
  doors: ['cli', 'internal'],
  names: (input, { jobs: tables }) => (isJob(input.name, tables) ? done(undefined) : unknownJob(input.name)),
  capability: (input, { jobs: tables }) => capabilityOf(input.name, tables),
  provenance: 'twin',
  positional: ['name'],
  input: z.strictObject({ name, ...ofSchedule }),
  output: JobRunShape,
  preview: async ({ world }, input) => {
    const found = scheduledJobs(world.configuration(), []).find(job => job.name === input.name)
    if (!found) return unknownJob(input.name)
    return done({ sentence: sentenceOf(found.name, found.program?.network), changes: [], more: 0 })
  },
  handler: ({ world, channel, signal, progress }, input) => {
    const isScheduled = input.trigger !== undefined || input.due !== undefined
    if (isScheduled && channel.door !== 'internal') return Promise.resolve(notYours)
    const asking = { trigger: input.trigger ?? 'person', due: input.due ?? null } as const
    return world.jobs.run(input.name, asking, { signal, progress })
  },
})

const sentenceOf = (job: string, network: string | undefined): string =>
  network === undefined
    ? "Makes the brief and writes it between twin's markers in the note of the day."
    : `Runs the program of [jobs.${job}] in twin.toml, confined to that table; network: ${network}.`

/** A copy that a schema may hold: its lists are not read-only. */
const plain = <T extends { readonly at: readonly string[] }>(status: T) => ({ ...status, at: [...status.at] })

const notYours = refused('bad-request', {
  is: 'trigger and due are what twind itself says of a time that has come',
  wanted: 'a job and nothing else',
  fix: `run "twin jobs run ${BRIEF}"`,
})

export const jobs: readonly Operation[] = [list, show, run]
