// Chooses the form in which the messages of a step are done. Relies on what each form says of itself: the fast one where the system
// has it and no descriptor has to reach the stage, else the portable one; both give a message a process of its own.
import type { Result } from '../../protocol/refusal.ts'
import { poolWorkers } from './poolWorkers.ts'
import { programWorkers } from './programWorkers.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { laneEnds } from './stepLanes.ts'
import type { Workers } from './workers.ts'
import { zygoteWorkers } from './zygoteWorkers.ts'

/** Refused where no message of the step can be done confined, in any form. */
export async function eachWorkers(order: StepOrder, io: StepIo): Promise<Result<Workers>> {
  const program = order.grants.actor?.command
  if (program !== undefined) return programWorkers(order, io, program)
  if (process.platform === 'linux' && laneEnds(order.grants).length === 0) {
    const fast = await zygoteWorkers(order, io)
    if (fast.ok || fast.refusal.code !== 'cannot-confine' || io.signal.aborted) return fast
  }
  return poolWorkers(order, io)
}
