// Makes a change once, however often it is asked for, and tells whether it was made. What is noted before and after the act decides; where
// only the first note is there, the verb looks at the Maildir itself. Relies on journal.ts and on one file a verb.
import type { Verb } from '../../../protocol/adapter.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import type { Applied, Change } from '../adapter.ts'
import { systemRefusal } from '../systemRefusal.ts'
import { addVerb } from './addVerb.ts'
import type { Settled, VerbWork, Workshop } from './workshop.ts'
import { draftVerb } from './draftVerb.ts'
import { flagVerb } from './flagVerb.ts'
import type { Entry } from './journal.ts'
import { notThere, otherChange, undecided, unsupported } from './refusals.ts'
import { removeVerb } from './removeVerb.ts'
import { called } from './systemCall.ts'

const WORK: Readonly<Record<Verb, VerbWork | null>> = {
  'collection.add': addVerb,
  'collection.remove': removeVerb,
  'flag.add': flagVerb,
  'flag.remove': flagVerb,
  trash: flagVerb,
  expunge: removeVerb,
  draft: draftVerb,
  // A Maildir is a place, and sends nothing.
  send: null,
}

/** What the message is called afterwards; null where it is not in its folder any more. Refused where nothing has been done. */
export function applyChange(shop: Workshop, change: Change): Result<string | null> {
  const work = WORK[change.verb]
  if (!work) return unsupported
  const entry = shop.journal.read(change.nonce)
  if (entry && !isSame(entry, change)) return otherChange
  if (entry?.phase === 'done') return done(entry.result)
  const settled = entry && settle(shop, entry)
  if (settled?.was === 'yes') return done(settled.result)
  if (settled?.was === 'unknown') return undecided
  const { message, from } = change
  if (message !== null && shop.locator.folderOf(message)?.collection !== from) return notThere
  return made(shop, work, change)
}

/** Truthful for what this adapter has begun; what it knows nothing of, it has not done. */
export function wasApplied(shop: Workshop, nonce: string): Applied {
  const entry = shop.journal.read(nonce)
  if (!entry) return 'no'
  return entry.phase === 'done' ? 'yes' : settle(shop, entry).was
}

/** Ends what a crash left half done: a message that waits in tmp/ is seen by nobody. */
export function recover(shop: Workshop): void {
  // What cannot be ended now is ended when it is asked for, or the next time.
  for (const entry of shop.journal.open()) called(() => settle(shop, entry))
}

function made(shop: Workshop, work: VerbWork, change: Change): Result<string | null> {
  const { journal } = shop
  const result = called(() => work.make(shop, change))
  const entry = journal.read(change.nonce)
  if (result.ok && result.value.ok) {
    // It is done, and can be seen to be: a note that cannot be written changes nothing about that.
    const finished = { ...(entry ?? unbegun(change)), phase: 'done' as const, result: result.value.value }
    called(() => journal.write(finished))
    return result.value
  }
  if (result.ok) {
    if (entry) journal.forget(change.nonce)
    return result.value
  }
  const settled = entry && settle(shop, entry)
  return settled?.was === 'yes' ? done(settled.result) : systemRefusal(result.errno)
}

/** Of a change for which nothing had to be done. */
const unbegun = ({ nonce, verb, message, from, to }: Change): Entry => ({
  v: 1,
  nonce,
  verb,
  message,
  from,
  to,
  phase: 'begun',
  name: '',
  stamp: null,
  original: null,
  result: null,
})

/** The verb's own look, noted: `no` leaves nothing behind, so that the change can be made anew. */
function settle(shop: Workshop, entry: Entry): Settled {
  const settled = WORK[entry.verb]?.settle(shop, entry) ?? { was: 'unknown' as const }
  if (settled.was === 'yes') shop.journal.write({ ...entry, phase: 'done', result: settled.result })
  if (settled.was === 'no') shop.journal.forget(entry.nonce)
  return settled
}

const isSame = (entry: Entry, change: Change): boolean =>
  entry.verb === change.verb &&
  entry.message === change.message &&
  entry.from === change.from &&
  entry.to === change.to
