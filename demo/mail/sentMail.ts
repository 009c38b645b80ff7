// What the user of the demo has sent in the last months, which makes a correspondent of somebody. Relies on people.ts and on
// the mailbox keys of demoAccounts.
import { ownId } from './inboxMail.ts'
import { friends, me, type Friend } from './people.ts'
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
