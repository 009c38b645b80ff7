// Any output of an operation as lines: names before values, a table where several things of one kind stand together. What a view
// of its own shows better has one. Pure. Relies on table.ts.
import { terminalText } from '../../protocol/text/terminal.ts'
import { styled, type Line } from '../answer.ts'
import { displayWidth } from '../displayWidth.ts'
import { isTable } from '../inputFields.ts'
import { table } from '../table.ts'
import { hanging } from '../wrapped.ts'

/** `value` in at most `columns` columns, nested values indented below their names. */
export function anything(value: unknown, columns: number, indent = ''): Line[] {
  if (Array.isArray(value)) return listed(value, columns, indent)
  if (!isTable(value)) return long(word(value), columns, indent)
  const entries = Object.entries(value)
  const flat = entries.filter(([, one]) => isWord(one))
  const width = Math.max(0, ...flat.map(([name]) => name.length))
  return [
    ...flat.flatMap(([name, one]) => long(`${name.padEnd(width)}  ${word(one) || 'none'}`, columns, indent)),
    ...entries
      .filter(([, one]) => !isWord(one))
      .flatMap(([name, one]): Line[] => [
        [indent, styled('heading', name)],
        ...anything(one, columns, `${indent}  `),
      ]),
  ]
}

/** Where a terminal would break the line, its further lines stand deeper; elsewhere it is one line, for another program. */
function long(text: string, columns: number, indent: string): Line[] {
  if (indent.length + displayWidth(text) <= columns) return [[`${indent}${text}`]]
  const place = { first: indent, further: `${' '.repeat(indent.length)}    ` }
  return hanging(terminalText(text), columns, place).map(line => [line])
}

function listed(values: readonly unknown[], columns: number, indent: string): Line[] {
  if (values.length === 0) return [[`${indent}none`]]
  const tables = values.filter(isTable)
  const heads = [...new Set(tables.flatMap(Object.keys))]
  const isFlat = tables.length === values.length && tables.every(one => Object.values(one).every(isWord))
  if (!isFlat || heads.length === 0)
    return values.flatMap(one =>
      anything(one, columns - 2).map((line, at): Line => [`${indent}${at === 0 ? '- ' : '  '}`, ...line]),
    )
  const rows = tables.map(one => heads.map(head => word(one[head])))
  return table(heads, rows, columns - indent.length).map(line => [indent, ...line])
}

const isWord = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) && value.every(one => typeof one !== 'object'))

function word(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(word).join(', ')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
