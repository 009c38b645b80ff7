// Fills an empty Envelope Index from a spec: mailboxes, people, messages, senders, odd rows, counters. The same spec gives the
// same rows. Relies on the database having a layout of generation 10.
import type { Db } from './database.ts'
import { countMailboxes, fillMailboxes } from './fillMailboxes.ts'
import { fillMessage, type Filling } from './fillMessages.ts'
import { inserter } from './inserter.ts'
import { interning } from './intern.ts'
import type { StoreSpec } from '../storeSpec.ts'

/** What further messages of the same store are added with: `fillMessage(filling, message)`. */
export function fillStore(db: Db, spec: StoreSpec): Filling {
  const insert = inserter(db)
  const intern = interning(insert)
  const mailboxes = fillMailboxes(insert, spec)
  const filling: Filling = {
    insert,
    intern,
    mailboxes,
    globals: new Map(),
    conversations: new Map(),
    businesses: new Set(),
    next: 1,
  }
  for (const person of spec.people ?? []) intern.address(person)
  for (const message of spec.messages) fillMessage(filling, message)
  for (const message of spec.stream ?? []) fillMessage(filling, message)
  for (const sender of spec.senders ?? []) {
    insert('senders', { ROWID: sender.row, contact_identifier: `contact-${sender.row}`, bucket: 1 })
    for (const address of sender.addresses) insert('sender_addresses', { address, sender: sender.row })
  }
  for (const { table, row } of spec.rows ?? []) insert(table, row)
  countMailboxes(db, spec, mailboxes)
  return filling
}
