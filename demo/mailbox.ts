// The mailbox that `twin demo` reads: a day of believable mail in three accounts and one that nobody can name, with months of
// letters behind it. The same `now` gives the same store. Relies on the line files beside it; in scope are Work and Private.
import { demoAccounts } from './mail/accounts.ts'
import { inboxMail, type Line } from './mail/inboxMail.ts'
import { hostileLines } from './mail/hostileLines.ts'
import { privateLines } from './mail/privateLines.ts'
import { workLines } from './mail/workLines.ts'
import { quietMail } from './mail/quietMail.ts'
import { sentMail } from './mail/sentMail.ts'
import { friends, me, others, people } from './mail/people.ts'
import type { MessageSpec, StoreSpec } from './storeSpec.ts'

/** What the demo's twin.toml lists as `accounts`. */
export const demoScope = ['Work', 'Private'] as const

/** `now`: Unix seconds. Throws RangeError for milliseconds, which would put all mail into another age. */
export function demoMailbox(now: number): StoreSpec {
  if (!Number.isSafeInteger(now) || now > 100_000_000_000)
    throw new RangeError('Cannot make the demo mailbox: now is not in whole Unix seconds')
  return {
    accounts: demoAccounts,
    people,
    // As on a real Mac: few, and numbered so that a join by the wrong column names somebody else.
    senders: [3, 4, 5].map(row => ({ row, addresses: [row + 9] })),
    messages: [...quietMail(now), ...sentMail(now), ...received(now)],
    walOnly: newest(now),
  }
}

function received(now: number): MessageSpec[] {
  const work = { now, me: me.work, mailbox: 'work/inbox' }
  const all = { now, me: me.private, mailbox: 'private/all', labels: ['private/inbox', 'private/important'] }
  const bulk = { ...all, labels: ['private/inbox'] }
  return [
    ...inboxMail(work, [...workLines, copied]),
    ...inboxMail(all, [...privateLines, copied]),
    ...inboxMail(bulk, hostileLines),
    ...inboxMail({ now, me: me.family, mailbox: 'family/inbox' }, familyLines),
    ...inboxMail({ now, me: me.family, mailbox: 'unnamed/inbox' }, unnamedLines),
  ]
}

/** One letter to both addresses: two rows, one Message-ID, one link. */
const copied: Line = [
  385,
  friends.tomas,
  'Tickets for Friday',
  'I sent this to both of your addresses. I need to pay by six; are you in?',
  { category: 0, to: [{ to: me.work }, { to: me.private }] },
]

const familyLines: Line[] = [
  [50, friends.helen, 'Photos from the garden', 'Forty of them!', { category: 0 }],
  [160, others.clinic, 'Test results', 'Private and out of scope.', { category: 0, highImpact: true }],
  [420, others.school, 'Parents’ evening', '', { category: 0 }],
]

const unnamedLines: Line[] = [
  [65, others.bank, 'Whose account is this', 'Nothing names it.', { category: 0 }],
  [66, others.parcel, 'Somebody’s parcel', '', { category: 2 }],
]

/** The last one came while Mail was running: it lies only in the write-ahead log. */
function newest(now: number): MessageSpec[] {
  const line: Line = [
    4,
    friends.ann,
    'One more thing about Tuesday',
    'Page 7 needs your initials too. Same deadline, sorry!',
    { prefix: 'Re: ', category: 0, highImpact: true },
  ]
  return inboxMail({ now, me: me.work, mailbox: 'work/inbox' }, [line])
}
