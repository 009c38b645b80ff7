// The grammar of queries: text to a tree, or to the one place where it is wrong. Pure. Relies on lexQuery.ts for tokens, on
// readTerm.ts for each term and on checkNarrowing.ts for what From may do. A grammar of this size needs no library.
import * as cap from '../../protocol/limits.ts'
import type { Result } from '../../protocol/refusal.ts'
import { checkNarrowing } from './checkNarrowing.ts'
import { lexQuery, type Token } from './lexQuery.ts'
import type { Query } from './query.ts'
import { asResult, columnOf, problemAt, queryRefusal, type Read } from './queryProblem.ts'
import { readTerm } from './readTerm.ts'

/** The tree of `text`; refused ("bad-request") with the column where it is none. Never throws. */
export function parseQuery(text: string): Result<Query> {
  if (text.length > cap.QUERY_CHARS)
    return {
      ok: false,
      refusal: queryRefusal(cap.QUERY_CHARS + 1, {
        is: 'it goes on',
        wanted: `at most ${cap.QUERY_CHARS} characters`,
      }),
    }
  const parsed = asResult(text, parse(text))
  if (!parsed.ok) return parsed
  const problem = checkNarrowing(parsed.value)
  return problem ? { ok: false, refusal: queryRefusal(problem.column, problem) } : parsed
}

/** What is read so far. `terms`: how many. */
interface Reader {
  readonly text: string
  readonly tokens: readonly Token[]
  next: number
  terms: number
}

function parse(text: string): Read<Query> {
  const tokens = lexQuery(text)
  if (!tokens.ok) return tokens
  if (tokens.value.length === 0) return problemAt(0, 'it is empty', 'at least one term; * is everything')
  const reader: Reader = { text, tokens: tokens.value, next: 0, terms: 0 }
  const query = joined(reader, 'or', 0)
  const left = reader.tokens[reader.next]
  if (query.ok && left) return problemAt(left.at, 'a closing parenthesis without an opening one', 'a term')
  return query
}

/** A list of operands: of `or` around those of `and`, which is also what stands between two terms without a word. */
function joined(reader: Reader, word: 'or' | 'and', depth: number): Read<Query> {
  const operands: Query[] = []
  const column = columnHere(reader)
  do {
    const operand = word === 'or' ? joined(reader, 'and', depth) : single(reader, depth)
    if (!operand.ok) return operand
    operands.push(operand.value)
  } while (goesOn(reader, word))
  const [first] = operands
  const query: Query = operands.length === 1 && first ? first : { is: word, of: operands, column }
  return { ok: true, value: query }
}

function goesOn(reader: Reader, word: 'or' | 'and'): boolean {
  const token = reader.tokens[reader.next]
  if (token?.is === word) reader.next++
  else return word === 'and' && (token?.is === 'term' || token?.is === 'open' || token?.is === 'not')
  return true
}

function single(reader: Reader, depth: number): Read<Query> {
  const token = reader.tokens[reader.next]
  const column = columnHere(reader)
  if (!token) return problemAt(reader.text.length, 'it ends', 'a term')
  if (depth > cap.QUERY_DEPTH)
    return problemAt(token.at, 'it is nested too deep', `at most ${cap.QUERY_DEPTH} levels`)
  reader.next++
  if (token.is === 'not') {
    const inner = single(reader, depth + 1)
    return inner.ok ? { ok: true, value: { is: 'not', of: inner.value, column } } : inner
  }
  if (token.is === 'open') return grouped(reader, token.at, depth + 1)
  if (token.is !== 'term')
    return problemAt(token.at, `"${WORDS[token.is]}" without a term before it`, 'a term')
  if (++reader.terms > cap.QUERY_TERMS)
    return problemAt(token.at, 'one term more than a query may have', `at most ${cap.QUERY_TERMS} terms`)
  const term = readTerm(token)
  return term.ok ? { ok: true, value: { is: 'term', term: term.value, column } } : term
}
const WORDS = { and: 'and', or: 'or', close: ')' } as const

function grouped(reader: Reader, at: number, depth: number): Read<Query> {
  const inner = joined(reader, 'or', depth)
  if (!inner.ok) return inner
  if (reader.tokens[reader.next]?.is !== 'close')
    return problemAt(at, 'a parenthesis that is not closed', 'a closing one')
  reader.next++
  return inner
}

const columnHere = ({ text, tokens, next }: Reader): number => columnOf(text, tokens[next]?.at ?? text.length)
