// Chooses the form in which the messages of a step are done. Relies on what each form says of itself: the fast one where the system
// has it and no descriptor has to reach the stage, else the portable one; both give a message a process of its own.
import { realpathSync } from 'node:fs'
import type { Result } from '../../protocol/refusal.ts'
import { poolWorkers } from './poolWorkers.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { laneEnds } from './stepLanes.ts'
import type { Planned } from './stepPlan.ts'
import type { Workers } from './workers.ts'
import { zygoteWorkers } from './zygoteWorkers.ts'

export async function eachWorkers(
  order: StepOrder,
  io: StepIo,
  todo: readonly Planned[],
): Promise<Result<Workers>> {
  if (process.platform === 'linux' && laneEnds(order.grants).length === 0 && liesBelow(order, todo)) {
    const fast = await zygoteWorkers(order, io, todo.length)
    if (fast.ok || fast.refusal.code !== 'cannot-confine' || io.signal.aborted) return fast
  }
  return poolWorkers(order, io)
}

/** A zygote is granted the folder of a port: what a port has elsewhere it could not pass on. */
function liesBelow(order: StepOrder, todo: readonly Planned[]): boolean {
  const roots = new Map(Object.entries(order.inputs).map(([port, { path }]) => [port, realpathSync(path)]))
  return todo.every(({ inputs }) =>
    Object.entries(inputs).every(([port, path]) => {
      const root = roots.get(port)
      return root !== undefined && (path === root || `${realpathSync(path)}/`.startsWith(`${root}/`))
    }),
  )
}
