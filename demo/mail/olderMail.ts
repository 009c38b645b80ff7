// Mail of the last months in the demo's store: what the user has sent (which makes a correspondent of somebody), what lies in
// Trash and Spam, and older mail that the window must leave out. Relies on people.ts and demoAccounts' mailbox keys.
import { ownId } from './inboxMail.ts'
import { friends, me, others, type Friend } from './people.ts'
import type { MessageSpec, PersonSpec } from '../storeSpec.ts'

const DAY = 86_400

/** Letters the user has sent, by person and account. */
const LETTERS: readonly (readonly [Friend, 'work' | 'private', number])[] = [
  ['jonas', 'work', 31],
  ['ann', 'work', 14],
  ['priya', 'work', 5],
  ['kari', 'work', 2],
  ['yuki', 'work', 1],
  ['helen', 'private', 9],
  ['tomas', 'private', 4],
  ['marta', 'private', 3],
]
const TOPICS = ['Contract', 'Next steps', 'Numbers', 'Thursday', 'Draft', 'Thank you', 'A question']

export function sentMail(now: number): MessageSpec[] {
  return LETTERS.flatMap(([friend, account, letters]) =>
    Array.from({ length: letters }, (_, i) => letter(now, { to: friends[friend], account, number: i })),
  )
}

function letter(
  now: number,
  { to, account, number }: { to: PersonSpec; account: 'work' | 'private'; number: number },
): MessageSpec {
  const subject = `${TOPICS[number % TOPICS.length]} ${number + 1}`
  const date = now - (3 + number * 4) * DAY - number * 977
  const where =
    account === 'work' ? { mailbox: 'work/sent' } : { mailbox: 'private/all', labels: ['private/sent'] }
  return {
    ...where,
    from: me[account],
    to: [{ to }, ...(number % 5 === 4 ? [{ to: friends.jonas, type: 1 }] : [])],
    subject,
    received: date,
    read: true,
    messageId: ownId(me[account], `${to.address} ${subject}`),
  }
}

/** Older than any window, and what is in scope's accounts but in no inbox. */
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
