// Syncs one account, or each of twin.toml in turn: one that fails keeps no other from being synced. Relies on world.store.
import type * as z from 'zod/mini'
import type { AccountsSynced } from '../../protocol/accountsShown.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { Context } from '../gate/operation.ts'

/** Refused where there is no account at all, where the only one that was asked for fails, and where it is interrupted. */
export async function syncAll(
  { world, signal, progress }: Context,
  { name }: { readonly name?: string | undefined },
): Promise<Result<z.infer<typeof AccountsSynced>>> {
  const names = name === undefined ? Object.keys(world.configuration().config.accounts) : [name]
  if (names.length === 0) return none
  const answer: z.infer<typeof AccountsSynced> = { synced: [], failed: [] }
  for (const account of names) {
    const synced = await world.store.sync(account, { signal, progress })
    if (synced.ok) answer.synced.push({ ...synced.value, problems: [...synced.value.problems] })
    else if (name !== undefined || synced.refusal.code === 'interrupted') return synced
    else answer.failed.push({ account, refusal: synced.refusal })
  }
  return done(answer)
}

const none = refused('config', {
  is: 'twin.toml has no [accounts.NAME], so there is no mailbox to sync',
  wanted: 'an account',
  fix: 'run "twin accounts add maildir ~/Mail --name home"',
})
