// A store and a PerformStep that a test wrote: no adapter, no index, no process. Relies on mailCache.ts for how mail lies on the disk.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PerformStep, StepOrder } from '../../../daemon/stages/stages.ts'
import { placeOf } from '../../../daemon/stages/stepPlan.ts'
import type { FoundMail, Store } from '../../../daemon/store/store.ts'
import type { Descriptor } from '../../../protocol/adapter.ts'
import type { Handle } from '../../../protocol/brand.ts'
import { done, refused } from '../../../protocol/refusal.ts'
import { parsedOf } from '../views/mailCache.ts'

const MAILDIR: Descriptor = {
  multi_collection: true,
  server_search: false,
  atomic_move: true,
  push: false,
  id_stability: 'stable',
  credential_scopable: false,
  keywords: true,
  verbs: ['collection.add', 'collection.remove', 'flag.add', 'flag.remove', 'trash', 'expunge', 'draft'],
}

export const fakeStore = (mails: readonly FoundMail[]): Store =>
  ({
    sync: async () =>
      done({
        account: 'home',
        listed: mails.length,
        added: 0,
        changed: 0,
        gone: 0,
        unparsed: 0,
        messages: mails.length,
        problems: [],
      }),
    find: () => done({ messages: mails, matched: mails.length + 2, more: 2, cut: 1, notes: [] }),
    checkQuery: () => done(undefined),
    accounts: () => done([{ name: 'home', capabilities: MAILDIR }]),
    parsedOf,
    close: () => undefined,
  }) as unknown as Store

interface Performing {
  readonly performed: string[]
  readonly before?: ((step: string, handle: Handle) => Promise<void> | void) | undefined
}

/** Does in this process what a stage would: each message's record says what stands in its inputs. */
export const performWith =
  ({ performed, before }: Performing): PerformStep =>
  async (order, io) => {
    let [worked, skipped, absent] = [0, 0, 0]
    const failed: { handle: Handle; why: string }[] = []
    for (const handle of order.handles) {
      if (io.signal.aborted) return interrupted
      const text = textOf(order, handle)
      if (Object.values(order.outputs).every(output => existsSync(placeOf(output, handle)))) skipped++
      else if (text === undefined) absent++
      else {
        performed.push(`${order.name} ${handle}`)
        await before?.(order.name, handle)
        if (text.includes('fail')) failed.push({ handle, why: 'ended by signal 9' })
        else {
          leave(order, handle, text)
          worked++
        }
      }
      io.progress(worked + skipped, order.handles.length)
    }
    return done({
      done: worked,
      skipped,
      absent,
      failed,
      remarks: [{ sentence: 'it was easy', count: worked }],
    })
  }

/** Aside and renamed, as what is taken over of a stage is. */
function leave(order: StepOrder, handle: Handle, text: string): void {
  propose(order, handle)
  for (const output of Object.values(order.outputs)) {
    const path = placeOf(output, handle)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.tmp`, JSON.stringify({ text: `${order.name}: ${text}` }))
    renameSync(`${path}.tmp`, path)
  }
}

function textOf(order: StepOrder, handle: Handle): string | undefined {
  const [input] = Object.values(order.inputs)
  const path = input?.of(handle)
  if (path === undefined) return undefined
  return (
    input?.is === 'folder'
      ? readFileSync(join(path, 'body.txt'), 'utf8')
      : (JSON.parse(readFileSync(path, 'utf8')) as { text: string }).text
  ).trim()
}

function propose({ spool }: StepOrder, handle: Handle): void {
  if (spool === null) return
  const line = { op: 'flag.add', handle, to: 'seen', nonce: `nonce-${handle}` }
  writeFileSync(join(spool, `${handle}.0.json`), JSON.stringify(line))
}

const interrupted = refused('interrupted', { is: 'it was interrupted', wanted: 'time', fix: 'run it again' })
