// The commands on mailboxes that an adapter brings: rows of commandTable.ts, apart for its length. Relies on commandRow.ts for the shape.
import type { Row } from './commandRow.ts'

export const MAILBOX_ROWS: readonly Row[] = [
  {
    path: 'accounts list',
    operation: 'accounts.list',
    examples: ['twin accounts list', 'twin accounts list --json'],
    view: async () => (await import('./views/accounts.ts')).accountsListed,
  },
  {
    path: 'accounts add',
    operation: 'accounts.add',
    examples: ['twin accounts add maildir ~/Mail --name home'],
    isYes: true,
    paths: { path: 'path' },
    view: async () => (await import('./views/accounts.ts')).accountAdded,
  },
  {
    path: 'sync',
    operation: 'accounts.sync',
    examples: ['twin sync', 'twin sync home'],
    isYes: true,
    view: async () => (await import('./views/accounts.ts')).accountsSynced,
  },
  {
    path: 'search',
    operation: 'accounts.search',
    examples: [
      'twin search home "collection:INBOX and date:14d.. and is:unread"',
      'twin search home \'from:ann and subject:"the lease"\' --json',
    ],
    view: async () => (await import('./views/accounts.ts')).accountsSearched,
  },
]
