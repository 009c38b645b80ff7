// A query as a condition of SQL over one message: constants of this file and parameters, never a word of the query. Pure. Relies on
// the tables of daemon/store/storeDatabase.ts: `m` is the row of mails, `c` the row of contents.
import { boundsOf, type Clock } from './dayBounds.ts'
import type { Field, Query, Term } from './query.ts'

export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** The condition that holds for the messages of `query`. */
export function sqlOf(query: Query, clock: Clock): Condition {
  if (query.is === 'term') return termSql(query.term, clock)
  if (query.is === 'not') {
    const { sql, values } = sqlOf(query.of, clock)
    return { sql: `NOT (${sql})`, values }
  }
  const parts = query.of.map(part => sqlOf(part, clock))
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(query.is === 'and' ? ' AND ' : ' OR '),
    values: parts.flatMap(({ values }) => values),
  }
}

/** Whether one of the places of the message has it. */
const inPlace = (condition: string): string =>
  `EXISTS (SELECT 1 FROM places p WHERE p.mail = m.id AND ${condition})`
/** Columns of the full-text index. */
const COLUMNS: Readonly<Record<Field, string>> = {
  any: '{subject author recipients body}',
  subject: '{subject}',
  from: '{author}',
  to: '{recipients}',
  body: '{body}',
}

function termSql(term: Term, clock: Clock): Condition {
  switch (term.key) {
    case 'all':
      return { sql: '1', values: [] }
    case 'words':
      return { sql: 'c.id IN (SELECT rowid FROM words WHERE words MATCH ?)', values: [matchOf(term)] }
    case 'collection':
      return { sql: inPlace('p.collection = ?'), values: [term.value] }
    case 'tag':
      return { sql: inPlace("instr(p.keywords, ' ' || ? || ' ') > 0"), values: [term.value] }
    case 'flag':
      return { sql: inPlace("instr(p.flags, ' ' || ? || ' ') > 0"), values: [term.value] }
    case 'unread':
      return { sql: `NOT ${inPlace("instr(p.flags, ' seen ') > 0")}`, values: [] }
    case 'list':
      return { sql: "instr(coalesce(c.list_id, ''), ?) > 0", values: [term.value] }
    case 'attachment':
      return { sql: 'c.attached', values: [] }
    case 'size':
      return { sql: term.over ? 'c.bytes > ?' : 'c.bytes < ?', values: [term.bytes] }
    case 'known':
      return { sql: KNOWN, values: [] }
    case 'dkim':
      return dkimSql(term)
    case 'date':
      break
  }
  return dateSql(term, clock)
}

/** An aligned pass, one author, and letters to that author: what StoredMail.known says. */
export const KNOWN =
  "(c.dkim_state = 'pass' AND c.dkim_domain IS NOT NULL AND c.one_author AND EXISTS (SELECT 1 FROM letters l WHERE l.account = m.account AND l.address = c.author))"

function dkimSql({ domain, below }: Extract<Term, { key: 'dkim' }>): Condition {
  const passed = "c.dkim_state = 'pass' AND"
  if (!below) return { sql: `(${passed} c.dkim_domain IS ?)`, values: [domain] }
  const within = "('.' || c.dkim_domain) IS NOT NULL AND substr('.' || c.dkim_domain, -length(?)) = ?"
  return { sql: `(${passed} ${within})`, values: [`.${domain}`, `.${domain}`] }
}

function dateSql(term: Extract<Term, { key: 'date' }>, clock: Clock): Condition {
  const { least, below } = boundsOf(term, clock)
  return {
    sql: `(${least === null ? '1' : 'm.at >= ?'} AND ${below === null ? '1' : 'm.at < ?'})`,
    values: [least, below].filter(bound => bound !== null),
  }
}

/** An FTS5 expression: one quoted phrase, in which nothing has a meaning but a doubled quotation mark. */
const matchOf = ({ field, phrase, prefix }: Extract<Term, { key: 'words' }>): string =>
  `${COLUMNS[field]} : "${phrase.replaceAll('"', '""')}"${prefix ? ' *' : ''}`
