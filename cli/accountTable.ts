// The accounts of a store and whether twin reads them, as lines. Relies on table.ts.
import type { CollectAnswer } from '../protocol/request.ts'
import type { Line } from './answer.ts'
import { table } from './table.ts'

/** One row an account; one that could not be named is out of scope and says so. */
export function accountTable(accounts: CollectAnswer['accounts'], columns: number): Line[] {
  const rows = accounts.map(({ label, inScope, messages }) => [
    label || '(could not be named)',
    inScope ? 'yes' : 'no',
    String(messages),
  ])
  return table(['account', 'in scope', 'messages'], rows, columns)
}
