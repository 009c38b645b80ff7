// A query as it is understood: what docs/queries.md describes, as data. Types and the closed lists of words alone. Relies on nothing
// that reads mail: From is one field among others here, and checkNarrowing.ts decides what it may do.
import type { Flag } from '../../protocol/adapter.ts'

/** Where words are looked for; `any` is every one of them. */
export const FIELDS = ['any', 'subject', 'from', 'to', 'body'] as const
export type Field = (typeof FIELDS)[number]

/** `ago`: seconds before now; `day`: YYYY-MM-DD, whole, in the time zone of whoever asks. */
export type When = { readonly ago: number } | { readonly day: string }

/**
 * `words`: a phrase; `prefix`: its last word may go on. `date`: an open end is null. `dkim`: the signing domain of an aligned pass,
 * `below`: or of one of its subdomains. `size`: bytes, more or less than.
 */
export type Term =
  | { readonly key: 'all' }
  | { readonly key: 'words'; readonly field: Field; readonly phrase: string; readonly prefix: boolean }
  | { readonly key: 'collection'; readonly value: string }
  | { readonly key: 'tag'; readonly value: string }
  | { readonly key: 'flag'; readonly value: Flag }
  | { readonly key: 'list'; readonly value: string }
  | { readonly key: 'date'; readonly from: When | null; readonly to: When | null }
  | { readonly key: 'dkim'; readonly domain: string; readonly below: boolean }
  | { readonly key: 'unread' }
  | { readonly key: 'known' }
  | { readonly key: 'attachment' }
  | { readonly key: 'size'; readonly over: boolean; readonly bytes: number }

/** `column`: where the term begins in the text, from 1; for what is only wrong with a query as a whole. */
export type Query =
  | { readonly is: 'and' | 'or'; readonly of: readonly Query[]; readonly column: number }
  | { readonly is: 'not'; readonly of: Query; readonly column: number }
  | { readonly is: 'term'; readonly term: Term; readonly column: number }
