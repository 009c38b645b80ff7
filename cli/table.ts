// A table whose columns are aligned by display width; a column in which no row says anything is left out. Where it does not fit, the
// widest columns are cut (an ellipsis says so) or wrapped; where even that does not fit, every row becomes a few lines of its own.
// Pure. Relies on terminalText for cells.
import { terminalText } from '../protocol/text/terminal.ts'
import { styled, type Line } from './answer.ts'
import { displayWidth, fit } from './displayWidth.ts'
import { hanging, wrapped } from './wrapped.ts'

const GAP = 2
/** Narrower than this, a column cannot be read and the rows are stacked: of what is cut, and of what is wrapped. */
const NARROWEST = { cut: 8, wrapped: 16 }

/** Its name, and where it is not cut what is done instead: `whole` (an id is of no use without its end), or wrapped as prose. */
export type Head = string | { readonly whole: string } | { readonly wrapped: string }

/** One column as it is laid out. */
interface Column {
  readonly head: string
  readonly kind: 'cut' | 'wrapped' | 'whole'
  readonly cells: readonly string[]
}

/** Lines of a table of `rows` under `heads`, at most `columns` wide. Every row has as many cells as there are heads. */
export function table(heads: readonly Head[], rows: readonly (readonly string[])[], columns: number): Line[] {
  if (rows.length === 0) return []
  const laid = heads
    .map((head, at) =>
      columnOf(
        head,
        rows.map(row => String(terminalText(row[at] ?? ''))),
      ),
    )
    .filter(({ cells }, at) => at === 0 || cells.some(cell => cell !== ''))
  const widths = narrowed(laid, columns)
  if (!widths) return stacked(laid, rows.length, columns)
  return [
    [
      styled(
        'heading',
        joined(
          laid.map(({ head }) => head),
          widths,
        ),
      ),
    ],
    ...rows.flatMap((_row, at) => rowLines(laid, widths, at)),
  ]
}

function columnOf(head: Head, cells: readonly string[]): Column {
  if (typeof head === 'string') return { head, kind: 'cut', cells }
  return 'whole' in head
    ? { head: head.whole, kind: 'whole', cells }
    : { head: head.wrapped, kind: 'wrapped', cells }
}

/** The widths that fit into `columns`, taken from the widest first; undefined where a column would be unreadable. */
function narrowed(laid: readonly Column[], columns: number): number[] | undefined {
  const widths = laid.map(({ head, cells }) => Math.max(displayWidth(head), ...cells.map(displayWidth)))
  const least = laid.map(({ kind }) => (kind === 'whole' ? Infinity : NARROWEST[kind]))
  let over = widths.reduce((sum, width) => sum + width + GAP, -GAP) - columns
  while (over > 0) {
    const widest = Math.max(...widths.filter((width, at) => width > (least[at] ?? 0)))
    if (widest === -Infinity) return undefined
    widths[widths.findIndex((width, at) => width === widest && width > (least[at] ?? 0))] = widest - 1
    over--
  }
  return widths
}

/** One row: as many lines as its longest wrapped cell takes. */
function rowLines(laid: readonly Column[], widths: readonly number[], at: number): Line[] {
  const parts = laid.map(({ kind, cells }, column) => {
    const cell = cells[at] ?? ''
    const width = widths[column] ?? 0
    return kind === 'wrapped' && displayWidth(cell) > width ? wrapped(cell, width) : [cell]
  })
  const height = Math.max(...parts.map(part => part.length))
  return Array.from({ length: height }, (_none, line) => [
    joined(
      parts.map(part => part[line] ?? ''),
      widths,
    ),
  ])
}

const joined = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, at) => padded(cell, widths[at] ?? 0))
    .join('')
    .trimEnd()

function padded(cell: string, width: number): string {
  const text = fit(cell, width)
  return text + ' '.repeat(width - displayWidth(text) + GAP)
}

/** A cell that does not fit beside its head stands below it, deeper than any head: none can pass for the next. */
function stacked(laid: readonly Column[], count: number, columns: number): Line[] {
  return Array.from({ length: count }, (_none, at) => [
    ...(at > 0 ? [['']] : []),
    ...laid.flatMap(column => stackedCell(column.head, column.cells[at] ?? '', columns)),
  ]).flat()
}

function stackedCell(name: string, cell: string, columns: number): Line[] {
  const head = `${name}: `
  if (cell === '') return []
  if (displayWidth(head + cell) <= columns) return [[styled('heading', head), cell]]
  return [[styled('heading', head)], ...hanging(cell, columns, BELOW).map(line => [line])]
}
const BELOW = { first: '    ', further: '    ' }
