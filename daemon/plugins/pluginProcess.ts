// One process of a plugin and the conversation with it: a question, then its answer, one at a time. Whatever else it does is a
// fault, and a process with a fault is killed. Relies on spawnChannel.ts for the process and on the caller to ask one question
// at a time.
import { CHILD_EXIT_SECONDS, LINE_BYTES } from '../../protocol/limits.ts'
import { encodeLine } from '../../protocol/line.ts'
import { FromPlugin, type ToPlugin } from '../../protocol/pluginLine.ts'
import { channelLines } from '../channelLines.ts'
import type { Command } from '../spawn.ts'
import { spawnChannel } from '../spawnChannel.ts'
import type { PluginFault } from './pluginFault.ts'

type Reply = FromPlugin | PluginFault
export interface PluginProcess {
  /** Its answer, or the fault that it now has. `milliseconds`: it is killed as late then. */
  readonly ask: (question: ToPlugin, milliseconds: number) => Promise<Reply>
  /** Resolves when it is gone, to why. */
  readonly ended: Promise<PluginFault>
  /** Kills it; `why` is what `ended` says. */
  readonly stop: (why: PluginFault) => void
}

/** Starts the plugin. It never rejects: what cannot be started has ended. */
export function startPlugin(command: Command): PluginProcess {
  const child = spawnChannel(command)
  const question = oneQuestion()
  let fault: PluginFault | undefined
  const fail = (why: PluginFault): PluginFault => {
    fault ??= why
    question.settle(fault)
    return fault
  }
  const ended = child.ended.then(({ code }) => fail(code === 'cannot-confine' ? 'unconfined' : 'crashed'))
  const stop = (why: PluginFault) => {
    if (fault) return
    fail(why)
    child.stop()
  }
  const lines = channelLines(FromPlugin, line => (question.settle(line) ? undefined : 'unasked'))
  child.channel?.on('data', (bytes: Buffer) => {
    const broken = lines.push(bytes)
    if (broken) stop(broken)
  })
  // A process that ends closes it too, and says more by how it ended.
  child.channel?.on('end', () => setTimeout(() => stop('closed'), CHILD_EXIT_SECONDS * 1_000).unref())
  const ask = async (asked: ToPlugin, milliseconds: number): Promise<Reply> => {
    if (fault) return fault
    const timer = setTimeout(() => stop('late'), milliseconds)
    child.channel?.write(encodeLine(asked))
    const reply = await question.wait()
    clearTimeout(timer)
    if (typeof reply === 'string' || answers(asked, reply)) return reply
    stop('wrong-shape')
    return 'wrong-shape'
  }
  return { ask, ended, stop }
}

/** Whether a question fits on a line at all: a call's text may be longer once it is escaped. */
export const fitsLine = (question: ToPlugin): boolean => Buffer.byteLength(encodeLine(question)) <= LINE_BYTES

/** The one question that is open, if any. `settle`: whether anybody waited for it. */
function oneQuestion(): { wait: () => Promise<Reply>; settle: (reply: Reply) => boolean } {
  let answered: ((reply: Reply) => void) | undefined
  return {
    wait: () => new Promise(resolve => (answered = resolve)),
    settle: reply => {
      const waiting = answered
      answered = undefined
      waiting?.(reply)
      return waiting !== undefined
    },
  }
}

/** An answer to another question than the one that was asked is a fault like any other. */
function answers(question: ToPlugin, reply: FromPlugin): boolean {
  if (question.type === 'declare' || reply.type === 'operations')
    return question.type === 'declare' && reply.type === 'operations'
  const wanted = question.type === 'run' ? 'output' : 'preview'
  return reply.id === question.id && (reply.type === 'error' || reply.type === wanted)
}
