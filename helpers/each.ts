// The skeleton of a stage that sees one message at a time: main.ts calls `runEach` with the one function that does the work. The
// process is confined and proven before the first byte of a message is read. Relies on confined.ts, and on zygote.ts where twind
// asks for that form.
import { loadAddon } from '../native/addon.ts'
import { parseHandle } from '../protocol/handle.ts'
import { EACH_DESCRIPTORS, EACH_OUTPUT_BYTES } from '../protocol/limits.ts'
import { refused } from '../protocol/refusal.ts'
import { endOf, ZYGOTE } from '../protocol/stage.ts'
import { runStage, type Serve } from './confined.ts'
import type { Each } from './eachTask.ts'
import { whyOf } from './why.ts'
import type { Sample } from './warmUp.ts'
import { runZygote } from './zygote.ts'

/**
 * Confines this process and does `each` for the message that twind names. Exits 0 when it is done, 5 unconfined, 1 otherwise.
 * `sample`: a message of twin's own, on which the code is warmed before a process is forked for each of many.
 */
export const runEach = (each: Each, sample?: Sample): void =>
  process.argv[3] === ZYGOTE ? runZygote(each, sample) : runStage(serveOne(each))

/** One message in a process of its own. */
const serveOne =
  (each: Each): Serve =>
  async ({ inputs, outputs, message, now, config }, { lanes }) => {
    const handle = message === undefined ? undefined : parseHandle(message.handle)
    if (message === undefined || handle === undefined) return endOf(unnamed)
    const { spool, schemas, model } = message
    boundMessage(message.seconds)
    const task = { handle, inputs, outputs, schemas, spool, config, now }
    return endOf(await each(task, { lanes, model, why: whyOf(task, lanes.length) }))
  }

/** Throws where the system sets no bounds: then the message is not begun. Every thread that node needs was started by the proof. */
function boundMessage(seconds: number): void {
  const addon = loadAddon()
  if (!addon.ok) throw new Error('Cannot bound a message: the addon is gone')
  addon.value.limit(seconds, EACH_OUTPUT_BYTES, EACH_DESCRIPTORS)
  addon.value.forbidThreads?.()
}

const unnamed = refused('wrong-shape', {
  is: 'the stage was started without a message',
  wanted: 'the handle of one message in the start line',
  fix: 'report this: twind and the stage are of different versions',
})
