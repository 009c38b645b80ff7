// The first step of a sync: the adapter lists what changed since the stored cursor, page by page, and each page is in the index before
// the next is asked for. The cursor is stored as it came, once the whole listing is taken in. Relies on syncAccount.ts for the rest.
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import { accountRows } from './accountRows.ts'
import { STORE_DATABASE } from './storeDatabase.ts'
import { type Listing, placeRows } from './placeRows.ts'
import type { SyncRun } from './syncRun.ts'

/** How many places were listed, and how many of them are other than before. */
export async function listPlaces({
  site,
  row,
  session,
  problems,
}: SyncRun): Promise<Result<{ readonly listed: number; readonly changed: number }>> {
  const rows = placeRows(site.database)
  const first = attemptDatabase(() => rows.nextListing(row.id), STORE_DATABASE)
  if (!first.ok) return first
  const count = { listed: 0, changed: 0, isWhole: row.cursor === null }
  // A name that is not stable may mean another message once the adapter begins anew.
  const listingOf = (): Listing => ({
    account: row.id,
    number: first.value,
    again: count.isWhole && session.capabilities.id_stability !== 'stable',
  })
  const cursor = await session.list(row.cursor, async page => {
    if (page.reset) count.isWhole = true
    problems.push(...page.problems)
    const changed = attemptDatabase(() => rows.apply(listingOf(), page), STORE_DATABASE)
    if (!changed.ok) return changed
    count.listed += page.messages.length
    count.changed += changed.value + page.gone.length
    return done(undefined)
  })
  if (!cursor.ok) return cursor
  const settled = attemptDatabase(
    () =>
      site.database.transaction(() => {
        if (count.isWhole) rows.dropUnlisted(listingOf())
        accountRows(site.database).listed(row.id, cursor.value)
      })(),
    STORE_DATABASE,
  )
  return settled.ok ? done({ listed: count.listed, changed: count.changed }) : settled
}
