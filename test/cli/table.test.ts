// Tables: aligned by what a terminal shows, cut visibly, stacked where they cannot fit.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Line } from '../../cli/answer.ts'
import { displayWidth } from '../../cli/displayWidth.ts'
import { table } from '../../cli/table.ts'

const text = (lines: readonly Line[]) =>
  lines.map(line => line.map(piece => (typeof piece === 'string' ? piece : piece.text)).join(''))

describe('table', () => {
  test('aligns columns by the width that a terminal may need', () => {
    const rows = [
      ['日本', 'x'],
      ['e\u0301te', 'y'],
      ['👩‍👩‍👧', 'z'],
    ]
    expect(text(table(['name', 'v'], rows, 80))).toEqual([
      'name    v',
      '日本    x',
      'e\u0301te     y',
      '👩‍👩‍👧  z',
    ])
  })

  test('cuts the widest column with an ellipsis where it does not fit', () => {
    expect(text(table(['id', 'subject'], [['1', 'a long subject line']], 16))).toEqual([
      'id  subject',
      '1   a long subj…',
    ])
  })

  test('stacks the rows where no column can be read', () => {
    expect(text(table(['from', 'subject'], [['someone', 'something']], 10))).toEqual([
      'from: ',
      '    someone',
      'subject: ',
      '    something',
    ])
  })

  test('leaves out a column in which no row says anything, but never the first', () => {
    expect(text(table(['a', 'b', 'c'], [['', '', 'x']], 80))).toEqual(['a  c', '   x'])
    expect(text(table(['from', 'note', 'subject'], [['someone', '', 'something']], 10))).not.toContain(
      'note: ',
    )
  })

  test('never cuts a whole column, and stacks the rows where the others cannot give way', () => {
    const rows = [['h_abcdefghij', 'a long subject line']]
    expect(text(table([{ whole: 'id' }, 'subject'], rows, 24))).toEqual([
      'id            subject',
      'h_abcdefghij  a long su…',
    ])
    expect(text(table([{ whole: 'id' }, 'subject'], rows, 20))[0]).toBe('id: h_abcdefghij')
  })

  test('wraps a wrapped column below itself, and not at all where it fits', () => {
    const rows = [['one', 'words that a person reads to the end', 'x']]
    const heads = ['id', { wrapped: 'what it does' }, 'v']
    expect(text(table(heads, rows, 30))).toEqual([
      'id   what it does            v',
      'one  words that a person     x',
      '     reads to the end',
    ])
    expect(text(table(heads, rows, Infinity))).toHaveLength(2)
  })

  test('gives no lines for no rows', () => {
    expect(table(['a'], [], 80)).toEqual([])
  })

  test('keeps a control character in a cell out of its lines', () => {
    expect(text(table(['a'], [['x\u001B[2Jy\r\n\u009Bz']], 80)).join('')).not.toMatch(/\p{Cc}/u)
  })

  test('fits any cells into the columns it was given, or stacks them', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 20, max: 120 }),
        (rows, columns) => {
          for (const line of text(table(['from', 'subject'], rows, columns)))
            expect(displayWidth(line)).toBeLessThanOrEqual(columns)
        },
      ),
    )
  })
})
