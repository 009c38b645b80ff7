// How often each sentence of a report was said. Pure.
import { expect, test } from 'vitest'
import { tally } from '../../daemon/tally.ts'
import { LIST_ENTRIES } from '../../protocol/limits.ts'

test('tally counts each sentence, the most frequent first, and keeps as many as fit', () => {
  expect(tally(['b', 'a', 'b'])).toEqual([
    { sentence: 'b', count: 2 },
    { sentence: 'a', count: 1 },
  ])
  expect(tally(Array.from({ length: LIST_ENTRIES + 1 }, (_, at) => `s${at}`))).toHaveLength(LIST_ENTRIES)
  expect(tally([])).toEqual([])
})
