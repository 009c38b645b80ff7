// The portable form: a confined node process for each message, so many at once that the next one starts while another works. Also
// the form for steps with lanes. Relies on native/ for the kernel's rules and on spawn.ts for what can go wrong.
import { availableParallelism } from 'node:os'
import { launch } from '../../native/launch.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import { EACH_SECONDS } from '../../protocol/limits.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import type { Start } from '../../protocol/stage.ts'
import { ownTimeZone } from '../localTime.ts'
import { crashed } from '../misbehaviour.ts'
import { type Command, spawnStage } from '../spawn.ts'
import { writable } from './eachFolders.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { laneEnds, laneServer } from './stepLanes.ts'
import type { Unit, Workers } from './workers.ts'

const MOST_AT_ONCE = 4

/** Refused where such a process cannot be confined here: told by one without a message, which no message can have spoilt. */
export async function poolWorkers(order: StepOrder, io: StepIo): Promise<Result<Workers>> {
  const tried = await tryWithoutMessage(order, io)
  if (tried !== undefined) return { ok: false, refusal: tried }
  return done({
    atOnce: order.grants.model === null ? Math.min(availableParallelism(), MOST_AT_ONCE) : 1,
    work: unit => workOne(order, io, unit),
    close: () => Promise.resolve(),
  })
}

/** The skeleton refuses to start without a message, once it is confined: any other end is the step's. */
async function tryWithoutMessage(order: StepOrder, io: StepIo): Promise<Refusal | undefined> {
  const start = { type: 'start' as const, inputs: {}, outputs: {}, lanes: 0, now: 0, config: null }
  const { script, manifest } = order.stage
  const profile = stageProfile(manifest.stage, { script, inputs: [], outputs: [] })
  const ended = await spawnStage(
    { name: order.name, ...launch(profile, script, { descriptors: 1 }) },
    {
      start,
      milliseconds: EACH_SECONDS * 1_000,
      signal: io.signal,
      onLane: lane => lane.destroy(),
      onProgress: () => undefined,
    },
  )
  return ended.ok || ended.refusal.code === 'wrong-shape' ? undefined : ended.refusal
}

async function workOne(order: StepOrder, io: StepIo, unit: Unit): Promise<Result<unknown>> {
  const ends = laneEnds(order.grants)
  const start = startOf(order, io, unit)
  const ended = await spawnStage(commandOf(order, unit, ends.length), {
    start,
    milliseconds: EACH_SECONDS * 1_000 + (order.grants.model?.timeout ?? 0),
    signal: io.signal,
    onLane: laneServer(ends),
    onProgress: () => undefined,
  })
  if (!ended.ok) return ended
  return ended.value.type === 'done'
    ? done(ended.value.report)
    : { ok: false, refusal: crashed(order.name, 'lost its lanes') }
}

/** Its code, exactly the message's inputs, and its own folders. */
function commandOf(order: StepOrder, { inputs, folders }: Unit, lanes: number): Command {
  const { script, manifest } = order.stage
  const profile = stageProfile(manifest.stage, {
    script,
    inputs: Object.values(inputs),
    outputs: writable(folders),
  })
  return {
    name: order.name,
    ...launch(profile, script, { env: { TZ: ownTimeZone() }, descriptors: 1 + lanes }),
  }
}

/** The start line of one message. */
export function startOf(order: StepOrder, io: StepIo, { handle, inputs, folders }: Unit): Start {
  return {
    type: 'start',
    inputs,
    outputs: folders.outputs,
    message: { handle, spool: folders.spool, schemas: schemasOf(order), model: order.grants.model },
    lanes: laneEnds(order.grants).length,
    now: Math.floor(io.now() / 1_000),
    config: order.config,
  }
}

export const schemasOf = ({ outputs }: StepOrder) =>
  Object.fromEntries(Object.entries(outputs).map(([port, { schema }]) => [port, schema]))
