// The files beside the Envelope Index that a reader looks at: PersistenceInfo.plist and each account's .mboxCache.plist, which
// tells a Sent mailbox in any language. Relies on the plist package; apple-mail-store.md 1.1, 1.2, 6.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, buildBinary, type PlistValue } from 'plist'
import type { AccountSpec, MailboxSpec, Role } from '../storeSpec.ts'

/** The UUID of the store itself: one in every .mbox folder. */
export const STORE_UUID = '5F2B6C1E-0D4A-4E7B-9A51-7C1D2E3F4A5B'

const ROLE_BITS: Readonly<Record<Role, number>> = {
  archive: 0x400,
  drafts: 0x1000,
  flagged: 0x2000,
  junk: 0x4000,
  sent: 0x8000,
  trash: 0x10000,
  important: 0x20000,
}
/** Set on every mailbox; a reader masks it away. */
const BASE_BIT = 0x40

/** `mail`: the folder that Mail keeps as ~/Library/Mail. */
export function writePersistenceInfo(mail: string): void {
  const info = { LastUsedVersionDirectoryName: 'V10', VersionDirectoryIdentifiers: { V10: STORE_UUID } }
  writeFileSync(join(mail, 'PersistenceInfo.plist'), build(info))
}

/** Makes the account's folder in `version` (…/V10) with its mailbox folders and its mailbox tree. */
export function writeAccountFolder(version: string, account: AccountSpec): void {
  const folder = join(version, account.uuid)
  for (const mailbox of account.mailboxes)
    mkdirSync(join(folder, mailboxFolder(mailbox.path)), { recursive: true })
  const path = join(folder, '.mboxCache.plist')
  const cache = account.cache ?? 'xml'
  if (cache === 'xml') writeFileSync(path, build(treeOf(account.mailboxes)))
  if (cache === 'binary') writeFileSync(path, buildBinary(treeOf(account.mailboxes)))
}

/** The folder of a mailbox below its account's; a name that no file system takes is cut. */
export const mailboxFolder = (path: string): string =>
  join(...path.split('/').map(name => `${name.replaceAll('\0', '_').slice(0, 60)}.mbox`))

interface Node {
  [key: string]: PlistValue
  IMAPMailboxChildren: Record<string, Node>
}

function treeOf(mailboxes: readonly MailboxSpec[]): { mboxes: Record<string, Node> } {
  const mboxes: Record<string, Node> = {}
  for (const mailbox of mailboxes) {
    let level = mboxes
    let node: Node | undefined
    for (const name of mailbox.path.split('/')) {
      node = level[name] ??= { MailboxPathComponent: name, MailboxUnreadCount: 0, IMAPMailboxChildren: {} }
      level = node.IMAPMailboxChildren
    }
    if (node) node['IMAPMailboxAttributes'] = BASE_BIT | (mailbox.role ? ROLE_BITS[mailbox.role] : 0)
  }
  return { mboxes }
}
