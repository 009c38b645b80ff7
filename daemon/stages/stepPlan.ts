// Which messages of a step are still to be done: resumption is skip-if-exists, and a message without one of its inputs is left
// out. Relies on eachFolders.ts for the mark of a message that is done.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Handle } from '../../protocol/brand.ts'
import { isMarked } from './eachFolders.ts'
import type { StepOrder } from './stages.ts'

/** A message to be done: the paths of its parts, by input port. */
export interface Planned {
  readonly handle: Handle
  readonly inputs: Readonly<Record<string, string>>
}
/** Messages that are not done, and why. */
export interface PlanCounts {
  skipped: number
  absent: number
}

/** The messages that are to be done, one after another as they are asked for; the others are counted. */
export function* planned(order: StepOrder, counts: PlanCounts): Generator<Planned, void> {
  for (const handle of order.handles) {
    if (isDone(order, handle)) counts.skipped++
    else {
      const inputs = inputsOf(order, handle)
      if (inputs) yield { handle, inputs }
      else counts.absent++
    }
  }
}

/** Where the output of `handle` for one port ends up. */
export const placeOf = (
  output: { readonly is: 'folder' | 'record' | 'file'; readonly path: string },
  handle: Handle,
): string => join(output.path, output.is === 'record' ? `${handle}.json` : handle)

const isDone = (order: StepOrder, handle: Handle): boolean =>
  hasOutputs(order, handle) || isMarked(order, handle)

/** Whether every output has a part of the message. */
export function hasOutputs(order: StepOrder, handle: Handle): boolean {
  const outputs = Object.values(order.outputs)
  return outputs.length > 0 && outputs.every(output => existsSync(placeOf(output, handle)))
}

/**
 * Undefined where a part is missing, of an optional input too: what a run wires is what it goes on with, so that a step which lets a
 * subset through is not gone around. A port that is no message's own (`file`) is the same for all, and the manifest needs a grant.
 */
function inputsOf(order: StepOrder, handle: Handle): Planned['inputs'] | undefined {
  const inputs: Record<string, string> = {}
  for (const [port, input] of Object.entries(order.inputs)) {
    if (isWithheld(order, port)) continue
    const path = input.is === 'file' ? input.path : input.of(handle)
    if (path === undefined) return undefined
    inputs[port] = path
  }
  return inputs
}

/** The handles of the set are for a step that was granted them. */
export const isWithheld = ({ stage, grants }: StepOrder, port: string): boolean =>
  stage.manifest.inputs[port]?.format === 'manifest' && !grants.bulkRead
