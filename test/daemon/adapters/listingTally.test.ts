// What one listing may tell, at each cap and one past it.
import { expect, test } from 'vitest'
import { listingTally, type ToldPage } from '../../../daemon/adapters/listingTally.ts'
import { LISTED, LISTING, PROBLEMS } from '../../../protocol/limits.ts'

const page = (more: Partial<ToldPage>): ToldPage => ({
  messages: [],
  gone: [],
  problems: [],
  final: false,
  ...more,
})
const gone = Array.from({ length: LISTED }, () => 'm')

test('a listing may tell so many messages as the cap, and not one more', () => {
  const isWithin = listingTally()
  for (let told = 0; told < LISTING; told += LISTED)
    if (!isWithin(page({ gone }))) expect.unreachable(`refused at ${told}`)
  expect(isWithin(page({ final: true }))).toBe(true)
  expect(isWithin(page({ gone: ['m'] }))).toBe(false)
})

test('a listing may tell so many problems as a report holds, in however many lines', () => {
  const isWithin = listingTally()
  for (let told = 0; told < PROBLEMS; told++) expect(isWithin(page({ problems: ['x'] }))).toBe(true)
  expect(isWithin(page({ problems: ['x'] }))).toBe(false)
})

test('a listing may say nothing in its last line alone', () => {
  expect(listingTally()(page({}))).toBe(false)
  expect(listingTally()(page({ final: true }))).toBe(true)
})
