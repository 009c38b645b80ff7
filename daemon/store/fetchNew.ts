// The second step of a sync: what is listed and not in the store is fetched, a batch at a time; raw messages are taken over, what is new
// is parsed, and the batch becomes visible in one transaction. Relies on parseBatch.ts and mailRows.ts.
import { MESSAGE_BYTES } from '../../protocol/limits.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { unlinkSync } from 'node:fs'
import { attemptDatabase } from '../database.ts'
import { STORE_DATABASE } from './storeDatabase.ts'
import { enterBatch } from './enterBatch.ts'
import { type Pending, placeRows } from './placeRows.ts'
import { interrupted, type SyncRun, type Taken } from './syncRun.ts'
import { takeRaw } from './takeRaw.ts'

/**
 * Messages of one batch, and bytes after which it is full: what one transaction, one work folder and one report hold. A batch starts
 * the processes that messages are forked from, which costs as much as 100 messages do.
 */
const BATCH = 1_000
const BATCH_BYTES = 268_435_456

/** How many messages are new in the account. */
export async function fetchNew(run: SyncRun): Promise<Result<number>> {
  const rows = placeRows(run.site.database)
  const total = attemptDatabase(() => rows.countPending(run.row.id), STORE_DATABASE)
  if (!total.ok) return total
  let added = 0
  let seen = 0
  for (let after = '', isOver = false; !isOver;) {
    const batch = attemptDatabase(() => fullBatch(rows.pending(run.row.id, after, BATCH)), STORE_DATABASE)
    if (!batch.ok) return batch
    const last = batch.value.at(-1)
    if (last === undefined) break
    const taken = await fetchAll(run, batch.value)
    if (!taken.ok) return taken
    const progress = (amount: number): void => run.io.progress(seen + amount, total.value)
    const entered = await enterBatch(run, taken.value, progress)
    if (!entered.ok) return entered
    added += entered.value
    seen += batch.value.length
    run.io.progress(seen, total.value)
    after = last.message
    isOver = run.io.signal.aborted
  }
  return run.io.signal.aborted ? interrupted : done(added)
}

function fullBatch(pending: readonly Pending[]): readonly Pending[] {
  let bytes = 0
  const end = pending.findIndex(one => (bytes += one.bytes) > BATCH_BYTES)
  return pending.slice(0, end < 1 ? (end === 0 ? 1 : pending.length) : end)
}

async function fetchAll(run: SyncRun, pending: readonly Pending[]): Promise<Result<readonly Taken[]>> {
  const { site, row, session } = run
  const taken: Taken[] = []
  for (const { message, received } of pending) {
    if (run.io.signal.aborted) return interrupted
    const fetched = await session.fetch(message)
    if (!fetched.ok) {
      if (!ITS_OWN.has(fetched.refusal.code)) return fetched
      note(run, message, fetched.refusal)
      continue
    }
    const { bytes, sha256 } = fetched.value
    if (bytes > MESSAGE_BYTES) {
      unlinkSync(fetched.value.path)
      note(run, message, { is: `it is over ${MESSAGE_BYTES} bytes` })
      continue
    }
    takeRaw(fetched.value, site.folders.rawOf(row.name, sha256))
    taken.push({ message, received, bytes, sha256 })
  }
  return done(taken)
}

/** What is said of one message alone; any other refusal is about the adapter or the machine, and ends the sync. */
const ITS_OWN: ReadonlySet<string> = new Set(['stale', 'no-access', 'over-limit', 'bad-request', 'too-long'])

/** It stays listed and is asked for again by the next sync. One that has just gone is none to speak of: the next listing says so. */
function note({ site, row, problems }: SyncRun, message: string, { code, is }: Partial<Refusal>): void {
  if (code === 'stale' || is === undefined) return
  placeRows(site.database).fail(row.id, message, is)
  problems.push(`a message could not be fetched: ${is}`)
}
