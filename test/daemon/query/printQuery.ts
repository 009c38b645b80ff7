// A tree of a query as text again, for the tests that read it back.
import type { Query, Term, When } from '../../../daemon/query/query.ts'

/** Text that parses to the same tree, but for its columns. */
export function printQuery(query: Query): string {
  if (query.is === 'term') return printTerm(query.term)
  if (query.is === 'not') return `not ${grouped(query.of)}`
  return query.of.map(grouped).join(` ${query.is} `)
}

const grouped = (query: Query): string =>
  query.is === 'term' ? printTerm(query.term) : `(${printQuery(query)})`
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
const when = (end: When | null): string =>
  end === null
    ? ''
    : 'day' in end
      ? end.day
      : end.ago % 86_400 === 0
        ? `${end.ago / 86_400}d`
        : `${end.ago / 3_600}h`

function printTerm(term: Term): string {
  switch (term.key) {
    case 'all':
      return '*'
    case 'words': {
      const key = term.field === 'any' ? '' : `${term.field}:`
      return term.prefix ? `${key}${term.phrase}*` : `${key}${quoted(term.phrase)}`
    }
    case 'collection':
    case 'tag':
    case 'list':
      return `${term.key}:${quoted(term.value)}`
    case 'flag':
      return `flag:${term.value}`
    case 'unread':
      return 'is:unread'
    case 'known':
      return 'known:yes'
    case 'attachment':
      return 'has:attachment'
    case 'size':
      return `size:${term.over ? '>' : '<'}${term.bytes}`
    case 'dkim':
      return `dkim:${term.below ? '.' : ''}${term.domain}`
    case 'date':
      break
  }
  return `date:${when(term.from)}..${when(term.to)}`
}

/** The tree without its columns. */
export function bare(query: Query): unknown {
  if (query.is === 'term') return query.term
  return query.is === 'not' ? { not: bare(query.of) } : { [query.is]: query.of.map(bare) }
}
