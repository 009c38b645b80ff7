// Performs one step of a run: the messages that are left, each in a process of its own, or the set in one. A message that fails
// costs its own place and nothing else. Relies on stepPlan.ts for what is left and on takeOver.ts for what counts as output.
import { done, type Result } from '../../protocol/refusal.ts'
import { attempt, attemptSteps } from '../attempt.ts'
import { removeTree } from '../removeTree.ts'
import { makeFolders, mark } from './eachFolders.ts'
import { matchesSchema } from './matchesSchema.ts'
import { performSet } from './performSet.ts'
import { eachWorkers } from './eachWorkers.ts'
import type { PerformStep, StepIo, StepOrder, StepReport } from './stages.ts'
import { type Planned, planStep } from './stepPlan.ts'
import { type RecordCheck, takeOver } from './takeOver.ts'
import { clauseOf, type Tally, tally } from './tally.ts'
import type { Workers } from './workers.ts'

/** Refused only where no message can be done at all, or where it is interrupted. */
export const performStep: PerformStep = (order, io) =>
  attemptSteps('disk', `the step ${order.name}`, () =>
    order.stage.manifest.per === 'set'
      ? performSet(order, io, matchesSchema)
      : performEach({ order, io, check: matchesSchema }),
  )

interface Step {
  readonly order: StepOrder
  readonly io: StepIo
  readonly check: RecordCheck
}

async function performEach(step: Step): Promise<Result<StepReport>> {
  const { order, io } = step
  const { todo, skipped, absent } = planStep(order)
  const counted = tally()
  if (todo.length === 0) return done(counted.report({ skipped, absent }))
  const workers = await eachWorkers(order, io, todo)
  if (!workers.ok) return workers
  const stop = await workAll(step, todo, { workers: workers.value, counted })
  await workers.value.close()
  return stop ?? done(counted.report({ skipped, absent }))
}

interface Working {
  readonly workers: Workers
  readonly counted: Tally
}

/** So many at once as the workers take; undefined where all of them came to an end. */
async function workAll(
  step: Step,
  todo: readonly Planned[],
  working: Working,
): Promise<Result<never> | undefined> {
  const queue = todo.values()
  let worked = 0
  let stop: Result<never> | undefined
  const work = async () => {
    for (const planned of queue) {
      const stopped = await workOne(step, planned, working)
      stop ??= stopped
      if (stop) return
      step.io.progress(++worked, todo.length)
    }
  }
  await Promise.all(Array.from({ length: working.workers.atOnce }, work))
  return stop
}

/** Undefined where the step goes on. */
async function workOne(
  { order, io, check }: Step,
  planned: Planned,
  { workers, counted }: Working,
): Promise<Result<never> | undefined> {
  const { handle } = planned
  const folders = attempt('disk', `the folder of the step ${order.name}`, () => makeFolders(order, handle))
  if (!folders.ok) return folders
  const ended = await workers.work({ ...planned, folders: folders.value })
  if (io.signal.aborted && !ended.ok) return ended
  const taken = attempt('disk', `the output of the step ${order.name}`, () => {
    const problem = ended.ok
      ? (saidProblem(counted, ended.value) ?? takeOver(order, handle, { folders: folders.value, check }))
      : clauseOf(ended.refusal)
    if (problem === undefined) mark(order, handle)
    removeTree(folders.value.folder)
    return problem
  })
  if (!taken.ok) return taken
  if (taken.value === undefined) counted.done()
  else counted.failed(handle, taken.value)
  return undefined
}

const saidProblem = (counted: Tally, report: unknown): string | undefined =>
  counted.said(report) ? undefined : 'said something that is no list of sentences'
