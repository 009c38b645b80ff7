// What is known of each account: twin.toml says which there are, the index what is in the store. Reads no mailbox. Relies on
// world.store, which opens no index where there is none yet.
import type * as z from 'zod/mini'
import type { AccountShown, AccountsListed } from '../../protocol/accountsShown.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { World } from '../world.ts'
import type { AccountState } from './store.ts'

const NEVER: Omit<AccountState, 'name'> = {
  synced: null,
  whole: true,
  capabilities: null,
  messages: 0,
  unparsed: 0,
  absent: 0,
  sharedIds: 0,
  problems: [],
}

/** Those of twin.toml first, then those whose mail is still in the store. */
export function listAccounts({
  configuration,
  store,
}: Pick<World, 'configuration' | 'store'>): Result<z.infer<typeof AccountsListed>> {
  const states = store.accounts()
  if (!states.ok) return states
  const { accounts } = configuration().config
  const known = new Map(states.value.map(state => [state.name, state]))
  const listed = Object.entries(accounts).map(([name, { adapter, path }]) =>
    shown({ ...NEVER, ...known.get(name), name }, { adapter, path }),
  )
  const left = states.value
    .filter(({ name, messages }) => !Object.hasOwn(accounts, name) && messages > 0)
    .map(state => shown(state, { adapter: null, path: null }))
  return done({ accounts: [...listed, ...left] })
}

type Shown = z.infer<typeof AccountShown>
const shown = (state: AccountState, of: Pick<Shown, 'adapter' | 'path'>): Shown => ({
  ...state,
  ...of,
  problems: [...state.problems],
})
