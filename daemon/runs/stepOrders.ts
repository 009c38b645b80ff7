// What each step of a checked run is told: which views it needs, where its inputs come from, where its outputs go. Looks only whether
// an earlier step left something. Relies on checkRun.ts: a step takes from earlier steps alone, by ports that are there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Handle } from '../../protocol/brand.ts'
import type { Projection } from '../../protocol/runFile.ts'
import type { StepInput, StepOrder, StepOutput } from '../stages/stages.ts'
import { placeOf } from '../stages/stepPlan.ts'
import type { View } from '../views/buildView.ts'
import { inOrder } from '../views/viewPlaces.ts'
import type { CheckedInput, CheckedRun, CheckedStep } from './checkedRun.ts'
import { manifestOf, spoolOf, stepFolder, workOf } from './runFolder.ts'

/** What a view shows, as one word: the same for the same projections in any order. */
export const keyOf = (projections: readonly Projection[]): string => inOrder(projections).join('-')

/** The views that the steps need, each once, in the order in which they need them. */
export function viewsOf({ steps }: CheckedRun): readonly (readonly Projection[])[] {
  const views = new Map<string, readonly Projection[]>()
  for (const { source } of steps.flatMap(({ inputs }) => Object.values(inputs)))
    if (source.from === 'view' && !views.has(keyOf(source.project)))
      views.set(keyOf(source.project), inOrder(source.project))
  return [...views.values()]
}

/** Whether a step is granted the handles of the whole set. */
export const needsManifest = ({ steps }: CheckedRun): boolean =>
  steps.some(
    ({ grants, inputs }) =>
      grants.bulkRead && Object.values(inputs).some(({ source }) => source.from === 'manifest'),
  )

/** `views`: by keyOf. */
export interface Laid {
  readonly folder: string
  readonly handles: readonly Handle[]
  readonly views: ReadonlyMap<string, View>
}

/** The order of the step at `index`. */
export function orderOf(checked: CheckedRun, index: number, laid: Laid): StepOrder {
  const step = checked.steps[index]
  if (!step) throw new RangeError(`Cannot order step ${index}: the run has ${checked.steps.length}`)
  const { name, stage, grants, config } = step
  const outputs = outputsOf(checked, name, laid.folder)
  const inputs: Record<string, StepInput> = {}
  for (const [port, input] of Object.entries(step.inputs)) {
    if (input.source.from === 'manifest' && !grants.bulkRead) continue
    inputs[port] = inputOf(checked, input, laid)
  }
  const spool = grants.spool ? spoolOf(laid.folder, name) : null
  const work = workOf(laid.folder, index + 1, name)
  return { name, stage, handles: laid.handles, inputs, outputs, grants, config, work, spool }
}

/** Where the outputs of the step `name` end up, by port. */
export function outputsOf(
  checked: CheckedRun,
  name: string,
  folder: string,
): Readonly<Record<string, StepOutput>> {
  const index = checked.steps.findIndex(step => step.name === name)
  const step: CheckedStep | undefined = checked.steps[index]
  if (!step) throw new RangeError(`Cannot find the step ${name}: the run has none of that name`)
  const base = stepFolder(folder, index + 1, name)
  return Object.fromEntries(
    Object.entries(step.outputs).map(([port, { is, schema }]) => [
      port,
      { is, schema, path: join(base, port) },
    ]),
  )
}

function inputOf(checked: CheckedRun, { source, is }: CheckedInput, { folder, views }: Laid): StepInput {
  if (source.from === 'manifest')
    return { is: 'file', path: manifestOf(folder), of: () => manifestOf(folder) }
  if (source.from === 'view') {
    const view = views.get(keyOf(source.project))
    if (!view) throw new Error(`Cannot wire a view of ${keyOf(source.project)}: it was not made`)
    return { is, path: view.path, of: view.of }
  }
  const output = outputsOf(checked, source.step, folder)[source.port]
  if (!output) throw new Error(`Cannot wire ${source.step}.${source.port}: there is no such port`)
  return { is, path: output.path, of: handle => existing(output, handle) }
}

/** What an earlier step left of one message; undefined where it left nothing. */
function existing(output: StepOutput, handle: Handle): string | undefined {
  const path = output.is === 'file' ? output.path : placeOf(output, handle)
  return existsSync(path) ? path : undefined
}
