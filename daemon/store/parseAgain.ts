// Parses again what another version of the stage parsed, or failed on: a new version may see more, or hide less. Relies on the raw
// messages in the store. What DKIM said once stays.
import { NOT_CHECKED } from '../../protocol/message.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import { STORE_DATABASE } from './storeDatabase.ts'
import { fetchAnew } from './forgetChanged.ts'
import { idsOf, mailRows } from './mailRows.ts'
import { type Outcome, parseBatch } from './parseBatch.ts'
import { interrupted, type SyncRun } from './syncRun.ts'
import { threadRows } from './threadRows.ts'

const BATCH = 200
interface Old {
  readonly id: number
  readonly sha256: string
  readonly bytes: number
}

/** How many messages were parsed again. */
export async function parseAgain(run: SyncRun): Promise<Result<number>> {
  const { site, row, stage, io } = run
  const old = site.database.prepare<[number, number, number, number], Old>(
    `SELECT c.id, c.sha256, c.bytes FROM contents c JOIN mails m ON m.content = c.id
     WHERE m.account = ? AND c.parser <> ? AND c.id > ? ORDER BY c.id LIMIT ?`,
  )
  for (let count = 0, after = 0; ;) {
    const batch = attemptDatabase(() => old.all(row.id, stage.manifest.version, after, BATCH), STORE_DATABASE)
    if (!batch.ok) return batch
    if (batch.value.length === 0) return done(count)
    if (io.signal.aborted) return interrupted
    // While the old form is replaced by the new one there is none: whoever asks meanwhile is told so.
    const marked = attemptDatabase(() => markAll(run, batch.value), STORE_DATABASE)
    if (!marked.ok) return marked
    const mails = batch.value.map(({ sha256 }) => ({ sha256, raw: site.folders.rawOf(row.name, sha256) }))
    const stepIo = { signal: io.signal, progress: () => undefined, now: site.now }
    const parsed = await parseBatch(site, { stage, mails }, stepIo)
    if (!parsed.ok) return parsed
    const entered = attemptDatabase(
      () => site.database.transaction(() => enterAgain(run, batch.value, parsed.value))(),
      STORE_DATABASE,
    )
    if (!entered.ok) return entered
    count += parsed.value.length
    after = batch.value.at(-1)?.id ?? after
  }
}

function markAll({ site }: SyncRun, old: readonly Old[]): void {
  const mark = site.database.prepare('UPDATE contents SET problem = ? WHERE id = ?')
  site.database.transaction(() => {
    for (const { id } of old) mark.run('it is being parsed again', id)
  })()
}

function enterAgain(run: SyncRun, old: readonly Old[], outcomes: readonly Outcome[]): void {
  const { site, stage } = run
  const rows = mailRows(site.database)
  const threads = threadRows(site.database)
  const copies = site.database.prepare<[number], { readonly id: number; readonly account: number }>(
    'SELECT id, account FROM mails WHERE content = ?',
  )
  const before = new Map(old.map(one => [one.sha256, one]))
  const whole = new Set(outcomes.map(({ sha256 }) => sha256))
  for (const { id, sha256 } of old) if (!whole.has(sha256)) fetchAnew(run, id, sha256)
  for (const outcome of outcomes) {
    const row = before.get(outcome.sha256)
    if (!row) continue
    rows.enter({
      ...outcome,
      bytes: row.bytes,
      parser: stage.manifest.version,
      body: outcome.parsed ? outcome.body : '',
      dkim: NOT_CHECKED,
    })
    if (!outcome.parsed) continue
    const ids = idsOf(outcome.parsed)
    for (const { id, account } of copies.all(row.id)) threads.thread(account, id, ids)
  }
}
