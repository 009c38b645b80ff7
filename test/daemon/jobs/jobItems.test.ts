// What a job prints as items: strict lines, and what is said of the others. Pure.
import { describe, expect, test } from 'vitest'
import { itemsNote, readItems } from '../../../daemon/jobs/jobItems.ts'
import { JOB_ITEMS } from '../../../protocol/limits.ts'

const item = { title: 'A title', text: 'A text', source: 'A paper', link: 'https://example.org/1' }
const line = (value: unknown) => `${JSON.stringify(value)}\n`

describe('readItems', () => {
  test('readItems takes each line that is an item, in order, and no empty one', () => {
    const second = { ...item, title: '', link: null }
    expect(readItems(`${line(item)}\n  \n${line(second)}`)).toEqual({
      items: [item, second],
      bad: 0,
      more: 0,
    })
  })
  test('readItems takes a last line without its newline', () => {
    expect(readItems(line(item).trimEnd()).items).toEqual([item])
  })
  test.each([
    ['text that is not JSON', 'hello'],
    ['half an item, cut by the cap of the output', line(item).slice(0, 30)],
    ['a list', line([item])],
    ['another key', line({ ...item, score: 10 })],
    ['a missing key', line({ title: 'x', text: 'y', source: 'z' })],
    ['a number for a text', line({ ...item, text: 5 })],
    ['a title over its cap', line({ ...item, title: 'x'.repeat(301) })],
    ['a text over its cap', line({ ...item, text: 'x'.repeat(601) })],
    ['a source over its cap', line({ ...item, source: 'x'.repeat(201) })],
    ['a link over its cap', line({ ...item, link: 'x'.repeat(2_001) })],
    ['half a character', '{"title":"\\ud800","text":"","source":"","link":null}\n'],
    ['a key given twice', '{"title":"a","title":"b","text":"","source":"","link":null}\n'],
    ['a prototype', '{"__proto__":{},"title":"a","text":"","source":"","link":null}\n'],
    ['two items on one line', line(item).trimEnd() + line(item)],
  ])('readItems counts a line with %s and keeps the ones around it', (_, bad) => {
    const read = readItems(`${line(item)}${bad.trimEnd()}\n${line(item)}`)
    expect(read).toEqual({ items: [item, item], bad: 1, more: 0 })
    expect(itemsNote(read, false)).toBe('1 line was no item and was left out')
  })
  test('readItems keeps as many items as the cap says and counts the rest', () => {
    expect(readItems(line(item).repeat(JOB_ITEMS))).toMatchObject({ bad: 0, more: 0 })
    const over = readItems(line(item).repeat(JOB_ITEMS + 1))
    expect(over.items).toHaveLength(JOB_ITEMS)
    expect(over.more).toBe(1)
    expect(itemsNote(over, true)).toBe(
      `1 items over ${JOB_ITEMS} were left out; it printed more than is kept`,
    )
  })
  test('itemsNote says nothing where nothing is missing, and never a word of the line', () => {
    expect(itemsNote(readItems(line(item)), false)).toBe(null)
    expect(itemsNote(readItems('secret\nsecret\n'), false)).toBe('2 lines were no items and were left out')
  })
})
