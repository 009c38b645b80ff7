// The caps of the store and of queries: where each has a case at the cap and one past it. Part of limits.test.ts.
import { parseQuery } from '../../daemon/query/parseQuery.ts'

export const HERE = {
  QUERY_CHARS: (amount: number) => parseQuery('a'.repeat(amount)).ok,
  QUERY_TERMS: (amount: number) => parseQuery('a '.repeat(amount)).ok,
  QUERY_DEPTH: (amount: number) => parseQuery(`${'('.repeat(amount)}a${')'.repeat(amount)}`).ok,
} as const

export const ELSEWHERE = {
  MESSAGE_BYTES: {
    file: 'daemon/store/sync',
    titles: ['is listed with a problem where it is larger than a message may be, and never fetched'],
  },
  THREAD_MESSAGES: {
    file: 'daemon/store/threads',
    titles: ['takes of one thread what the cap allows, and counts it where that is not all'],
  },
} as const
