// The URL of a mailbox as Mail stores it: scheme, account UUID, and each level percent-encoded on its own. Relies on
// encodeURIComponent leaving parentheses raw, as Mail does (apple-mail-store.md 1.4).
import type { AccountSpec, MailboxSpec } from '../storeSpec.ts'

export function mailboxUrl(account: AccountSpec, mailbox: MailboxSpec): string {
  if (mailbox.url !== undefined) return mailbox.url
  return `${account.scheme}://${account.uuid}/${mailbox.path.split('/').map(encodeURIComponent).join('/')}`
}
