// Finds out what became of a change of mail of which nobody knows: its adapter is asked whether it has applied it. Yes: it is applied.
// No: it is approved again, a few times. Unknown: it is stuck, and a person looks. Relies on the adapter's own journal.
import { done, type Result } from '../../protocol/refusal.ts'
import type { AdapterSession } from '../adapters/adapters.ts'
import { inTurn } from './accountLine.ts'
import { endApplying, recordResult } from './endApplying.ts'
import { readStored } from './readStored.ts'
import { type Place, placesIn } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'
import { byAccount, isChange, type StoredChange } from './storedChange.ts'

/** `intent`: its number in the audit log, null where it has its result already. `why`: what went wrong meanwhile. */
export interface Unsettled {
  readonly stored: StoredChange
  readonly intent: number | null
  readonly why: string
}

/** Times that a change may come back to `approved` before a person looks at it. */
const SETBACKS = 3
const UNKNOWN = 'it was being applied when something ended, and the account cannot tell whether it was'

/** Refused where nobody answers: it stays in `applying` and is asked again. */
export async function settleChange(
  site: SpoolSite,
  session: Pick<AdapterSession, 'wasApplied'>,
  { stored, intent, why }: Unsettled,
): Promise<Result<void>> {
  const answer = await session.wasApplied(stored.id)
  if (!answer.ok) return answer
  if (answer.value === 'unknown') endApplying(site, stored, { to: 'stuck', why: UNKNOWN })
  if (answer.value === 'yes') {
    if (intent !== null) recordResult(site, stored, { of: intent, outcome: 'done', code: null })
    endApplying(site, stored, { to: 'applied', why: null })
  }
  if (answer.value === 'no') {
    if (intent !== null) recordResult(site, stored, { of: intent, outcome: 'failed', code: 'interrupted' })
    again(site, stored, why)
  }
  return done(undefined)
}

function again(site: SpoolSite, stored: StoredChange, why: string): void {
  const setbacks = (site.setbacks.get(stored.id) ?? 0) + 1
  site.setbacks.set(stored.id, setbacks)
  const isEnough = setbacks >= SETBACKS
  endApplying(
    site,
    stored,
    isEnough
      ? { to: 'stuck', why: `${setbacks} attempts to apply it failed: ${why}` }
      : { to: 'approved', why: null },
  )
}

/** Everything that an earlier process, or a broken session, left in `applying`. One result an account. */
export async function settleChanges(site: SpoolSite): Promise<readonly Result<void>[]> {
  const results: Result<void>[] = []
  for (const account of byAccount(leftChanges(site)).keys())
    results.push(await inTurn(site, account, () => settleOf(site, account)))
  return results
}

/** Changes of mail in `applying` that this process is not applying. */
export function leftChanges(site: SpoolSite): readonly StoredChange[] {
  const places = attemptSpool(() => done(placesIn(site.folder, 'applying')))
  return places.ok ? places.value.flatMap(place => leftChange(site, place) ?? []) : []
}

export function leftChange(site: SpoolSite, place: Place): StoredChange | undefined {
  if (site.running.has(place.id)) return undefined
  const read = readStored(site.folder, place)
  return read.ok && isChange(read.stored) ? read.stored : undefined
}

async function settleOf(site: SpoolSite, account: string): Promise<Result<void>> {
  // Looked at once more: meanwhile it may have been settled.
  const left = leftOf(site, account)
  if (left.length === 0) return done(undefined)
  const table = new Map(Object.entries(site.configuration().config.accounts)).get(account)
  if (!table) {
    const why = 'twin ended while it was being applied, and its account is not in twin.toml any more'
    for (const stored of left) endApplying(site, stored, { to: 'stuck', why })
    return done(undefined)
  }
  const session = await site.openAdapter(account, table, site.signal)
  if (!session.ok) return session
  try {
    return await settleLeft(site, account, session.value)
  } finally {
    await session.value.close()
  }
}

/** The same over a session that is open. */
export async function settleLeft(
  site: SpoolSite,
  account: string,
  session: Pick<AdapterSession, 'wasApplied'>,
): Promise<Result<void>> {
  let problem: Result<void> = done(undefined)
  for (const stored of leftOf(site, account)) {
    const unsettled = { stored, intent: intentOf(site, stored.id), why: 'twin ended meanwhile' }
    const settled = await settleChange(site, session, unsettled)
    if (!settled.ok) problem = settled
  }
  return problem
}

const leftOf = (site: SpoolSite, account: string): readonly StoredChange[] =>
  leftChanges(site).filter(({ proposal }) => proposal.change.account === account)

/** Records that are looked through for an intent whose process is gone. */
const RECORDS = 1_000

function intentOf(site: SpoolSite, id: string): number | null {
  const listed = site.audit.list(RECORDS)
  if (!listed.ok) return null
  const { records, unknown } = listed.value
  return (
    records.find(({ event, proposal, seq }) => event === 'intent' && proposal === id && unknown.includes(seq))
      ?.seq ?? null
  )
}
