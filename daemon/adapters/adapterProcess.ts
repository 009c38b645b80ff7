// One process of an adapter and the conversation with it: a question, then the lines that answer it. Whatever else it writes is a fault,
// and a process with a fault is killed. Lines wait in the socket while nobody takes them. Relies on spawnChannel.ts for the process
// and on the caller to ask one question at a time.
import { AdapterLine, type AdapterQuestion } from '../../protocol/adapter.ts'
import { ADAPTER_SECONDS, CHILD_EXIT_SECONDS } from '../../protocol/limits.ts'
import { encodeLine } from '../../protocol/line.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { channelLines } from '../channelLines.ts'
import type { Command } from '../spawn.ts'
import { type Channelled, spawnChannel } from '../spawnChannel.ts'
import { type AdapterFault, faultRefusal } from './adapterFault.ts'
import { lineQueue } from './lineQueue.ts'

type Refused = { readonly ok: false; readonly refusal: Refusal }
export interface AdapterProcess {
  /** Writes lines of twind's; `id` of the last one is the question that is open from then on. */
  readonly ask: (lines: readonly AdapterQuestion[]) => void
  /** The next line that answers the open question; refused where it has a fault or is gone. */
  readonly next: () => Promise<Result<AdapterLine>>
  /** The open question is answered; refused where there is more than its answer. */
  readonly answered: () => Result<void>
  /** Kills it; gives the refusal of this and of everything that is asked later. */
  readonly fail: (fault: AdapterFault) => Refused
  /** Closes its channel and waits until it is gone; it is killed when it does not end. */
  readonly close: () => Promise<void>
}

/** `name`: of the account. It never rejects: what cannot be started is refused at the first question. */
export function startAdapter(name: string, command: Command, signal: AbortSignal): AdapterProcess {
  const child = spawnChannel(command)
  const life = lifeOf(name, child, signal)
  const waiting = lineQueue<AdapterLine>()
  life.onEnd(waiting.end)
  let question: number | undefined
  const lines = channelLines<AdapterLine, 'unasked'>(AdapterLine, line => {
    if (line.id !== question) return 'unasked'
    waiting.put(line)
    child.channel?.pause()
    return undefined
  })
  child.channel?.on('data', (bytes: Buffer) => {
    const fault = lines.push(bytes)
    if (fault) life.fail(fault)
  })
  return {
    ask: asked => {
      question = asked.at(-1)?.id
      for (const line of asked) child.channel?.write(encodeLine(line))
    },
    next: async () => {
      const timer = setTimeout(() => life.fail('late'), ADAPTER_SECONDS * 1_000)
      if (waiting.isEmpty()) child.channel?.resume()
      const line = await waiting.take()
      clearTimeout(timer)
      return line ? done(line) : life.fail('closed')
    },
    answered: () => {
      question = undefined
      child.channel?.resume()
      if (!waiting.isEmpty()) return life.fail('unasked')
      return life.refusal() ?? done(undefined)
    },
    fail: life.fail,
    close: () => closed(child, life),
  }
}

interface Life {
  readonly fail: (fault: AdapterFault) => Refused
  readonly refusal: () => Refused | undefined
  readonly onEnd: (act: () => void) => void
  readonly ended: Promise<unknown>
}

/** When the process has come to its end, and why: the first reason is the one that counts. */
function lifeOf(name: string, child: Channelled, signal: AbortSignal): Life {
  let refused: Refused | undefined
  const acts: (() => void)[] = []
  const failWith = (refusal: Refusal): Refused => {
    refused ??= { ok: false, refusal }
    child.stop()
    for (const act of acts) act()
    return refused
  }
  const fail = (fault: AdapterFault) => failWith(faultRefusal(name, fault))
  const onAbort = () => void fail('interrupted')
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  // A process that ends closes its channel too, and says more by how it ended.
  child.channel?.on('end', () => setTimeout(() => fail('closed'), CHILD_EXIT_SECONDS * 1_000).unref())
  const ended = child.ended.then(why => {
    signal.removeEventListener('abort', onAbort)
    return failWith(why)
  })
  return { fail, refusal: () => refused, onEnd: act => void acts.push(act), ended }
}

async function closed({ channel, stop }: Channelled, { ended }: Life): Promise<void> {
  channel?.end()
  const timer = setTimeout(stop, CHILD_EXIT_SECONDS * 1_000)
  await ended
  clearTimeout(timer)
}
