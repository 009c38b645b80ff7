// What a person should know who finds less than they thought: a collection that holds nothing, or signatures that nobody has looked
// at. Reads the index alone. A query that matches nothing is no error: but an empty answer must not hide its cause.
import type { Database } from 'better-sqlite3'
import { SENTENCE_CHARS } from '../../protocol/limits.ts'
import { cut } from '../../protocol/text/cut.ts'
import type { Query, Term } from '../query/query.ts'

/** Sentences about `query` in the account of row `account`, none where nothing is odd. Throws SQLite's errors. */
export function queryNotes(database: Database, account: number, query: Query): readonly string[] {
  const terms = termsOf(query)
  const empty = terms.flatMap(term =>
    term.key === 'collection' && !holds(database, account, term.value)
      ? [`no message of this account is in a collection called ${JSON.stringify(term.value)}`]
      : [],
  )
  const asksForProof = terms.some(({ key }) => key === 'dkim' || key === 'known')
  const unchecked = asksForProof && !isChecked(database, account) ? [UNCHECKED] : []
  return [...new Set([...empty, ...unchecked])].map(sentence => cut(sentence, SENTENCE_CHARS))
}

const UNCHECKED =
  'no signature of this account was ever checked, so dkim: and known: match nothing: [dkim] lookup in twin.toml was off when its mail came'

function termsOf(query: Query): readonly Term[] {
  if (query.is === 'term') return [query.term]
  return query.is === 'not' ? termsOf(query.of) : query.of.flatMap(termsOf)
}

const holds = (database: Database, account: number, collection: string): boolean =>
  database.prepare(HELD).get(account, collection) !== undefined
const HELD = 'SELECT 1 FROM places WHERE account = ? AND collection = ? AND mail IS NOT NULL LIMIT 1'

const isChecked = (database: Database, account: number): boolean =>
  database.prepare(CHECKED).get(account) !== undefined
const CHECKED = `SELECT 1 FROM mails m JOIN contents c ON c.id = m.content
  WHERE m.account = ? AND c.dkim_state <> 'not-checked' LIMIT 1`
