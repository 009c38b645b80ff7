// Parses what is new of a batch and enters all of it into the index in one transaction: until then nothing of it can be found, and after
// it everything. Relies on the raw messages lying in the store already.
import type { ParsedMessage } from '../../protocol/message.ts'
import { NOT_CHECKED, type Dkim } from '../../protocol/message.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import { STORE_DATABASE } from './storeDatabase.ts'
import { forgetChanged } from './forgetChanged.ts'
import { idsOf, mailRows } from './mailRows.ts'
import { type Outcome, parseBatch } from './parseBatch.ts'
import { placeRows } from './placeRows.ts'
import type { NewMail } from './storeSite.ts'
import type { SyncRun, Taken } from './syncRun.ts'
import { readEnvelope } from './checkParsed.ts'
import { join } from 'node:path'

/** How many messages are new in the account. */
export async function enterBatch(
  run: SyncRun,
  taken: readonly Taken[],
  progress: (done: number) => void,
): Promise<Result<number>> {
  const { site, stage, io } = run
  const known = attemptDatabase(() => unknownOf(run, taken), STORE_DATABASE)
  if (!known.ok) return known
  const mails = known.value.map(({ sha256 }) => ({ sha256, raw: site.folders.rawOf(run.row.name, sha256) }))
  const parsed =
    mails.length === 0
      ? done([])
      : await parseBatch(site, { stage, mails }, { signal: io.signal, progress, now: site.now })
  if (!parsed.ok) return parsed
  const signed = await verify(run, known.value, parsed.value)
  return attemptDatabase(
    () => site.database.transaction(() => enter(run, taken, { outcomes: parsed.value, signed }))(),
    STORE_DATABASE,
  )
}

/** One of each content that is in no row yet. */
function unknownOf({ site }: SyncRun, taken: readonly Taken[]): readonly Taken[] {
  const rows = mailRows(site.database)
  const first = new Map(taken.toReversed().map(one => [one.sha256, one]))
  return [...first.values()].filter(({ sha256 }) => rows.content(sha256) === undefined)
}

/** What DKIM says of each that was parsed, by hash. */
async function verify(
  { site, row, io }: SyncRun,
  unknown: readonly Taken[],
  outcomes: readonly Outcome[],
): Promise<ReadonlyMap<string, Dkim>> {
  const received = new Map(unknown.map(one => [one.sha256, one.received]))
  const mails = outcomes.flatMap(({ sha256, parsed }): NewMail[] =>
    parsed
      ? [
          {
            sha256,
            raw: site.folders.rawOf(row.name, sha256),
            parsed,
            received: received.get(sha256) ?? null,
          },
        ]
      : [],
  )
  const states = site.dkim && mails.length > 0 ? await site.dkim(mails, io.signal) : []
  return new Map(mails.map(({ sha256 }, at) => [sha256, states[at] ?? NOT_CHECKED]))
}

interface Made {
  readonly outcomes: readonly Outcome[]
  readonly signed: ReadonlyMap<string, Dkim>
}

function enter(run: SyncRun, taken: readonly Taken[], { outcomes, signed }: Made): number {
  const { site, row, stage } = run
  const rows = mailRows(site.database)
  const places = placeRows(site.database)
  const bytes = new Map(taken.map(one => [one.sha256, one.bytes]))
  const parsed = new Map<string, ParsedMessage>()
  for (const outcome of outcomes) {
    const { sha256, problem } = outcome
    if (outcome.parsed) parsed.set(sha256, outcome.parsed)
    rows.enter({
      sha256,
      bytes: bytes.get(sha256) ?? 0,
      parser: stage.manifest.version,
      problem,
      parsed: outcome.parsed,
      body: outcome.parsed ? outcome.body : '',
      dkim: signed.get(sha256) ?? NOT_CHECKED,
    })
  }
  let added = 0
  for (const { message, sha256, received } of taken) {
    if (!parsed.has(sha256) && rows.content(sha256) === undefined) {
      forgetChanged(run, sha256, message)
      continue
    }
    const message_ = parsed.get(sha256) ?? readEnvelope(join(site.folders.parsedOf(sha256), 'envelope.json'))
    const copy = rows.copy({ account: row.id, sha256, received }, message_ ? idsOf(message_) : [])
    places.place(row.id, message, copy.mail)
    if (copy.isNew) added++
  }
  return added
}
