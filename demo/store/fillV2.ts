// The rows of a V2 store (macOS 10.7 to 10.10), of which a reader needs no more than that mail is there. Relies on
// statementsV2.ts; apple-mail-store.md 2.2.
import type { Db } from './database.ts'
import { flagsOf } from './flags.ts'
import { mailboxUrl } from './mailboxUrl.ts'
import type { MessageSpec, StoreSpec } from '../storeSpec.ts'

export function fillV2(db: Db, spec: StoreSpec): undefined {
  const mailboxes = new Map<string, number | bigint>()
  const addMailbox = db.prepare('INSERT INTO mailboxes (url) VALUES (?)')
  for (const account of spec.accounts)
    for (const mailbox of account.mailboxes)
      mailboxes.set(mailbox.key, addMailbox.run(mailboxUrl(account, mailbox)).lastInsertRowid)
  const add = messageAdder(db)
  for (const message of [...spec.messages, ...(spec.walOnly ?? [])])
    add(message, mailboxes.get(message.mailbox) ?? null)
  return undefined
}

function messageAdder(db: Db): (message: MessageSpec, mailbox: number | bigint | null) => void {
  const subject = db.prepare('INSERT INTO subjects (subject, normalized_subject) VALUES (?, ?)')
  const address = db.prepare('INSERT OR IGNORE INTO addresses (address, comment) VALUES (?, ?)')
  const addressRow = db.prepare('SELECT ROWID FROM addresses WHERE address = ? AND comment = ?').pluck()
  const insert = db.prepare(
    `INSERT INTO messages (sender, subject_prefix, subject, date_sent, date_received, mailbox, flags, read, flagged, snippet)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return (message, mailbox) => {
    if (message.from) address.run(message.from.address, message.from.name)
    insert.run(
      message.from ? addressRow.get(message.from.address, message.from.name) : null,
      message.prefix ?? null,
      subject.run(message.subject, message.subject).lastInsertRowid,
      message.sent ?? message.received,
      message.received,
      mailbox,
      flagsOf(message),
      Number(message.read ?? false),
      Number(message.flagged ?? false),
      message.preview ?? null,
    )
  }
}
