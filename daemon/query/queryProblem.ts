// What is wrong with a query, and where: one refusal with the column, from 1, that a person counts on the screen. Pure.
import { type Refusal, refused, type Result } from '../../protocol/refusal.ts'

/** Where in the text (UTF-16 index), what is there, and what belongs there; two clauses. */
export interface Problem {
  readonly at: number
  readonly is: string
  readonly wanted: string
}
export type Read<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }
export const problemAt = (
  at: number,
  is: string,
  wanted: string,
): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: { at, is, wanted },
})

/** The column of an index: code points count, as they do on a screen. */
export const columnOf = (text: string, at: number): number => Array.from(text.slice(0, at)).length + 1

/** The problem as a refusal ("bad-request"). */
export function queryRefusal(column: number, { is, wanted }: Omit<Problem, 'at'>): Refusal {
  const { refusal } = refused('bad-request', {
    is: `the query is wrong at column ${column}: ${is}`,
    wanted,
    fix: 'correct the query; docs/queries.md lists every term',
  })
  return refusal
}

export const asResult = <T>(text: string, read: Read<T>): Result<T> =>
  read.ok ? read : { ok: false, refusal: queryRefusal(columnOf(text, read.problem.at), read.problem) }
