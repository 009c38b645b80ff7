// What the store tells of a message, read from the index. Relies on the rows being what sync entered; the flags and words of a place are
// the adapter's, everything else was checked before it was entered.
import type { Database } from 'better-sqlite3'
import { type Dkim, DKIM_STATES } from '../../protocol/message.ts'
import { KNOWN } from '../query/sqlOf.ts'
import type { AccountRow } from './accountRows.ts'
import { wordsOf } from './placeRows.ts'
import type { PlaceOfMail, StoredMail } from './store.ts'
import type { StoreFolders } from './storeFolders.ts'

interface Row {
  readonly id: number
  readonly sha256: string
  readonly bytes: number
  readonly problem: string | null
  readonly received: number | null
  readonly dkim_state: string
  readonly dkim_domain: string | null
  readonly dkim_why: string | null
  readonly known: number
  readonly letters: number | null
}
interface PlaceRow {
  readonly mail: number
  readonly message: string
  readonly collection: string
  readonly flags: string
  readonly keywords: string
}
const ROWS = `SELECT m.id, c.sha256, c.bytes, c.problem, m.received, c.dkim_state, c.dkim_domain, c.dkim_why,
    ${KNOWN} AS known, (SELECT letters FROM letters l WHERE l.account = m.account AND l.address = c.author) AS letters
  FROM json_each(?) ids JOIN mails m ON m.id = ids.value JOIN contents c ON c.id = m.content`
const PLACES = `SELECT p.mail, p.message, p.collection, p.flags, p.keywords
  FROM json_each(?) ids JOIN places p ON p.mail = ids.value ORDER BY p.collection, p.message`

/** The messages of these ids, by id. Throws SQLite's errors. */
export function storedMails(
  { database, folders }: { readonly database: Database; readonly folders: StoreFolders },
  { name }: AccountRow,
  ids: readonly number[],
): ReadonlyMap<number, StoredMail> {
  const asked = JSON.stringify(ids)
  const places = new Map<number, PlaceOfMail[]>()
  for (const { mail, message, collection, flags, keywords } of database
    .prepare<[string], PlaceRow>(PLACES)
    .all(asked)) {
    const place = { message, collection, flags: wordsOf(flags), keywords: wordsOf(keywords) }
    places.set(mail, [...(places.get(mail) ?? []), place])
  }
  const rows = database.prepare<[string], Row>(ROWS).all(asked)
  return new Map(
    rows.map((row): [number, StoredMail] => [
      row.id,
      {
        account: name,
        sha256: row.sha256,
        raw: folders.rawOf(name, row.sha256),
        bytes: row.bytes,
        parsed: row.problem === null ? folders.parsedOf(row.sha256) : null,
        problem: row.problem,
        received: row.received,
        places: places.get(row.id) ?? [],
        dkim: dkimOf(row),
        known: row.known === 1,
        writtenTo: row.letters ?? 0,
      },
    ]),
  )
}

function dkimOf({ dkim_state, dkim_domain, dkim_why }: Row): Dkim {
  const state = DKIM_STATES.find(one => one === dkim_state) ?? 'error'
  return { state, domain: state === 'pass' ? dkim_domain : null, why: dkim_why }
}
