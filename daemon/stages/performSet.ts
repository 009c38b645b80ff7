// A step whose stage sees the set: one process, whose outputs are taken over by name once it is gone. Relies on the names in an
// output folder being those of the step's own messages; anything else is counted and left behind.
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { launch } from '../../native/launch.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import type { Handle } from '../../protocol/brand.ts'
import { NOTE_BYTES, STEP_SECONDS, VIEW_MESSAGES } from '../../protocol/limits.ts'
import { readCapped } from '../../files/readCapped.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { ownTimeZone } from '../localTime.ts'
import { crashed } from '../misbehaviour.ts'
import { removeTree } from '../removeTree.ts'
import { spawnStage } from '../spawn.ts'
import { type EachFolders, freshSlot, mark } from './eachFolders.ts'
import { namesOf, treeProblem } from './plainTree.ts'
import type { StepIo, StepOrder, StepOutput, StepReport } from './stages.ts'
import { laneEnds, laneServer } from './stepLanes.ts'
import { hasOutputs, isWithheld, placeOf, planned } from './stepPlan.ts'
import { bytesOf, recordFileProblem } from './takeOver.ts'
import { type StepTally, stepTally } from './stepTally.ts'

/** Refused where the process itself fails: then nothing of it is taken over. */
export async function performSet(order: StepOrder, io: StepIo): Promise<Result<StepReport>> {
  const counts = { skipped: 0, absent: 0 }
  const todo = [...planned(order, counts)]
  const counted = stepTally()
  if (todo.length === 0) return done(counted.report(counts))
  const folders = freshSlot(order, '.set')
  const ended = await runSet(order, io, folders)
  if (!ended.ok) return ended
  if (!counted.said(ended.value)) counted.remark('the stage said something that is no list of sentences')
  const handles = todo.map(({ handle }) => handle)
  takeSet({ order, folders, counted }, handles)
  removeTree(folders.folder)
  return done(counted.report(counts))
}

async function runSet(order: StepOrder, io: StepIo, folders: EachFolders): Promise<Result<unknown>> {
  const inputs = Object.fromEntries(
    Object.entries(order.inputs)
      .filter(([port]) => !isWithheld(order, port))
      .map(([port, input]) => [port, input.path]),
  )
  const { script, manifest } = order.stage
  const outputs = Object.values(folders.outputs)
  const paths = Object.values(inputs)
  // Without the set's list only files whose names it knows can be read.
  const whole = stageProfile(manifest.stage, { script, inputs: paths, outputs })
  const profile = order.grants.bulkRead ? whole : { ...whole, trees: [], reads: whole.trees }
  const ends = laneEnds(order.grants)
  const command = launch(profile, script, { env: { TZ: ownTimeZone() }, descriptors: 1 + ends.length })
  const ended = await spawnStage(
    { name: order.name, ...command },
    {
      start: {
        type: 'start',
        inputs,
        outputs: folders.outputs,
        lanes: ends.length,
        now: Math.floor(io.now() / 1_000),
        config: order.config,
      },
      milliseconds: STEP_SECONDS * 1_000,
      signal: io.signal,
      onLane: laneServer(ends).serve,
      onProgress: io.progress,
    },
  )
  if (!ended.ok) return ended
  return ended.value.type === 'done'
    ? done(ended.value.report)
    : { ok: false, refusal: crashed(order.name, 'lost its lanes') }
}

interface Taking {
  readonly order: StepOrder
  readonly folders: EachFolders
  readonly counted: StepTally
}

function takeSet(taking: Taking, handles: readonly Handle[]): void {
  const { order, folders, counted } = taking
  const failed = new Map<Handle, string>()
  for (const [port, output] of Object.entries(order.outputs)) {
    const from = folders.outputs[port]
    if (from === undefined) continue
    if (output.is === 'file') takeFile(taking, from, output)
    else for (const handle of handles) takeOne({ from, output, handle, bytes: bytesOf(order, port) }, failed)
    if (namesOf(from, VIEW_MESSAGES).length > 0)
      counted.remark('files that are of no message of this step were left behind')
  }
  for (const handle of handles) {
    const why = failed.get(handle)
    if (why !== undefined) counted.failed(handle, why)
    else {
      if (!hasOutputs(order, handle)) mark(order, handle)
      counted.done()
    }
  }
}

interface OneOf {
  readonly from: string
  readonly output: StepOutput
  readonly handle: Handle
  readonly bytes: number
}

function takeOne({ from, output, handle, bytes }: OneOf, failed: Map<Handle, string>): void {
  const source = placeOf({ ...output, path: from }, handle)
  if (!existsSync(source)) return
  const problem =
    output.is === 'record' ? recordFileProblem(source, { schema: output.schema, bytes }) : treeProblem(source)
  if (problem !== undefined) {
    failed.set(handle, problem)
    removeTree(source)
    return
  }
  mkdirSync(output.path, { recursive: true, mode: 0o700 })
  renameSync(source, placeOf(output, handle))
}

/** The one file of a port that is no message's own. */
function takeFile({ counted }: Taking, from: string, output: StepOutput): void {
  const [name, ...others] = namesOf(from, 2)
  if (name === undefined) return counted.remark('the stage wrote no file')
  if (others.length > 0) return counted.remark('the stage wrote several files in place of one')
  if (!readCapped(join(from, name), NOTE_BYTES).ok)
    return counted.remark('the stage wrote a file that is too large or no file of its own')
  renameSync(join(from, name), output.path)
}
