// A table whose columns are aligned by display width. Where it does not fit, the widest columns are cut (an ellipsis says
// so); where even that does not fit, every row becomes a few lines of its own. Pure. Relies on terminalText for cells.
import { terminalText } from '../protocol/text/terminal.ts'
import { styled, type Line } from './answer.ts'
import { displayWidth, fit } from './displayWidth.ts'
import { hanging } from './wrapped.ts'

const GAP = 2
/** Narrower than this, a column cannot be read and the rows are stacked. */
const NARROWEST = 8

/** Lines of a table of `rows` under `heads`, at most `columns` wide. Every row has as many cells as there are heads. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): Line[] {
  if (rows.length === 0) return []
  const cells = rows.map(row => row.map(cell => String(terminalText(cell))))
  const natural = heads.map((head, at) =>
    Math.max(displayWidth(head), ...cells.map(row => displayWidth(row[at] ?? ''))),
  )
  const widths = narrowed(natural, columns)
  if (!widths) return stacked(heads, cells, columns)
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join('')
      .trimEnd()
  return [[styled('heading', line(heads))], ...cells.map(row => [line(row)])]
}

/** The widths that fit into `columns`, taken from the widest first; undefined where a column would be unreadable. */
function narrowed(natural: readonly number[], columns: number): number[] | undefined {
  const widths = [...natural]
  let over = widths.reduce((sum, width) => sum + width + GAP, -GAP) - columns
  while (over > 0) {
    const widest = Math.max(...widths)
    if (widest <= NARROWEST) return undefined
    widths[widths.indexOf(widest)] = widest - 1
    over--
  }
  return widths
}

function padded(cell: string, width: number): string {
  const text = fit(cell, width)
  return text + ' '.repeat(width - displayWidth(text) + GAP)
}

/** A cell that does not fit beside its head stands below it, deeper than any head: none can pass for the next. */
function stacked(heads: readonly string[], cells: readonly (readonly string[])[], columns: number): Line[] {
  return cells.flatMap((row, at) => [
    ...(at > 0 ? [['']] : []),
    ...row.flatMap((cell, column): Line[] => {
      const head = `${heads[column] ?? ''}: `
      if (displayWidth(head + cell) <= columns) return [[styled('heading', head), cell]]
      return [[styled('heading', head)], ...hanging(cell, columns, BELOW).map(line => [line])]
    }),
  ])
}
const BELOW = { first: '    ', further: '    ' }
