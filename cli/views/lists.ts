// Outputs that are one list: a table with the heads that a person reads, in an order of its own. What is not of that shape is shown
// as anything.ts shows it. Pure. Relies on the names of the keys, which the operations declare.
import type { Line } from '../answer.ts'
import { isTable } from '../inputFields.ts'
import { table } from '../table.ts'
import { anything, word } from './anything.ts'
import { moment } from './moment.ts'
import type { View } from './view.ts'

/** A head, and the key below it or what a row says there. */
type Column = readonly [head: string, cell: string | ((row: Readonly<Record<string, unknown>>) => string)]

/** A view of the list `key`, one row an entry. `empty`: what is said of none. */
function listOf(key: string, heads: readonly Column[], empty: string): View {
  return (output, { columns }) => {
    const list: unknown = isTable(output) ? output[key] : undefined
    if (!Array.isArray(list) || !list.every(isTable)) return { lines: anything(output, columns) }
    const rows = list.map(row =>
      heads.map(([, cell]) => (typeof cell === 'string' ? shown(row[cell]) : cell(row))),
    )
    return {
      lines: [
        ...(rows.length === 0
          ? [[empty]]
          : table(
              heads.map(([head]) => head),
              rows,
              columns,
            )),
        ...moreLines(output),
      ],
    }
  }
}

const shown = (value: unknown): string => (value === true ? 'yes' : value === false ? 'no' : word(value))

function moreLines(output: unknown): Line[] {
  const more = isTable(output) ? output['more'] : 0
  return typeof more === 'number' && more > 0 ? [[`and ${more} more`]] : []
}

const changed = (row: Readonly<Record<string, unknown>>): string =>
  typeof row['changed'] === 'number' ? `${moment(row['changed'])} by ${word(row['by'])}` : '-'

export const exposureListed = listOf(
  'operations',
  [
    ['operation', 'name'],
    ['agents', row => (row['offered'] === true ? 'on' : 'off')],
    ['at most', row => (row['ceiling'] === 'never' ? 'never' : 'on')],
    ['changed', changed],
  ],
  'There is no operation.',
)
export const opsListed = listOf(
  'operations',
  [
    ['operation', 'name'],
    ['class', 'class'],
    ['agents', row => (row['agents'] === true ? 'on' : 'off')],
    ['what it does', 'summary'],
  ],
  'Nothing is offered here.',
)
export const applyListed = listOf(
  'commands',
  [
    ['command', 'name'],
    ['policy', 'grant'],
    ['arguments', row => argumentsOf(row['arguments'])],
  ],
  'policy.toml has no [apply.NAME].',
)

const argumentsOf = (list: unknown): string =>
  Array.isArray(list)
    ? list.map(one => (isTable(one) ? `${word(one['name'])}: ${word(one['wants'])}` : '')).join('; ') || '-'
    : '-'

const capabilities = listOf(
  'capabilities',
  [
    ['capability', 'capability'],
    ['grant', 'grant'],
    [
      'why',
      row =>
        row['why'] === 'listed'
          ? 'policy.toml says so'
          : 'not in policy.toml, and what is not listed is never',
    ],
    ['limit', row => (row['atMostPropose'] === true ? 'at most propose' : '-')],
  ],
  'There is no capability.',
)
/** What is in force; where a file is broken, what is wrong with it first. */
export const policyShown: View = (output, look) => {
  const problem = isTable(output) ? output['problem'] : null
  const version = isTable(output) ? word(output['version']) : '-'
  return {
    lines: [
      ...(typeof problem === 'string'
        ? [
            [
              `A file cannot be understood: ${problem}. The last good one is in force, and nothing is changed.`,
            ],
          ]
        : []),
      ...capabilities(output, look).lines,
      [`policy.toml in force: SHA-256 ${version}`],
    ],
  }
}
