// The accounts of a store and their mailboxes: whose they are, whether they are in scope, what each mailbox is for. Pure but for
// the rows, which the caller reads. Relies on accountNames.ts for names, scope.ts for the person's choice, roles.ts.
import { LABEL_CHARS, MAILBOX_URL_CHARS } from '../../protocol/limits.ts'
import { cut } from '../../protocol/text/cut.ts'
import type { Named } from './accountNames.ts'
import type { Row } from './index/reader.ts'
import { type MailboxBits, pathKey } from './mailboxBits.ts'
import { type MailboxUrl, parseMailboxUrl } from './mailboxUrl.ts'
import { isPlainInbox, type Role, roleOf } from './roles.ts'
import { inScope, type Scope } from '../../protocol/scope.ts'
import { textOf } from './text.ts'

export interface Mailbox {
  /** mailboxes.ROWID. */
  readonly id: bigint
  /** Of a label mailbox: the mailbox that holds its mail. */
  readonly source: bigint | undefined
  readonly path: readonly string[]
  readonly name: string
  readonly role: Role | null
}

export interface Account {
  readonly label: string
  readonly inScope: boolean
  readonly own: readonly string[]
  readonly mailboxes: readonly Mailbox[]
}

export interface Naming {
  readonly named: (scheme: string, host: string) => Named
  readonly bits: (host: string) => MailboxBits
  readonly scope: Scope
}

/** The accounts of `rows` (id, url and source of `mailboxes`), in the order of their first mailbox. */
export function accountsOf(rows: readonly Row[], naming: Naming): Account[] {
  const groups = new Map<string, Found[]>()
  for (const row of rows) {
    const found = mailboxRow(row)
    if (!found) continue
    const key = `${found.url?.scheme ?? ''}://${found.url?.host.toUpperCase() ?? ''}`
    const group = groups.get(key)
    if (group) group.push(found)
    else groups.set(key, [found])
  }
  return [...groups.values()].map(group => accountOf(group, naming))
}

interface Found {
  readonly id: bigint
  readonly source: bigint | undefined
  /** Undefined where it does not parse or is too long: such mailboxes form one nameless account. */
  readonly url: MailboxUrl | undefined
}

/** Whether a mailbox's URL is longer than what is read of one. */
export const isLong = (url: unknown): boolean => textOf(url, MAILBOX_URL_CHARS + 1).length > MAILBOX_URL_CHARS

function mailboxRow({ id, url, source }: Row): Found | undefined {
  if (typeof id !== 'bigint') return undefined
  const parsed = isLong(url) ? undefined : parseMailboxUrl(textOf(url, MAILBOX_URL_CHARS))
  return { id, source: typeof source === 'bigint' ? source : undefined, url: parsed }
}

function accountOf(group: readonly Found[], { named, bits, scope }: Naming): Account {
  const url = group[0]?.url
  const { label, own } = url ? named(url.scheme, url.host) : { label: '', own: [] }
  const attributes = url ? bits(url.host) : new Map<string, number>()
  const mailboxes = group.map(({ id, source, url: one }) => {
    const path = one?.path ?? []
    return {
      id,
      source,
      path,
      name: cut(path.join('/'), LABEL_CHARS),
      role: roleOf(path, attributes.get(pathKey(path))),
    }
  })
  return {
    label: cut(label, LABEL_CHARS),
    inScope: inScope(label, scope),
    own,
    mailboxes: oneInbox(mailboxes, url?.scheme),
  }
}

/** The inbox is named INBOX; only Exchange names it in the server's language, and then has no INBOX beside it. */
function oneInbox(mailboxes: readonly Mailbox[], scheme: string | undefined): Mailbox[] {
  const plain = scheme !== 'ews' || mailboxes.some(mailbox => isPlainInbox(mailbox.path))
  return mailboxes.map(mailbox =>
    mailbox.role === 'inbox' && plain && !isPlainInbox(mailbox.path) ? { ...mailbox, role: null } : mailbox,
  )
}
