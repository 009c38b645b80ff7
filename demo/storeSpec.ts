// What a Mail store for the demo, the tests and the benchmarks should hold: people, accounts, mailboxes and messages by
// key, in terms of mail and not of rows. buildStore.ts makes files of it. Times are Unix seconds. Relies on nothing.

/** `10d-fresh` is macOS 26; the others are named as in the schema notes of layouts.ts. */
export type Layout = '10d-fresh' | '10d-upgraded' | '10c' | '10b' | '10e' | 'v2' | 'mutilated'

export type SqlValue = number | bigint | string | Uint8Array | null
/** Columns by name, for values that a type should not allow but a store may hold. */
export type Row = Readonly<Record<string, SqlValue>>

/** A role bit in an account's .mboxCache.plist. Exchange accounts have none: their role is in the name alone. */
export type Role = 'sent' | 'drafts' | 'trash' | 'junk' | 'archive' | 'important' | 'flagged'

export interface MailboxSpec {
  /** What messages refer to; unique in the store. */
  readonly key: string
  /** Decoded, levels split by '/': `[Gmail]/All Mail`. */
  readonly path: string
  readonly role?: Role
  /** A label mailbox of Gmail: the key of the mailbox that holds its mail. */
  readonly source?: string
  /** The URL as stored, where it is not to be made from the account and the path. */
  readonly url?: string
  /** Counters and the like as stored; counted from the messages where left out. */
  readonly columns?: Row
}

/** The last part of ZACCOUNTTYPE.ZIDENTIFIER, after `com.apple.account.`. */
export type AccountType =
  'IMAP' | 'IMAPMail' | 'Exchange' | 'POP' | 'Google' | 'AppleAccount' | 'iCloud' | 'CalDAV'

export interface AccountSpec {
  /** What `parent` refers to; unique in the store. */
  readonly key: string
  /** ZACCOUNT.ZIDENTIFIER, the host of the mailbox URLs and the name of the folder. */
  readonly uuid: string
  readonly type: AccountType
  readonly scheme: 'imap' | 'ews' | 'pop' | 'local'
  readonly description: string | null
  readonly username: string | null
  readonly parent?: string
  /** ZPARENTACCOUNT names a row that does not exist. */
  readonly lostParent?: boolean
  /** False: Accounts4 has no row of it. */
  readonly row?: boolean
  /** IdentityEmailAddress, as an account property. */
  readonly identity?: string
  /** Addresses of EmailAliases, likewise. */
  readonly aliases?: readonly string[]
  /** How .mboxCache.plist is written; `xml` where left out, no folder where there is no mailbox. */
  readonly cache?: 'xml' | 'binary' | 'none'
  readonly mailboxes: readonly MailboxSpec[]
}

export interface PersonSpec {
  readonly name: string
  readonly address: string
}

export interface RecipientSpec {
  /** null: the address row that the recipient names does not exist. */
  readonly to: PersonSpec | null
  /** 0 To (where left out), 1 Cc, 2 Bcc. */
  readonly type?: number | null
}

export interface MessageSpec {
  /** What a test finds it by; never stored. */
  readonly label?: string
  readonly mailbox: string
  /** Keys of Gmail's label mailboxes. */
  readonly labels?: readonly string[]
  /** null: messages.sender is NULL. */
  readonly from: PersonSpec | null
  readonly to?: readonly RecipientSpec[]
  readonly subject: string
  readonly prefix?: string
  /** summaries.summary, which about one message in four has. */
  readonly preview?: string
  /** generated_summaries.summary: an archived object (keyedArchive.ts), not text. */
  readonly generated?: Uint8Array
  readonly received: number | null
  readonly sent?: number | null
  readonly read?: boolean
  readonly flagged?: boolean
  readonly deleted?: boolean
  readonly draft?: boolean
  readonly junk?: boolean
  readonly answered?: boolean
  /** The header as stored; null: not indexed yet; undefined: the mail has none. */
  readonly messageId?: string | null | undefined
  /** 0 primary, 1 transactions, 2 updates, 3 promotions; left out: not categorised. */
  readonly category?: number
  /** business_addresses.category of the sender: a person has moved it. */
  readonly senderCategory?: number
  readonly highImpact?: boolean
  readonly urgent?: boolean
  /** Replaces what is made of the above in `messages` and `message_global_data`. */
  readonly columns?: Row
  readonly globalColumns?: Row
}

/** A row of `senders`, with the addresses (addresses.ROWID) that sender_addresses puts under it. */
export interface SenderSpec {
  readonly row: number
  readonly addresses: readonly number[]
}

export interface StoreSpec {
  /** `10d-fresh` where left out. */
  readonly layout?: Layout
  readonly accounts: readonly AccountSpec[]
  /** Mailbox rows of no account. */
  readonly strayMailboxes?: readonly MailboxSpec[]
  /** Stored first and in this order, so that their ROWIDs are 1, 2, 3 …; others follow as messages name them. */
  readonly people?: readonly PersonSpec[]
  readonly senders?: readonly SenderSpec[]
  readonly messages: readonly MessageSpec[]
  /** Stored after `messages`, each made only then: for stores that would not fit in memory as a spec. */
  readonly stream?: Iterable<MessageSpec>
  /** Rows that no key can describe: orphans and the like. */
  readonly rows?: readonly { readonly table: string; readonly row: Row }[]
  /** Messages that lie only in `Envelope Index-wal`; the three files are then a live copy. */
  readonly walOnly?: readonly MessageSpec[]
  /** `closed` (where left out): Mail is not running, no -wal and no -shm. `live-copy`: all three files. */
  readonly sidecars?: 'closed' | 'live-copy'
}
