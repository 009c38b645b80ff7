// The operations of the family "runs": starting a run of a view through its pipeline, going on with one, and what became of them.
// A stage that was taken over may have put a stranger's words into its remarks. Relies on world.runs for the doing.
import * as z from 'zod/mini'
import { PATH_CHARS } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { RunChecked } from '../../protocol/runChecked.ts'
import { RunId, RunReport } from '../../protocol/runReport.ts'
import { type RunLine, RunsListed } from '../../protocol/runShown.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Operation } from '../gate/operation.ts'
import { jobOfRun } from '../jobs/scheduled.ts'
import { describeRun } from '../runs/describeRun.ts'
import { runPath } from '../runs/runPath.ts'
import type { World } from '../world.ts'
import { ofSchedule } from './inputFields.ts'

const path = (wants: string) =>
  z
    .string(wants)
    .check(z.minLength(1, wants), z.maxLength(PATH_CHARS, `wants at most ${PATH_CHARS} characters`))
const file = path('wants a file').check(
  z.describe('the file of the run, or the name of one in the folder of runs'),
)
const id = RunId.check(z.describe('the id of a run, as "twin runs" shows it'))
const change = { class: 'mutate', ceiling: 'never', capability: 'mail.read', provenance: 'mail' } as const

const start = defineOperation({
  ...change,
  name: 'runs.start',
  summary: 'run a view of your mail through the stages of a file',
  doors: ['cli', 'internal'],
  positional: ['file'],
  input: z.strictObject({
    file,
    message: z.optional(
      path('wants a file').check(
        z.describe('one raw message, which is run instead of the view; nothing is proposed'),
      ),
    ),
    ...ofSchedule,
  }),
  output: RunReport,
  preview: async (_context, input) =>
    done({
      sentence: `Runs ${JSON.stringify(input.file)}: its stages read the view of its query.`,
      changes: [],
      more: 0,
    }),
  handler: async (context, input) => {
    const isScheduled = input.trigger !== undefined || input.due !== undefined
    if (isScheduled && context.channel.door !== 'internal') return notYours
    return run(context, input)
  },
})

const check = defineOperation({
  name: 'runs.check',
  summary: 'say what a run would do: as understood, what each step may do, what its rules come to',
  class: 'read',
  ceiling: 'never',
  doors: ['cli'],
  capability: null,
  provenance: 'twin',
  positional: ['file'],
  input: z.strictObject({ file }),
  output: RunChecked,
  handler: async ({ world }, input) => {
    const prepared = world.runs.check(input.file)
    if (!prepared.ok) return prepared
    return done(describeRun(prepared.value.path, prepared.value.checked, world.configuration().policy))
  },
})

interface Started {
  readonly file: string
  readonly message?: string | undefined
  readonly trigger?: 'schedule' | 'catch-up' | undefined
  readonly due?: number | undefined
}

/** A run that the schedule knows has a line in its history whoever starts it. */
function run({ world, signal, progress }: Context, input: Started): Promise<Result<RunReport>> {
  const { file: named, message = null, trigger = 'person', due = null } = input
  const begin = (stop: AbortSignal) => world.runs.run({ file: named, message }, { signal: stop, progress })
  const job = message === null ? jobOf(world, named) : undefined
  return job === undefined
    ? begin(signal)
    : world.jobs.track(job, { trigger, due }, stop => begin(AbortSignal.any([signal, stop])))
}

function jobOf({ runs, paths }: World, named: string): string | undefined {
  const asked = runPath(named, paths)
  const found = runs.files().scheduled.find(({ name }) => {
    const known = runPath(name, paths)
    return asked.ok && known.ok && asked.value === known.value
  })
  return found && jobOfRun(found.name)
}

const resume = defineOperation({
  ...change,
  name: 'runs.resume',
  summary: 'go on with a run that stopped: what has its output is not done again',
  doors: ['cli'],
  positional: ['id'],
  input: z.strictObject({ id }),
  output: RunReport,
  preview: async (_context, input) =>
    done({ sentence: `Goes on with the run ${input.id}.`, changes: [], more: 0 }),
  handler: async ({ world, signal, progress }, input) => world.runs.resume(input.id, { signal, progress }),
})

const list = defineOperation({
  name: 'runs.list',
  summary: 'list the runs that are kept: when each was, and what came of it',
  class: 'read',
  ceiling: 'never',
  doors: ['cli', 'ui'],
  capability: null,
  provenance: 'twin',
  input: z.strictObject({}),
  output: RunsListed,
  handler: async ({ world }) => {
    const reports = world.runs.list()
    if (!reports.ok) return reports
    const most = world.configuration().config.operations.list
    const more = Math.max(0, reports.value.length - most)
    const broken = [...world.runs.files().broken]
    return done({ runs: reports.value.slice(0, most).map(lineOf), more, broken })
  },
})

const show = defineOperation({
  name: 'runs.show',
  summary: 'show the report of one run: the run as understood, its view, its steps, what it proposed',
  class: 'read',
  ceiling: 'never',
  doors: ['cli', 'ui'],
  capability: 'mail.read',
  provenance: 'mail',
  positional: ['id'],
  input: z.strictObject({ id }),
  output: RunReport,
  handler: async ({ world }, input) => world.runs.show(input.id),
})

function lineOf({ id: named, parsed, view, steps, proposals, ...report }: RunReport): RunLine {
  const { state, started, ended, why } = report
  return {
    id: named,
    name: parsed.run.name,
    account: parsed.run.backend,
    state,
    started,
    ended,
    why,
    messages: view.messages,
    failures: steps.reduce((sum, { failures }) => sum + failures, 0),
    applied: proposals.applied,
    waiting: proposals.pending,
  }
}

const notYours = refused('bad-request', {
  is: 'trigger and due are what twind itself says of a time that has come',
  wanted: 'the file of a run and nothing else',
  fix: 'run "twin run FILE"',
})

export const runs: readonly Operation[] = [check, start, resume, list, show]
