// Answers a query from the index: which messages, in which order, with which threads. Relies on daemon/query/ for the condition and on
// storedMail.ts for what is told of each. A message shows once it is whole: entered, and in some collection.
import type { Database } from 'better-sqlite3'
import * as cap from '../../protocol/limits.ts'
import { type Condition, sqlOf } from '../query/sqlOf.ts'
import type { Query } from '../query/query.ts'
import type { AccountRow } from './accountRows.ts'
import type { Asked, Found, FoundMail } from './store.ts'
import type { StoreFolders } from './storeFolders.ts'
import { queryNotes } from './queryNotes.ts'
import { storedMails } from './storedMail.ts'

interface Hit {
  readonly id: number
  /** The thread, with those that only their subject joins to it. */
  readonly thread: number
  readonly bySubject: number
}
interface Site {
  readonly database: Database
  readonly folders: StoreFolders
}

/** What `asked` finds. Throws SQLite's errors. */
export function findMail(
  site: Site,
  row: AccountRow,
  { asked, query }: { asked: Asked; query: Query },
): Found {
  const hits = matching(site.database, row.id, sqlOf(query, asked))
  const roots = hits.slice(0, Math.min(asked.limit, cap.VIEW_ROOTS))
  const { hits: all, cut } =
    asked.expand === 'thread' ? expanded(site.database, row.id, roots) : { hits: roots, cut: 0 }
  const isRoot = new Set(roots.map(({ id }) => id))
  const mails = storedMails(
    site,
    row,
    all.map(({ id }) => id),
  )
  const numbers = new Map<number, number>()
  const messages = all.flatMap(({ id, thread, bySubject }): FoundMail[] => {
    const mail = mails.get(id)
    if (!mail) return []
    const number = numbers.get(thread) ?? numbers.size + 1
    numbers.set(thread, number)
    return [{ mail, thread: number, bySubject: bySubject === 1, root: isRoot.has(id) }]
  })
  const notes = queryNotes(site.database, row.id, query)
  return { messages, matched: hits.length, more: hits.length - roots.length, cut, notes }
}

const HITS = `SELECT m.id, coalesce(j.root, m.thread) AS thread, j.root IS NOT NULL AS bySubject
  FROM mails m JOIN contents c ON c.id = m.content LEFT JOIN joins j ON j.thread = m.thread
  WHERE m.account = ? AND EXISTS (SELECT 1 FROM places p WHERE p.mail = m.id)`
const NEWEST = 'ORDER BY m.at DESC, m.id DESC'

const matching = (database: Database, account: number, { sql, values }: Condition): readonly Hit[] =>
  database.prepare<unknown[], Hit>(`${HITS} AND (${sql}) ${NEWEST}`).all(account, ...values)

/** The threads of `roots`, the one with the newest root first: its roots, then what it pulls in. */
function expanded(
  database: Database,
  account: number,
  roots: readonly Hit[],
): { readonly hits: readonly Hit[]; readonly cut: number } {
  const threads = new Map<number, { readonly roots: Hit[]; readonly others: Hit[] }>()
  for (const root of roots) {
    const thread = threads.get(root.thread) ?? { roots: [], others: [] }
    thread.roots.push(root)
    threads.set(root.thread, thread)
  }
  const isRoot = new Set(roots.map(({ id }) => id))
  const wanted = JSON.stringify([...threads.keys()])
  for (const hit of database.prepare<unknown[], Hit>(OF_THREADS).all(account, wanted, wanted))
    if (!isRoot.has(hit.id)) threads.get(hit.thread)?.others.push(hit)
  const hits: Hit[] = []
  let cut = 0
  let room = cap.VIEW_MESSAGES - roots.length
  for (const thread of threads.values()) {
    const others = thread.others.slice(0, Math.min(cap.THREAD_MESSAGES, room))
    room -= others.length
    if (others.length < thread.others.length) cut++
    hits.push(...thread.roots, ...others)
  }
  return { hits, cut }
}

const OF_THREADS = `${HITS} AND m.thread IN (
  SELECT value FROM json_each(?) UNION SELECT thread FROM joins WHERE root IN (SELECT value FROM json_each(?)))
  ${NEWEST}`
