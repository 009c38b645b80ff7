// One zygote and the conversation with it: a message, then how its process ended. What the stage says of a message lies in a file of
// the message's own folder, written by that message's process alone. Relies on spawnChannel.ts for the process group and on
// protocol/stage.ts for the lines.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import { launch } from '../../native/launch.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import { CHILD_EXIT_SECONDS, EACH_SECONDS, LINE_BYTES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { type EachLine, StageLine, ZYGOTE, ZygoteLine, type ZygoteStart } from '../../protocol/stage.ts'
import { channelLines } from '../channelLines.ts'
import { ownTimeZone } from '../localTime.ts'
import { crashed } from '../misbehaviour.ts'
import { type Channelled, spawnChannel } from '../spawnChannel.ts'
import { schemasOf, secondsOf } from './startedWork.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { isWithheld } from './stepPlan.ts'
import { watchOutput } from './watchOutput.ts'
import type { Unit } from './workers.ts'

export interface ZygoteProcess {
  readonly isAlive: () => boolean
  /** One message at a time. */
  readonly work: (unit: Unit) => Promise<Result<unknown>>
  /** Resolves when its whole process group is gone. */
  readonly close: () => Promise<void>
}

type Ended = Extract<ZygoteLine, { type: 'ended' }>
type Ask = (line: ZygoteStart | EachLine) => Promise<ZygoteLine | undefined>

/** Started, confined, and tried with a child without a message. Refused as its end says otherwise. */
export async function startZygote(order: StepOrder, io: StepIo): Promise<Result<ZygoteProcess>> {
  const child = spawnChannel({ name: order.name, ...commandOf(order) })
  const { ask, whyDead } = converse(child)
  const now = Math.floor(io.now() / 1_000)
  const seconds = secondsOf(order)
  const start = {
    type: 'zygote' as const,
    messages: order.handles.length,
    schemas: schemasOf(order),
    seconds,
    now,
    config: order.config,
  }
  const first = await ask(start)
  if (first?.type !== 'ready') {
    child.stop()
    return { ok: false, refusal: await child.ended }
  }
  return done({
    isAlive: () => whyDead() === undefined,
    work: unit => workIn(order, { child, ask }, unit),
    close: async () => {
      child.stop()
      await child.ended
    },
  })
}

/** One question at a time; undefined where no answer comes any more. */
function converse(child: Channelled): { readonly ask: Ask; readonly whyDead: () => Refusal | undefined } {
  const asked = oneAnswer()
  let dead: Refusal | undefined
  void child.ended.then(refusal => {
    dead = refusal
    return asked.settle(undefined)
  })
  const lines = channelLines<ZygoteLine, never>(ZygoteLine, line =>
    asked.settle(line) ? undefined : 'wrong-shape',
  )
  child.channel?.on('data', (bytes: Buffer) => {
    if (lines.push(bytes)) child.stop()
  })
  const ask: Ask = async line => {
    if (dead) return undefined
    const timer = setTimeout(child.stop, PATIENCE * 1_000)
    child.channel?.write(encodeLine(line))
    const answer = await asked.wait()
    clearTimeout(timer)
    return answer
  }
  return { ask, whyDead: () => dead }
}

/** The zygote goes down with a message that writes too much: nobody else knows its child. */
async function workIn(
  order: StepOrder,
  { child, ask }: { readonly child: Channelled; readonly ask: Ask },
  unit: Unit,
): Promise<Result<unknown>> {
  const line = lineOf(unit)
  let over: string | undefined
  const unwatch = watchOutput(unit.folders, why => {
    over = why
    child.stop()
  })
  const answer = await ask(line)
  unwatch()
  if (over === undefined) return outcomeOf(order, answer, unit)
  await child.ended
  return { ok: false, refusal: crashed(order.name, over) }
}

/** The zygote itself ends a child that takes too long; a zygote that does not answer then is ended. */
const PATIENCE = EACH_SECONDS + CHILD_EXIT_SECONDS

/** Wide enough for each message of the step, and the folder where their outputs are written. */
function commandOf(order: StepOrder) {
  const { script, manifest } = order.stage
  const inputs = Object.entries(order.inputs).filter(([port]) => !isWithheld(order, port))
  const profile = stageProfile(manifest.stage, {
    script,
    inputs: inputs.map(([, { path }]) => path).filter(path => existsSync(path)),
    outputs: [order.work],
  })
  return launch(profile, script, {
    args: [ZYGOTE],
    zygote: true,
    env: { TZ: ownTimeZone() },
    descriptors: 1,
  })
}

const endOf = (unit: Unit): string => join(unit.folders.folder, '.end')

function lineOf(unit: Unit): EachLine {
  const real = (paths: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(paths).map(([port, path]) => [port, realpathSync(path)]))
  const { handle, inputs, folders } = unit
  const spool = folders.spool === null ? null : realpathSync(folders.spool)
  return {
    type: 'each',
    handle,
    inputs: real(inputs),
    outputs: real(folders.outputs),
    spool,
    end: endOf(unit),
  }
}

/** How the process ended is the kernel's word; what it says counts only where it ended well. */
function outcomeOf(order: StepOrder, answer: ZygoteLine | undefined, unit: Unit): Result<unknown> {
  if (answer?.type !== 'ended' || answer.handle !== unit.handle)
    return {
      ok: false,
      refusal: crashed(order.name, 'took the process down that its messages are forked from'),
    }
  const bad = badEnd(answer, secondsOf(order))
  if (bad !== undefined) return { ok: false, refusal: crashed(order.name, bad) }
  const said = readCapped(endOf(unit), LINE_BYTES)
  const parsed = said.ok ? parseJson(said.text) : undefined
  const line = parsed?.ok ? StageLine.safeParse(parsed.value) : undefined
  if (!line?.success) return { ok: false, refusal: crashed(order.name, 'ended without an answer') }
  if (line.data.type === 'refused') return { ok: false, refusal: line.data.refusal }
  return line.data.type === 'done' && answer.code === 0
    ? done(line.data.report)
    : { ok: false, refusal: crashed(order.name, `ended with code ${answer.code}`) }
}

function badEnd({ code, signal, late }: Ended, seconds: number): string | undefined {
  if (late) return `took more than ${seconds} s`
  if (signal !== 0) return `was ended by signal ${signal}`
  return code === 0 || code === 1 ? undefined : `ended with code ${code}`
}

/** The one answer that is waited for, if any; undefined where none comes any more. `settle`: whether anybody waited. */
function oneAnswer() {
  let answered: ((line: ZygoteLine | undefined) => void) | undefined
  return {
    wait: () => new Promise<ZygoteLine | undefined>(resolve => (answered = resolve)),
    settle: (line: ZygoteLine | undefined): boolean => {
      const waiting = answered
      answered = undefined
      waiting?.(line)
      return waiting !== undefined
    },
  }
}
