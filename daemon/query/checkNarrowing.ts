// What From may do in a query: narrow, never widen. Anybody can write any From, so a result must never hold a message because of
// one alone. Pure. The rule: an `or` or a `not` reads From in all of its terms or in none; then every query is one condition on
// From and one that does not know it, and both must hold.
import type { Query } from './query.ts'

/** Where the rule is broken, from column 1; undefined where it holds. */
export function checkNarrowing(
  query: Query,
): { readonly column: number; readonly is: string; readonly wanted: string } | undefined {
  if (query.is === 'term') return undefined
  const operands = query.is === 'not' ? [query.of] : query.of
  const reads = operands.map(readsFrom)
  if (query.is !== 'and' && reads.includes('some'))
    return {
      column: query.column,
      is: `from: stands beside other terms under "${query.is}", where a From that anybody can write would let messages in`,
      wanted: 'from: joined to everything else by "and"',
    }
  if (query.is === 'or' && new Set(reads).size > 1)
    return {
      column: query.column,
      is: 'from: stands under "or" with other terms, where a From that anybody can write would let messages in',
      wanted: 'from: joined to everything else by "and"',
    }
  for (const operand of operands) {
    const problem = checkNarrowing(operand)
    if (problem) return problem
  }
  return undefined
}

/** Whether all, none or some of its terms read From. */
function readsFrom(query: Query): 'all' | 'none' | 'some' {
  if (query.is === 'term') return query.term.key === 'words' && query.term.field === 'from' ? 'all' : 'none'
  const reads = new Set((query.is === 'not' ? [query.of] : query.of).map(readsFrom))
  const [only] = reads
  return reads.size === 1 && only !== undefined ? only : 'some'
}
