// One message in a process that was started for it, whatever the process is: a stage of twin's or a program of the person's. Relies
// on spawn.ts for what can go wrong, and on the command being confined to the message.
import { EACH_SECONDS } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { becauseOf } from '../../protocol/becauseOf.ts'
import type { Because, Start, Why } from '../../protocol/stage.ts'
import { crashed } from '../misbehaviour.ts'
import { type Command, spawnStage } from '../spawn.ts'
import { writable } from './eachFolders.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { laneEnds, laneServer } from './stepLanes.ts'
import { watchOutput } from './watchOutput.ts'
import type { Unit } from './workers.ts'

/** `maySayNothing`: a program may end with 0 and no line. */
export interface Started {
  readonly order: StepOrder
  readonly io: StepIo
  readonly maySayNothing: boolean
}

/** Runs `command` for `unit` to its end; what the process says is unchecked. */
export async function startedWork(
  { order, io, maySayNothing }: Started,
  unit: Unit,
  command: Command,
): Promise<Result<unknown>> {
  const ends = laneEnds(order.grants)
  const lanes = laneServer(ends)
  const stopping = new AbortController()
  let over: string | undefined
  const unwatch = watchOutput(unit.folders, why => {
    over = why
    stopping.abort()
  })
  const ended = await spawnStage(command, {
    start: startOf(order, io, unit),
    milliseconds: secondsOf(order) * 1_000 + (order.grants.model?.timeout ?? 0),
    signal: AbortSignal.any([io.signal, stopping.signal]),
    onLane: lanes.serve,
    onProgress: () => undefined,
    because: why => answerTo(why, unit, lanes),
    maySayNothing,
  })
  unwatch()
  if (over !== undefined) return { ok: false, refusal: crashed(order.name, over) }
  if (!ended.ok) return ended
  return ended.value.type === 'done'
    ? done(ended.value.report)
    : { ok: false, refusal: crashed(order.name, 'lost its lanes') }
}

/** What the system told the stage, against what it was granted; where it says nothing, the last refusal of twind's own: a lane. */
function answerTo(why: Why, { inputs, folders }: Unit, lanes: ReturnType<typeof laneServer>): Because {
  const { type: _type, ...told } = why
  if (told.code === undefined && lanes.lastRefused() !== undefined)
    return { type: 'because', code: 'ECONNREFUSED', path: null, wanted: lanes.lastRefused() ?? '' }
  return becauseOf(told, { reads: Object.values(inputs), writes: writable(folders), lanes: lanes.number })
}

/** The start line of one message. */
function startOf(order: StepOrder, io: StepIo, { handle, inputs, folders }: Unit): Start {
  return {
    type: 'start',
    inputs,
    outputs: folders.outputs,
    message: {
      handle,
      spool: folders.spool,
      schemas: schemasOf(order),
      model: order.grants.model,
      seconds: secondsOf(order),
    },
    lanes: laneEnds(order.grants).length,
    now: Math.floor(io.now() / 1_000),
    config: order.config,
  }
}

/** Seconds that one message of the step may take. */
export const secondsOf = ({ seconds = EACH_SECONDS }: Pick<StepOrder, 'seconds'>): number =>
  Math.min(seconds, EACH_SECONDS)

/** By output port. */
export const schemasOf = ({ outputs }: Pick<StepOrder, 'outputs'>) =>
  Object.fromEntries(Object.entries(outputs).map(([port, { schema }]) => [port, schema]))
