// A stage as a zygote (Linux): loads the code, is confined, and forks itself for each message that twind names. The zygote reads
// paths and never a byte of a message; the child is confined to its message, proves it, does it and ends. Relies on
// native/zygote.ts, and on nothing in this process having started a thread or an event loop of its own.
import { openSync } from 'node:fs'
import { ownProfile } from '../native/ownProfile.ts'
import { confineZygote, type Zygote } from '../native/zygote.ts'
import type { Handle } from '../protocol/brand.ts'
import { parseHandle } from '../protocol/handle.ts'
import * as cap from '../protocol/limits.ts'
import { parseJson } from '../protocol/line.ts'
import { EachLine, endOf, type StageEnd, type ZygoteLine, ZygoteStart } from '../protocol/stage.ts'
import { endUnconfined, UNCONFINED } from './endUnconfined.ts'
import type { Each } from './eachTask.ts'
import { watchRefusals } from './lastRefusal.ts'
import { whyOf } from './why.ts'
import { type Sample, warmUp } from './warmUp.ts'
import { crashedStage, endOfError, lineReader, sendLine } from './stageChannel.ts'

/** Runs until twind closes the channel. In a child it returns, so that what `each` left to promises is settled after it. */
export function runZygote(each: Each, sample?: Sample): void {
  const profile = ownProfile(process.argv)
  if (!profile.ok) return endUnconfined(profile.refusal)
  const zygote = confineZygote(profile.value)
  if (!zygote.ok) return endUnconfined(zygote.refusal)
  watchRefusals()
  const next = lineReader()
  const start = parsed(ZygoteStart, next())
  const serve = () => serveAll(zygote.value, { each, start, next })
  const [folder] = profile.value.writes
  // Confined first: whatever the warming does, it does within the step's rules. Where it fails, the stage is cold and works.
  if (sample === undefined || folder === undefined) serve()
  else void warmUp({ each, sample, start, folder }).then(serve, serve)
}

interface Serving {
  readonly each: Each
  readonly start: ZygoteStart
  readonly next: () => string | undefined
}

function serveAll(zygote: Zygote, { each, start, next }: Serving): void {
  const rehearsed = zygote.fork(start.seconds * 1_000)
  if (rehearsed === undefined) return rehearse(zygote)
  if (rehearsed.code !== 0 || rehearsed.signal !== 0) process.exit(UNCONFINED)
  tell({ type: 'ready' })
  for (let line = next(); line !== undefined; line = next()) {
    const order = parsed(EachLine, line)
    const ended = zygote.fork(start.seconds * 1_000)
    if (ended === undefined) return workAsChild(zygote, { each, start, order })
    tell({ type: 'ended', handle: order.handle, ...ended })
  }
  process.exit(0)
}

const tell = (line: ZygoteLine): void => sendLine(line)

/** A child without a message: what it may not do is tried before any mail is there to lose. */
function rehearse(zygote: Zygote): void {
  const entered = zygote.enter({ reads: [], writes: [], kept: 0 })
  if (!entered.ok) process.stderr.write(`Cannot confine: ${entered.refusal.is}.\n`)
  zygote.exitNow(entered.ok ? 0 : UNCONFINED)
}

interface Work {
  readonly each: Each
  readonly start: ZygoteStart
  readonly order: EachLine
}

function workAsChild(zygote: Zygote, { each, start, order }: Work): void {
  // Nobody reads where an error came from, and the proof alone throws six.
  Error.stackTraceLimit = 0
  const kept = openSync(order.end, 'w', 0o600)
  const { inputs, outputs, spool } = order
  zygote.limit(start.seconds, cap.EACH_OUTPUT_BYTES, cap.EACH_DESCRIPTORS)
  const writes = [...Object.values(outputs), ...(spool === null ? [] : [spool])]
  const entered = zygote.enter({ reads: Object.values(inputs), writes, kept })
  if (!entered.ok) return zygote.exitNow(UNCONFINED)
  const end = (line: StageEnd): never => {
    sendLine(line)
    return zygote.exitNow(line.type === 'done' ? 0 : 1)
  }
  process.on('uncaughtException', error => end(endOfError(error)))
  process.on('unhandledRejection', error => end(endOfError(error)))
  process.on('exit', () => end(crashedStage('the stage waits for something that never comes')))
  const { schemas, now, config } = start
  const task = { handle: handleOf(order), inputs, outputs, schemas, spool, config, now }
  const why = whyOf(task, 0)
  void Promise.resolve()
    .then(() => each(task, { lanes: [], model: null, why }))
    .then(
      result => end(endOf(result)),
      error => end(endOfError(error)),
    )
}

function handleOf({ handle }: EachLine): Handle {
  const checked = parseHandle(handle)
  if (checked === undefined) throw new RangeError('Cannot work: the handle is none')
  return checked
}

/** Lines come from twind alone: a wrong one is a bug, and ends the zygote. */
function parsed<T>(shape: { readonly parse: (value: unknown) => T }, line: string | undefined): T {
  const value = line === undefined ? undefined : parseJson(line)
  if (!value?.ok)
    throw new RangeError('Cannot work: a line of the channel is no JSON, wanted the lines of twind')
  return shape.parse(value.value)
}
