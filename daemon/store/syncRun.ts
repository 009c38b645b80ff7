// What every step of one sync works with. Types, and the refusal of one that was stopped. Relies on syncAccount.ts to make it.
import type { Account } from '../../protocol/configTables.ts'
import { refused } from '../../protocol/refusal.ts'
import type { AdapterSession, Fetched } from '../adapters/adapters.ts'
import type { LoadedStage } from '../stages/stages.ts'
import type { AccountRow } from './accountRows.ts'
import type { StoreSite } from './storeSite.ts'
import type { Io } from '../io.ts'

/** `row`: as the last sync left it. `problems`: sentences that each step adds to; no mail text. */
export interface SyncRun {
  readonly site: StoreSite
  readonly row: AccountRow
  readonly account: Account
  readonly session: AdapterSession
  readonly stage: LoadedStage
  readonly io: Io
  readonly problems: string[]
}

/** A message whose raw bytes lie in the store, and that is in no row yet. */
export interface Taken extends Pick<Fetched, 'bytes' | 'sha256'> {
  readonly message: string
  readonly received: number | null
}

export const interrupted = refused('interrupted', {
  is: 'the sync was stopped from outside',
  wanted: 'to be left running',
  fix: 'run it again: it goes on where it stopped',
})
