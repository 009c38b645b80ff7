// The mailbox that a sync is cut off over: as the first sync finds it, and what has changed by the second.
import type { FakeMailbox } from './fakeAdapter.ts'
import { message } from './storeWorld.ts'

const letter = (subject: string, at: number, more: Record<string, string> = {}) =>
  message({
    Subject: subject,
    'Message-ID': `<${subject}@x>`,
    Date: new Date(at * 1_000).toUTCString(),
    ...more,
  })

export function fill(mailbox: FakeMailbox): void {
  mailbox.put('m1', letter('one', 1), { received: 1 })
  mailbox.put('m2', letter('two', 2), { received: 2 })
  mailbox.put('m3', letter('three', 3, { 'X-File': 'a.txt' }), { received: 3 })
}

/** One moves and is read, one goes, two come, of which one answers a third. */
export function change(mailbox: FakeMailbox): void {
  mailbox.remove('m1')
  mailbox.put('n1', letter('one', 1), { received: 1, collection: 'Sent', flags: ['seen'] })
  mailbox.remove('m2')
  mailbox.put('m4', letter('four', 4, { 'In-Reply-To': '<three@x>', 'X-File': 'b.txt' }), { received: 4 })
  mailbox.put('m5', letter('five', 5), { received: 5 })
}
