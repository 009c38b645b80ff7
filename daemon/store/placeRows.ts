// Which message lies in which collection, as the adapter lists it. What is listed and not yet fetched has no mail; a place that is
// no longer listed is removed at once, its mail only at the end of the sync: it may have moved. Throws what SQLite throws.
import type { Database } from 'better-sqlite3'
import type { Listed } from '../../protocol/adapter.ts'
import { MESSAGE_BYTES } from '../../protocol/limits.ts'
import type { Page } from '../adapters/adapters.ts'

interface Row {
  readonly collection: string
  readonly flags: string
  readonly keywords: string
  readonly bytes: number
  readonly listing: number
}
/** What is to be fetched. */
export interface Pending {
  readonly message: string
  readonly received: number | null
  readonly bytes: number
}
/** `again`: what is listed is fetched anew, since the adapter's names may mean something else than before. */
export interface Listing {
  readonly account: number
  readonly number: number
  readonly again: boolean
}
export interface PlaceRows {
  /** Takes one page in, whole or not at all, and gives how many places it changed. */
  readonly apply: (listing: Listing, page: Page) => number
  /** Removes what the whole listing did not have. */
  readonly dropUnlisted: (listing: Listing) => void
  readonly nextListing: (account: number) => number
  /** `after`: the last name of the batch before. */
  readonly pending: (account: number, after: string, most: number) => readonly Pending[]
  readonly countPending: (account: number) => number
  readonly place: (account: number, message: string, mail: number) => void
  readonly fail: (account: number, message: string, problem: string) => void
}

const WANTED = `account = ? AND mail IS NULL AND bytes <= ${MESSAGE_BYTES}`
const TOO_LARGE = `it is over ${MESSAGE_BYTES} bytes`

export function placeRows(database: Database): PlaceRows {
  const run = statements(database)
  return {
    apply: database.transaction((listing: Listing, page: Page) => {
      for (const name of page.gone) run.remove.run(listing.account, name)
      return page.messages.filter(listed => takeIn(run, listing, listed)).length
    }),
    dropUnlisted: ({ account, number }) => void run.dropUnlisted.run(account, number),
    nextListing: account => (run.lastListing.pluck().get(account) ?? 0) + 1,
    pending: (account, after, most) => run.pending.all(account, after, most),
    countPending: account => run.countPending.pluck().get(account) ?? 0,
    place: (account, message, mail) => void run.place.run(mail, account, message),
    fail: (account, message, problem) => void run.fail.run(problem, account, message),
  }
}

type Statements = ReturnType<typeof statements>
const statements = (database: Database) => ({
  remove: database.prepare('DELETE FROM places WHERE account = ? AND message = ?'),
  read: database.prepare<[number, string], Row>(
    'SELECT collection, flags, keywords, bytes, listing FROM places WHERE account = ? AND message = ?',
  ),
  insert: database.prepare(
    `INSERT INTO places(account, message, collection, flags, keywords, bytes, received, problem, listing)
     VALUES (@account, @message, @collection, @flags, @keywords, @bytes, @received, @problem, @listing)
     ON CONFLICT(account, message) DO UPDATE SET collection = excluded.collection, flags = excluded.flags,
       keywords = excluded.keywords, received = excluded.received, listing = excluded.listing,
       problem = CASE WHEN places.bytes = excluded.bytes THEN places.problem ELSE excluded.problem END,
       mail = CASE WHEN @again OR places.bytes <> excluded.bytes THEN NULL ELSE places.mail END, bytes = excluded.bytes`,
  ),
  seen: database.prepare('UPDATE places SET listing = ? WHERE account = ? AND message = ?'),
  dropUnlisted: database.prepare('DELETE FROM places WHERE account = ? AND listing <> ?'),
  lastListing: database.prepare<[number], number>('SELECT max(listing) FROM places WHERE account = ?'),
  pending: database.prepare<[number, string, number], Pending>(
    `SELECT message, received, bytes FROM places WHERE ${WANTED} AND message > ? ORDER BY message LIMIT ?`,
  ),
  countPending: database.prepare<[number], number>(`SELECT count(*) FROM places WHERE ${WANTED}`),
  place: database.prepare('UPDATE places SET mail = ?, problem = NULL WHERE account = ? AND message = ?'),
  fail: database.prepare('UPDATE places SET problem = ? WHERE account = ? AND message = ?'),
})

/** Whether the place is new or other than before. */
function takeIn(run: Statements, { account, number, again }: Listing, listed: Listed): boolean {
  const row = {
    account,
    message: listed.message,
    collection: listed.collection,
    flags: worded(listed.flags),
    keywords: worded(listed.keywords),
    bytes: listed.bytes,
    received: listed.received,
    problem: listed.bytes > MESSAGE_BYTES ? TOO_LARGE : null,
    listing: number,
    again: again ? 1 : 0,
  }
  const before = run.read.get(account, listed.message)
  const isSame =
    before !== undefined &&
    before.collection === row.collection &&
    before.flags === row.flags &&
    before.keywords === row.keywords &&
    before.bytes === row.bytes
  if (isSame && !again) {
    if (before.listing !== number) run.seen.run(number, account, listed.message)
    return false
  }
  run.insert.run(row)
  return !isSame && before !== undefined
}

/** Words between blanks, so that one of them can be looked for whole. */
const worded = (words: readonly string[]): string => (words.length === 0 ? ' ' : ` ${words.join(' ')} `)
/** The words of such a text. */
export const wordsOf = (text: string): readonly string[] => text.split(' ').filter(word => word !== '')
