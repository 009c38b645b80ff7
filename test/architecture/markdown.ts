// Reads the tables and blocks of the project's documents, so that a test can compare them with the code. Relies on GitHub's
// table syntax as our own documents use it: one line a row, `\|` for a bar inside a cell.
import { read } from './sources.ts'

/** The text of `document` below the heading whose text is `heading`, up to the next heading of the same or a higher level. */
export function section(document: string, heading: string): string {
  const lines = read(document).split('\n')
  const start = lines.findIndex(line => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (start < 0) throw new Error(`Cannot find "${heading}" in ${document}`)
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => (/^(#+) /.exec(line)?.[1]?.length ?? 99) <= level)
  return rest.slice(0, end < 0 ? rest.length : end).join('\n')
}

/** Rows of the first table under `heading`, without its head; cells as written. Throws where there is none. */
export function table(document: string, heading: string): string[][] {
  const lines = section(document, heading).split('\n')
  const rule = lines.findIndex(line => /^\|[-:| ]+\|$/.test(line))
  if (rule < 0) throw new Error(`Cannot find a table under "${heading}" in ${document}`)
  const rest = lines.slice(rule + 1)
  const end = rest.findIndex(line => !line.startsWith('|'))
  return rest.slice(0, end < 0 ? rest.length : end).map(cells)
}

const cells = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))

/** What stands in backticks in `text`, in order. */
export const quoted = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')

/** Fenced or indented code under `heading`, as lines without indentation. */
export const codeOf = (document: string, heading: string): string[] =>
  section(document, heading)
    .split('\n')
    .filter(line => line.startsWith('    '))
    .map(line => line.trim())
