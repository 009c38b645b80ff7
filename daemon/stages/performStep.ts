// Performs one step of a run: the messages that are left, each in a process of its own, or the set in one. A message that fails
// costs its own place and nothing else. Relies on stepPlan.ts for what is left and on takeOver.ts for what counts as output.
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptSteps } from '../attempt.ts'
import { removeTree } from '../removeTree.ts'
import { freshSlot, mark, nextSlot } from './eachFolders.ts'
import { performSet } from './performSet.ts'
import { eachWorkers } from './eachWorkers.ts'
import type { PerformStep, StepIo, StepOrder, StepReport } from './stages.ts'
import { hasOutputs, type Planned, planned } from './stepPlan.ts'
import { takeOver } from './takeOver.ts'
import { clauseOf, type StepTally, stepTally } from './stepTally.ts'
import type { Unit, Workers } from './workers.ts'

/** Refused only where no message can be done at all, or where it is interrupted. */
export const performStep: PerformStep = (order, io) =>
  attemptSteps('disk', `the step ${order.name}`, () =>
    order.stage.manifest.per === 'set' ? performSet(order, io) : performEach({ order, io }),
  )

interface Step {
  readonly order: StepOrder
  readonly io: StepIo
}

async function performEach(step: Step): Promise<Result<StepReport>> {
  const { order, io } = step
  const counts = { skipped: 0, absent: 0 }
  const counted = stepTally()
  const todo = planned(order, counts)
  const first = todo.next()
  if (first.done) return done(counted.report(counts))
  const workers = await eachWorkers(order, io)
  if (!workers.ok) return workers
  const working = { workers: workers.value, counted, queue: chain(first.value, todo) }
  const stop = await workAll(step, working)
  await workers.value.close()
  return stop ?? done(counted.report(counts))
}

interface Working {
  readonly workers: Workers
  readonly counted: StepTally
  readonly queue: Iterable<Planned>
}

function* chain(first: Planned, rest: Iterable<Planned>): Generator<Planned, void> {
  yield first
  yield* rest
}

/** So many at once as the workers take; undefined where all of them came to an end. */
async function workAll(step: Step, working: Working): Promise<Result<never> | undefined> {
  const { order, io } = step
  let worked = 0
  let stop: Result<never> | undefined
  const work = async (slot: string) => {
    let folders = freshSlot(order, slot)
    for (const message of working.queue) {
      const stopped = await workOne(step, { ...message, folders }, working)
      stop ??= stopped
      if (stop) return
      folders = nextSlot(order, folders, slot)
      io.progress(++worked, order.handles.length)
    }
    removeTree(folders.folder)
  }
  const slots = Array.from({ length: working.workers.atOnce }, (_, at) => `.slot-${at}`)
  await Promise.all(slots.map(work))
  return stop
}

/** Undefined where the step goes on. */
async function workOne(
  { order, io }: Step,
  unit: Unit,
  { workers, counted }: Working,
): Promise<Result<never> | undefined> {
  const { handle, folders } = unit
  const ended = await workers.work(unit)
  if (io.signal.aborted && !ended.ok) return ended
  const problem = ended.ok
    ? (saidProblem(counted, ended.value) ?? takeOver(order, handle, folders))
    : clauseOf(ended.refusal, order.name)
  if (problem === undefined) {
    if (!hasOutputs(order, handle)) mark(order, handle)
    counted.done()
  } else {
    counted.failed(handle, problem)
    // Whatever a message that failed has made of its folders, no other one gets them.
    removeTree(folders.folder)
  }
  return undefined
}

const saidProblem = (counted: StepTally, report: unknown): string | undefined =>
  counted.said(report) ? undefined : 'said something that is no list of sentences'
