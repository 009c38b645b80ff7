// One sync of one account: list what changed, fetch what is new, parse it confined, enter it, and remove what is gone. Relies on the
// caller to run one sync at a time. Whatever moment it is killed at, the next one completes it: a batch becomes visible in one
// transaction once its files lie where they belong, and what no row names is swept.
import { refused, type Result } from '../../protocol/refusal.ts'
import * as cap from '../../protocol/limits.ts'
import { attemptSteps } from '../attempt.ts'
import { attemptDatabase } from '../database.ts'
import { accountRows, type AccountRow } from './accountRows.ts'
import { COUNTS } from './accountStates.ts'
import { fetchNew } from './fetchNew.ts'
import { STORE_DATABASE } from './storeDatabase.ts'
import { listPlaces } from './listPlaces.ts'
import { mendStore } from './mendStore.ts'
import { parseAgain } from './parseAgain.ts'
import { removeGone } from './removeGone.ts'
import { settleRows } from './settleRows.ts'
import type { Synced } from './store.ts'
import type { StoreSite } from './storeSite.ts'
import type { SyncRun } from './syncRun.ts'
import type { Io } from '../io.ts'

/** `mend`: whether the files are to be compared with the index even where the last sync ended well. */
export function syncAccount(
  site: StoreSite,
  name: string,
  { io, mend }: { io: Io; mend: boolean },
): Promise<Result<Synced>> {
  return attemptSteps('disk', 'the store', async () => {
    const account = site.account(name)
    if (!account) return unknownAccount(name)
    const stage = site.parseStage()
    if (!stage.ok) return stage
    const session = await site.openAdapter(name, account, io.signal)
    if (!session.ok) return session
    try {
      const begun = attemptDatabase(() => begin(site, { name, path: account.path }, mend), STORE_DATABASE)
      if (!begun.ok) return begun
      const problems: string[] = []
      const run = {
        site,
        row: begun.value,
        account,
        session: session.value,
        stage: stage.value,
        io,
        problems,
      }
      return await perform(run)
    } finally {
      await session.value.close()
    }
  })
}

function begin(site: StoreSite, { name, path }: { name: string; path: string }, mend: boolean): AccountRow {
  const row = accountRows(site.database).begin(name, path)
  if (mend || row.unfinished === 1) mendStore(site, row)
  return row
}

async function perform(run: SyncRun): Promise<Result<Synced>> {
  const listed = await listPlaces(run)
  if (!listed.ok) return listed
  const fetched = await fetchNew(run)
  if (!fetched.ok) return fetched
  const again = await parseAgain(run)
  if (!again.ok) return again
  const gone = attemptDatabase(() => removeGone(run), STORE_DATABASE)
  if (!gone.ok) return gone
  return attemptDatabase(() => {
    const isSettled = listed.value.changed + fetched.value + again.value + gone.value === 0
    return finish(run, { ...listed.value, added: fetched.value, gone: gone.value }, isSettled)
  }, STORE_DATABASE)
}

interface Counts {
  readonly listed: number
  readonly changed: number
  readonly added: number
  readonly gone: number
}

function finish(
  { site, row, account, session, problems }: SyncRun,
  counts: Counts,
  isSettled: boolean,
): Synced {
  const { database } = site
  const told = asTold(problems)
  database.transaction(() => {
    if (!isSettled || row.unfinished === 1 || row.synced === null) {
      const settle = settleRows(database)
      settle.countLetters(row.id, account)
      settle.joinSubjects(row.id)
    }
    accountRows(database).ended(row.id, {
      synced: Math.floor(site.now() / 1_000),
      descriptor: JSON.stringify(session.capabilities),
      problems: JSON.stringify(told),
    })
  })()
  const count = (sql: string): number => database.prepare<[number], number>(sql).pluck().get(row.id) ?? 0
  return {
    account: row.name,
    ...counts,
    messages: count(COUNTS.messages),
    unparsed: count(COUNTS.unparsed),
    problems: told,
  }
}

/** No more than a report holds; the last says how many are left out. */
function asTold(problems: readonly string[]): readonly string[] {
  const more = problems.length - cap.PROBLEMS + 1
  return more <= 1 ? problems : [...problems.slice(0, cap.PROBLEMS - 1), `and ${more} more of the kind`]
}

export const unknownAccount = (name: string) =>
  refused('bad-request', {
    is: `there is no account ${JSON.stringify(name)}`,
    wanted: 'the name of a table [accounts.NAME] in twin.toml',
    fix: 'run "twin accounts" to see them',
  })
