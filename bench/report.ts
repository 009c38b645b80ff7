// The table that a benchmark prints: what was measured, against what, and what it was to reach. Relies on nothing.
import { cpus, release, totalmem, type } from 'node:os'

export interface Row {
  readonly what: string
  readonly measured: string
  readonly baseline: string
  readonly result: string
  readonly reach: string
  /** undefined: there is nothing to reach, or it could not be measured. */
  readonly met: boolean | undefined
}

const HEAD = ['what', 'measured', 'baseline', 'result', 'to reach', 'met']

/** A Markdown table, its columns padded so that a terminal shows it as one too. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(row => [
    row.what,
    row.measured,
    row.baseline,
    row.result,
    row.reach,
    row.met === undefined ? '–' : row.met ? 'yes' : 'no',
  ])
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map(line => [...(line[column] ?? '')].length)),
  )
  const line = (words: readonly string[]) =>
    `| ${words.map((word, column) => word.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map(width => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

/** The machine in one line: what a ratio is to be read with. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU'
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${model}, ${cpus().length} cores, ${memory} GiB, ${type()} ${release()}, Node ${process.version}`
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`
