// The adapter of one account as the applier holds it: opened once for a batch, opened anew where it broke, a few times. Relies on
// OpenAdapter for one session of an account at a time; here too, batches of one account wait for each other.
import type { AdapterSession } from '../adapters/adapters.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { SpoolSite } from './spoolSite.ts'

export interface AccountLine {
  /** null once it broke and no other could be opened. */
  readonly session: () => AdapterSession | null
  /** Another session in place of one that cannot be trusted to answer any more. */
  readonly renew: () => Promise<Result<AdapterSession>>
  readonly close: () => Promise<void>
}

/** Times that a session is opened anew within one batch. */
const RENEWALS = 3

export async function openAccountLine(site: SpoolSite, name: string): Promise<Result<AccountLine>> {
  const first = await open(site, name)
  if (!first.ok) return first
  let session: AdapterSession | null = first.value
  let left = RENEWALS
  return done({
    session: () => session,
    renew: async () => {
      await session?.close()
      session = null
      const next = left-- > 0 ? await open(site, name) : tooOften(name)
      if (!next.ok) return next
      session = next.value
      return done(session)
    },
    close: async () => session?.close(),
  })
}

function open(site: SpoolSite, name: string): Promise<Result<AdapterSession>> {
  const account = new Map(Object.entries(site.configuration().config.accounts)).get(name)
  return account ? site.openAdapter(name, account, site.signal) : Promise.resolve(noAccount)
}

/** Does `act` once nothing else of this process is done to the account. */
export function inTurn<T>(site: SpoolSite, account: string, act: () => Promise<T>): Promise<T> {
  const turn = (site.turns.get(account) ?? Promise.resolve()).then(act)
  site.turns.set(
    account,
    turn.then(
      () => undefined,
      () => undefined,
    ),
  )
  return turn
}

const noAccount = refused('config', {
  is: 'the account has no table in twin.toml any more',
  wanted: 'an account that is there',
  fix: 'add [accounts.NAME] to twin.toml, or refuse what waits for it',
})
const tooOften = (name: string) =>
  refused('crashed', {
    is: `the adapter of ${name} failed again and again`,
    wanted: 'an adapter that answers',
    fix: 'run "twin check" and look at the account',
  })
