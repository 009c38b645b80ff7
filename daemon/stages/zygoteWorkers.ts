// The fast form (Linux): a few zygotes, each of which has loaded the stage and forks itself for one message at a time. A zygote that
// dies costs the message under way; the next message gets a new one. Relies on native/zygote.ts for what a child may do, on
// zygoteProcess.ts for the conversation, and on the kernel to end a child with its zygote.
import { availableParallelism } from 'node:os'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { MOST_AT_ONCE, type Unit, type Workers } from './workers.ts'
import { startZygote, type ZygoteProcess } from './zygoteProcess.ts'

/** Refused where this kernel forks no stage: then the portable form has to do. */
export async function zygoteWorkers(order: StepOrder, io: StepIo): Promise<Result<Workers>> {
  const first = await startZygote(order, io)
  if (!first.ok) return first
  const idle: ZygoteProcess[] = [first.value]
  const all = new Set(idle)
  const take = async (): Promise<Result<ZygoteProcess>> => {
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
      if (one.isAlive()) return done(one)
      all.delete(one)
    }
    const fresh = await startZygote(order, io)
    if (fresh.ok) all.add(fresh.value)
    return fresh
  }
  const work = async (unit: Unit): Promise<Result<unknown>> => {
    const zygote = await take()
    if (!zygote.ok) return zygote
    const ended = await zygote.value.work(unit)
    idle.push(zygote.value)
    return ended
  }
  const close = async () => void (await Promise.all([...all].map(one => one.close())))
  const onAbort = () => void close()
  io.signal.addEventListener('abort', onAbort, { once: true })
  return done({
    atOnce: Math.min(availableParallelism(), MOST_AT_ONCE, order.handles.length),
    work: async unit => {
      const ended = io.signal.aborted ? undefined : await work(unit)
      return ended?.ok || (ended && !io.signal.aborted) ? ended : interrupted(order.name)
    },
    close: async () => {
      io.signal.removeEventListener('abort', onAbort)
      await close()
    },
  })
}

const interrupted = (name: string) =>
  refused('interrupted', {
    is: `${name} was stopped from outside`,
    wanted: 'to be left running',
    fix: 'run the same command again',
  })
