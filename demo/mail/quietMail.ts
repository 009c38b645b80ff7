// Mail of the demo that no brief may list: older than any window, or in no inbox: Trash, Spam, Archive. Relies on people.ts and
// on the mailbox keys of demoAccounts.
import { ownId } from './inboxMail.ts'
import { others } from './people.ts'
import type { MessageSpec } from '../storeSpec.ts'

const DAY = 86_400

/** `now`: Unix seconds. */
export function quietMail(now: number): MessageSpec[] {
  const seen: MessageSpec[] = Array.from({ length: 40 }, (_, i) => {
    const from = Object.values(others)[i % Object.keys(others).length] ?? others.bank
    const place = i % 2 ? { mailbox: 'work/inbox' } : { mailbox: 'private/all', labels: ['private/inbox'] }
    const received = now - (2 + i) * DAY
    const subject = `Earlier mail ${i + 1}`
    return { ...place, from, subject, received, read: i % 3 > 0, messageId: ownId(from, subject) }
  })
  const elsewhere = (mailbox: string, minutes: number): MessageSpec => ({
    mailbox,
    from: others.sale,
    subject: `Lies in ${mailbox}`,
    received: now - minutes * 60,
    messageId: ownId(others.sale, mailbox),
  })
  return [
    ...seen,
    elsewhere('private/trash', 90),
    elsewhere('private/spam', 91),
    elsewhere('private/all', 92),
    elsewhere('work/trash', 93),
    elsewhere('work/junk', 94),
    elsewhere('work/contracts', 95),
    elsewhere('local/old', 96),
  ]
}
