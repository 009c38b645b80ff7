// A number with its noun: one of a thing has no plural.
import { expect, test } from 'vitest'
import { counted } from '../../../protocol/text/counted.ts'

test('an amount of one has no plural', () => {
  expect([counted(1, 'proposal'), counted(0, 'proposal'), counted(40, 'proposal')]).toEqual([
    '1 proposal',
    '0 proposals',
    '40 proposals',
  ])
})
