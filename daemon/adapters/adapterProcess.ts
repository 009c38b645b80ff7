// One process of an adapter and the conversation with it: a question, then the lines that answer it. Whatever else it writes is a fault,
// and a process with a fault is killed. Lines wait in the socket while nobody takes them. Relies on spawnChannel.ts for the process
// and on the caller to ask one question at a time.
import { AdapterLine, type AdapterQuestion } from '../../protocol/adapter.ts'
import { CHILD_EXIT_SECONDS, ADAPTER_SECONDS } from '../../protocol/limits.ts'
import { encodeLine } from '../../protocol/line.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { channelLines } from '../channelLines.ts'
import type { Command } from '../spawn.ts'
import { spawnChannel } from '../spawnChannel.ts'
import { type AdapterFault, faultRefusal } from './adapterFault.ts'

export interface AdapterProcess {
  /** Writes lines of twind's; `id` of the last one is the question that is open from then on. */
  readonly ask: (lines: readonly AdapterQuestion[]) => void
  /** The next line that answers the open question; refused where it has a fault or is gone. */
  readonly next: () => Promise<Result<AdapterLine>>
  /** The open question is answered; refused where there is more than its answer. */
  readonly answered: () => Result<void>
  /** Kills it; gives the refusal of this and of everything that is asked later. */
  readonly fail: (fault: AdapterFault) => { readonly ok: false; readonly refusal: Refusal }
  /** Closes its channel and waits until it is gone; it is killed when it does not end. */
  readonly close: () => Promise<void>
}

/** `name`: of the account. It never rejects: what cannot be started is refused at the first question. */
export function startAdapter(name: string, command: Command, signal: AbortSignal): AdapterProcess {
  const child = spawnChannel(command)
  const waiting: AdapterLine[] = []
  let question: number | undefined
  let refusal: Refusal | undefined
  let wake: (() => void) | undefined
  const failWith = (why: Refusal) => {
    refusal ??= why
    wake?.()
    child.stop()
    return { ok: false as const, refusal }
  }
  const fail = (fault: AdapterFault) => failWith(faultRefusal(name, fault))
  const lines = channelLines<AdapterLine, 'unasked'>(AdapterLine, line => {
    if (line.id !== question) return 'unasked'
    waiting.push(line)
    child.channel?.pause()
    wake?.()
    return undefined
  })
  child.channel?.on('data', (bytes: Buffer) => {
    const fault = lines.push(bytes)
    if (fault) fail(fault)
  })
  const onAbort = () => void fail('interrupted')
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const ended = child.ended.then(why => {
    signal.removeEventListener('abort', onAbort)
    failWith(why)
  })
  child.channel?.on('end', () => setTimeout(() => fail('closed'), CHILD_EXIT_SECONDS * 1_000).unref())
  const isIdle = () => waiting.length === 0 && refusal === undefined
  const next = async (): Promise<Result<AdapterLine>> => {
    const timer = setTimeout(() => fail('late'), ADAPTER_SECONDS * 1_000)
    while (isIdle()) {
      child.channel?.resume()
      await new Promise<void>(resolve => (wake = resolve))
    }
    clearTimeout(timer)
    wake = undefined
    const line = waiting.shift()
    return line && !refusal ? done(line) : { ok: false, refusal: refusal ?? faultRefusal(name, 'closed') }
  }
  return {
    ask: asked => {
      question = asked.at(-1)?.id
      for (const line of asked) child.channel?.write(encodeLine(line))
    },
    next,
    answered: () => {
      question = undefined
      child.channel?.resume()
      if (waiting.length > 0) return fail('unasked')
      return refusal ? { ok: false, refusal } : done(undefined)
    },
    fail,
    close: async () => {
      child.channel?.end()
      const timer = setTimeout(() => child.stop(), CHILD_EXIT_SECONDS * 1_000)
      await ended
      clearTimeout(timer)
    },
  }
}
