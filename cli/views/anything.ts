// Any output of an operation as lines: names before values, a table where several things of one kind stand together. What a view
// of its own shows better has one. Pure. Relies on table.ts.
import { styled, type Line } from '../answer.ts'
import { isTable } from '../inputFields.ts'
import { table } from '../table.ts'

/** `value` in at most `columns` columns, nested values indented below their names. */
export function anything(value: unknown, columns: number, indent = ''): Line[] {
  if (Array.isArray(value)) return listed(value, columns, indent)
  if (!isTable(value)) return [[`${indent}${word(value)}`]]
  const entries = Object.entries(value)
  const flat = entries.filter(([, one]) => isWord(one))
  const width = Math.max(0, ...flat.map(([name]) => name.length))
  return [
    ...flat.map(([name, one]): Line => [`${indent}${name.padEnd(width)}  ${word(one) || 'none'}`]),
    ...entries
      .filter(([, one]) => !isWord(one))
      .flatMap(([name, one]): Line[] => [
        [indent, styled('heading', name)],
        ...anything(one, columns, `${indent}  `),
      ]),
  ]
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
