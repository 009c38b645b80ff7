// The portable form: a confined node process for each message, so many at once that the next one starts while another works. Also
// the form for steps whose actor is a model, since a lane is a descriptor. Relies on native/ for the kernel's rules.
import { availableParallelism } from 'node:os'
import { launch } from '../../native/launch.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import { EACH_SECONDS } from '../../protocol/limits.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { ownTimeZone } from '../localTime.ts'
import { type Command, spawnStage } from '../spawn.ts'
import { writable } from './eachFolders.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { startedWork } from './startedWork.ts'
import { laneEnds } from './stepLanes.ts'
import { MOST_AT_ONCE, type Unit, type Workers } from './workers.ts'

/** Refused where such a process cannot be confined here: told by one without a message, which no message can have spoilt. */
export async function poolWorkers(order: StepOrder, io: StepIo): Promise<Result<Workers>> {
  const tried = await tryWithoutMessage(order, io)
  if (tried !== undefined) return { ok: false, refusal: tried }
  return done({
    // A model answers one question at a time.
    atOnce: order.grants.model === null ? Math.min(availableParallelism(), MOST_AT_ONCE) : 1,
    work: unit => startedWork({ order, io, maySayNothing: false }, unit, commandOf(order, unit)),
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

/** Its code, exactly the message's inputs, and its own folders. */
function commandOf(order: StepOrder, { inputs, folders }: Unit): Command {
  const { script, manifest } = order.stage
  const paths = { script, inputs: Object.values(inputs), outputs: writable(folders) }
  const descriptors = 1 + laneEnds(order.grants).length
  const env = { TZ: ownTimeZone() }
  return { name: order.name, ...launch(stageProfile(manifest.stage, paths), script, { env, descriptors }) }
}
