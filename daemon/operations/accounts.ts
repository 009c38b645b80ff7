// The operations of the family "accounts": mailboxes that an adapter brings into the local store. What is found is strangers' text.
// Relies on world.store for the doing, and on daemon/store/ for what may be an account.
import * as z from 'zod/mini'
import {
  AccountAdded,
  AccountsListed,
  AccountsSearched,
  AccountsSynced,
} from '../../protocol/accountsShown.ts'
import { place } from '../../protocol/configValues.ts'
import { NAME } from '../../protocol/door.ts'
import { QUERY_CHARS } from '../../protocol/limits.ts'
import { done } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'
import { listAccounts } from '../store/listAccounts.ts'
import { newAccount } from '../store/newAccount.ts'
import { searchAccount } from '../store/searchAccount.ts'
import { syncAll } from '../store/syncAll.ts'
import { unknownAccount } from '../store/syncAccount.ts'
import { howMany } from './inputFields.ts'

const name = z.string('wants a name').check(z.regex(NAME, 'wants a name of small letters, digits and -'))
const account = name.check(z.describe('the account: NAME of a table [accounts.NAME]'))

const add = defineOperation({
  name: 'accounts.add',
  summary: 'add a mailbox: a table at the end of twin.toml; nothing is read yet',
  class: 'mutate',
  ceiling: 'never',
  doors: ['cli'],
  capability: null,
  provenance: 'twin',
  positional: ['adapter', 'path'],
  input: z.strictObject({
    adapter: z.enum(['maildir'], 'wants "maildir"').check(z.describe('how it is read: "maildir"')),
    path: place.check(z.describe('the folder that holds the mail')),
    name: name.check(z.describe('what it is called from now on')),
  }),
  output: AccountAdded,
  preview: async (_context, input) =>
    done({
      sentence: `Adds [accounts.${input.name}] to the end of twin.toml: the next sync reads its mail.`,
      changes: [],
      more: 0,
    }),
  handler: newAccount,
})

const list = defineOperation({
  name: 'accounts.list',
  summary: 'list the mailboxes of twin.toml: how many messages, the last sync, what their adapters can do',
  class: 'read',
  ceiling: 'never',
  doors: ['cli', 'ui'],
  capability: null,
  provenance: 'twin',
  input: z.strictObject({}),
  output: AccountsListed,
  handler: async ({ world }) => listAccounts(world),
})

const sync = defineOperation({
  name: 'accounts.sync',
  summary: 'bring new mail of an account, or of all, into the local store; the mailbox stays as it is',
  class: 'mutate',
  ceiling: 'never',
  doors: ['cli', 'internal'],
  capability: 'mail.read',
  provenance: 'twin',
  reversible: true,
  positional: ['name'],
  names: (input, { accounts: tables }) =>
    input.name === undefined || Object.hasOwn(tables, input.name)
      ? done(undefined)
      : unknownAccount(input.name),
  input: z.strictObject({ name: z.optional(account) }),
  output: AccountsSynced,
  preview: async (_context, input) =>
    done({
      sentence: `Brings new mail of ${input.name ?? 'every account'} into the local store.`,
      changes: [],
      more: 0,
    }),
  handler: syncAll,
})

const search = defineOperation({
  name: 'accounts.search',
  summary: 'find mail of one account in the local store, by the grammar of docs/queries.md',
  class: 'read',
  ceiling: 'never',
  doors: ['cli'],
  capability: 'mail.read',
  provenance: 'mail',
  positional: ['account', 'query'],
  names: (input, { accounts: tables }) =>
    Object.hasOwn(tables, input.account) ? done(undefined) : unknownAccount(input.account),
  input: z.strictObject({
    account,
    query: z
      .string('wants text')
      .check(
        z.maxLength(QUERY_CHARS, `wants at most ${QUERY_CHARS} characters`),
        z.describe('what to find, for example "collection:INBOX and date:14d.. and not tag:triaged"'),
      ),
    limit: howMany(1, 'at most so many, and no more than [operations] list'),
  }),
  output: AccountsSearched,
  handler: async ({ world }, input) => searchAccount(world, input),
})

export const accounts: readonly Operation[] = [add, list, sync, search]
