// Messages as a table: one row each where a terminal is wide enough, else two, so that a handle is never cut. Every text of a
// message is its sender's: table.ts leaves nothing in it that a terminal obeys. Relies on table.ts and moment.ts.
import { senderAddress } from '../../protocol/text/senderAddress.ts'
import type { Line } from '../answer.ts'
import { table } from '../table.ts'
import { near } from './moment.ts'

export interface Row {
  readonly received: number | null
  readonly sent: number | null
  readonly read: boolean
  readonly flagged: boolean
  readonly urgent: boolean
  readonly from: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly account: string
  /** What "twin mail show" takes. */
  readonly handle?: string
}

/** Columns from which one row a message can be read, and under which not even two can: table.ts then stacks them. */
const WIDE = 120
const NARROW = 64

/** `now`: milliseconds since 1970. */
export function messageTable(
  rows: readonly Row[],
  { columns, now }: { readonly columns: number; readonly now: number },
): Line[] {
  const cells = rows.map(row => ({ ...row, when: whenOf(row, now), state: stateOf(row), by: senderOf(row) }))
  if (columns >= WIDE || columns < NARROW)
    return table(
      [{ whole: 'received' }, 'state', 'from', 'subject', 'account', { whole: 'handle' }],
      cells.map(row => [row.when, row.state, row.by, row.subject, row.account, row.handle ?? '']),
      columns,
    )
  const hasHandles = rows.some(({ handle }) => handle !== undefined)
  return table(
    [{ whole: 'received' }, 'subject, and from whom', { whole: hasHandles ? 'state, and handle' : 'state' }],
    cells.flatMap(row => [
      [row.when, row.subject, row.state],
      ['', `${row.by} in ${row.account}`, row.handle ?? ''],
    ]),
    columns,
  )
}

const senderOf = ({ from }: Row): string => senderAddress(from)

function whenOf({ received, sent }: Row, now: number): string {
  const seconds = received ?? sent
  return seconds === null ? 'no date' : near(seconds, now)
}

export const stateOf = ({ read, flagged, urgent }: Pick<Row, 'read' | 'flagged' | 'urgent'>): string =>
  [read ? '' : 'new', flagged ? 'flag' : '', urgent ? 'urgent' : ''].filter(word => word !== '').join(' ')
