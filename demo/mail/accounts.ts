// The accounts of the demo's mailbox and their mailboxes: Exchange, Gmail (its name on the parent row), iCloud (likewise),
// one that nothing names, and On My Mac. Relies on storeSpec.ts; apple-mail-store.md 5 and 7.
import { me } from './people.ts'
import type { AccountSpec } from '../storeSpec.ts'

const uuid = (digit: string): string => `D3300000-0000-4000-8000-${digit.repeat(12)}`

const exchange: AccountSpec = {
  key: 'work',
  uuid: uuid('1'),
  type: 'Exchange',
  scheme: 'ews',
  description: 'Work',
  username: me.work.address,
  mailboxes: [
    { key: 'work/inbox', path: 'Inbox' },
    { key: 'work/sent', path: 'Sent Items' },
    { key: 'work/drafts', path: 'Drafts' },
    { key: 'work/trash', path: 'Deleted Items' },
    { key: 'work/junk', path: 'Junk Email' },
    { key: 'work/archive', path: 'Archive' },
    { key: 'work/contracts', path: 'Archive/Contracts' },
  ],
}

const google: AccountSpec = {
  key: 'private-parent',
  uuid: uuid('2'),
  type: 'Google',
  scheme: 'imap',
  description: 'Private',
  username: me.private.address,
  mailboxes: [],
}

const gmail: AccountSpec = {
  key: 'private',
  uuid: uuid('3'),
  type: 'IMAP',
  scheme: 'imap',
  description: null,
  username: null,
  parent: 'private-parent',
  mailboxes: [
    { key: 'private/all', path: '[Gmail]/All Mail', role: 'archive' },
    { key: 'private/trash', path: '[Gmail]/Trash', role: 'trash' },
    { key: 'private/spam', path: '[Gmail]/Spam', role: 'junk' },
    { key: 'private/inbox', path: 'INBOX', source: 'private/all' },
    { key: 'private/sent', path: '[Gmail]/Sent Mail', role: 'sent', source: 'private/all' },
    { key: 'private/important', path: '[Gmail]/Important', role: 'important', source: 'private/all' },
    { key: 'private/receipts', path: 'Receipts', source: 'private/all' },
  ],
}

const apple: AccountSpec = {
  key: 'family-parent',
  uuid: uuid('4'),
  type: 'AppleAccount',
  scheme: 'imap',
  description: 'Family',
  username: me.family.address,
  mailboxes: [],
}

const icloud: AccountSpec = {
  key: 'family',
  uuid: uuid('5'),
  type: 'IMAPMail',
  scheme: 'imap',
  description: '',
  username: '',
  parent: 'family-parent',
  cache: 'binary',
  mailboxes: [
    { key: 'family/inbox', path: 'INBOX' },
    { key: 'family/sent', path: 'Sent Messages', role: 'sent' },
    { key: 'family/trash', path: 'Deleted Messages', role: 'trash' },
    { key: 'family/junk', path: 'Junk', role: 'junk' },
  ],
}

/** No row in Accounts4 has its UUID, so nobody can say whose mail it is. */
const unnamed: AccountSpec = {
  key: 'unnamed',
  uuid: uuid('6'),
  type: 'IMAP',
  scheme: 'imap',
  description: null,
  username: null,
  row: false,
  mailboxes: [{ key: 'unnamed/inbox', path: 'INBOX' }],
}

const onMyMac: AccountSpec = {
  key: 'local',
  uuid: uuid('7'),
  type: 'IMAP',
  scheme: 'local',
  description: null,
  username: null,
  row: false,
  cache: 'none',
  mailboxes: [
    { key: 'local/outbox', path: 'Outbox' },
    { key: 'local/old', path: 'Recovered Messages (Work)' },
  ],
}

export const demoAccounts: readonly AccountSpec[] = [exchange, google, gmail, apple, icloud, unnamed, onMyMac]
