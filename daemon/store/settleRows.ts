// The end of a sync in the index: what no collection holds any more is removed, then letters and the joins of subjects are made anew,
// since a single message can change any of them. Throws what SQLite throws. Relies on the caller's transaction.
import type { Database } from 'better-sqlite3'
import type { Account } from '../../protocol/configTables.ts'
import { foldAddress } from './foldAddress.ts'
import { type Candidate, joinSubjects } from './joinSubjects.ts'

/** A content that an account no longer has; `last`: no account has it any more. */
export interface Dropped {
  readonly sha256: string
  readonly last: boolean
}
export interface SettleRows {
  readonly dropGone: (account: number) => readonly Dropped[]
  /**
   * `sent`: names of the collections of letters that the person sent. `addresses`: of the person; where any are known, what lies there
   * from somebody else is no letter of theirs.
   */
  readonly countLetters: (account: number, own: Pick<Account, 'sent' | 'addresses'>) => void
  readonly joinSubjects: (account: number) => void
}

export function settleRows(database: Database): SettleRows {
  return {
    dropGone: account => dropGone(statements(database), account),
    countLetters: (account, { sent, addresses }) => {
      database.prepare('DELETE FROM letters WHERE account = ?').run(account)
      database.prepare(LETTERS).run({
        account,
        sent: JSON.stringify(sent),
        own: JSON.stringify(addresses.map(foldAddress)),
      })
    },
    joinSubjects: account => joinAll(database, account),
  }
}

const LETTERS = `INSERT INTO letters(account, address, letters)
  SELECT m.account, r.address, count(*) FROM mails m JOIN recipients r ON r.content = m.content
    JOIN contents c ON c.id = m.content
  WHERE m.account = @account AND (json_array_length(@own) = 0
    OR (c.one_author AND c.author IN (SELECT value FROM json_each(@own)))) AND EXISTS (SELECT 1 FROM places p WHERE p.mail = m.id
    AND p.collection IN (SELECT value FROM json_each(@sent))) GROUP BY r.address`

const statements = (database: Database) => ({
  gone: database.prepare<
    [number],
    { readonly id: number; readonly content: number; readonly sha256: string }
  >(
    `SELECT m.id, m.content, c.sha256 FROM mails m JOIN contents c ON c.id = m.content
     WHERE m.account = ? AND NOT EXISTS (SELECT 1 FROM places p WHERE p.mail = m.id)`,
  ),
  dropMail: database.prepare('DELETE FROM mails WHERE id = ?'),
  others: database.prepare<[number], number>('SELECT count(*) FROM mails WHERE content = ?'),
  dropWords: database.prepare('DELETE FROM words WHERE rowid = ?'),
  dropContent: database.prepare('DELETE FROM contents WHERE id = ?'),
})

function dropGone(run: ReturnType<typeof statements>, account: number): readonly Dropped[] {
  return run.gone.all(account).map(({ id, content, sha256 }) => {
    run.dropMail.run(id)
    const last = run.others.pluck().get(content) === 0
    if (last) {
      run.dropWords.run(content)
      run.dropContent.run(content)
    }
    return { sha256, last }
  })
}

interface Row {
  readonly content: number
  readonly thread: number
  readonly at: number
  readonly base: string
  readonly author: string
}
const CANDIDATES = `SELECT m.content, m.thread, m.at, c.base, c.author FROM mails m JOIN contents c ON c.id = m.content
  WHERE m.account = ? AND c.base <> '' AND c.author IS NOT NULL`

function joinAll(database: Database, account: number): void {
  const people = database
    .prepare<[number], string>('SELECT address FROM recipients WHERE content = ?')
    .pluck()
  const candidate = ({ content, ...row }: Row): Candidate => ({
    ...row,
    people: new Set([row.author, ...people.all(content)]),
  })
  const replies = database.prepare<[number], Row>(`${CANDIDATES} AND c.replies`).all(account)
  const alike = database.prepare<[number, string], Row>(`${CANDIDATES} AND c.base = ?`)
  const known = new Map<string, readonly Candidate[]>()
  const earlier = (base: string): readonly Candidate[] => {
    const found = known.get(base) ?? alike.all(account, base).map(candidate)
    known.set(base, found)
    return found
  }
  database.prepare('DELETE FROM joins WHERE account = ?').run(account)
  const join = database.prepare('INSERT INTO joins(thread, account, root) VALUES (?, ?, ?)')
  for (const [thread, root] of joinSubjects(replies.map(candidate), earlier)) join.run(thread, account, root)
}
