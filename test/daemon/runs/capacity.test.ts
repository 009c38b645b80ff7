// The bits of a boundary: ten schemas and more computed by hand, every small schema against a count of all its values, and the formulas
// where no machine could count. Relies on capacity.ts alone.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bitsOf,
  bitsOfOrder,
  bitsOfProposals,
  bitsOfRecords,
  hasFreeText,
  ofLengths,
  plus,
  texts,
  valuesOf,
} from '../../../daemon/runs/capacity.ts'
import { RECORDS_OF_ONE, SPOOLED } from '../../../protocol/limits.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'

const BOOLEAN: RecordSchema = { type: 'boolean' }
const text = (maxLength?: number): RecordSchema => ({ type: 'string', maxLength })
const words = (...values: string[]): RecordSchema => ({ type: 'string', enum: values })
const list = (items: RecordSchema, maxItems?: number): RecordSchema => ({ type: 'array', items, maxItems })
const integer = (minimum: number, maximum: number): RecordSchema => ({ type: 'integer', minimum, maximum })
const table = (properties: Record<string, RecordSchema>, required: string[] = []): RecordSchema => ({
  type: 'object',
  properties,
  required,
})

// log2(1,112,064) = 20.0848...: one Unicode scalar value.
test.each<[string, RecordSchema, readonly [bigint, number] | null]>([
  ['a boolean: 2', BOOLEAN, [2n, 1]],
  ['a boolean or null: 3', { ...BOOLEAN, nullable: true }, [3n, 2]],
  ['an integer from 0 to 9: 10', integer(0, 9), [10n, 4]],
  ['an integer from -128 to 127: 256', integer(-128, 127), [256n, 8]],
  [
    'every integer that is exact: 2^54 - 1',
    integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    [2n ** 54n - 1n, 54],
  ],
  ['one of three words: 3', words('a', 'b', 'c'), [3n, 2]],
  ['one word alone says nothing: 1', words('a'), [1n, 0]],
  [
    'of three words the two that are short enough: 2',
    { type: 'string', enum: ['a', 'bb', 'ccc'], maxLength: 2 },
    [2n, 1],
  ],
  ['no character: 1', text(0), [1n, 0]],
  ['none or one character: 1 + 1,112,064', text(1), [1_112_065n, 21]],
  ['up to two: 1 + 1,112,064 + 1,112,064^2 = 1,236,687,452,161', text(2), [1_236_687_452_161n, 41]],
  ['up to three booleans: 1 + 2 + 4 + 8', list(BOOLEAN, 3), [15n, 4]],
  ['none or one of three words: 1 + 3', list(words('a', 'b', 'c'), 1), [4n, 2]],
  ['up to five of what is always the same: 6 lengths', list(words('a'), 5), [6n, 3]],
  [
    'a boolean and one of seven that may be left out: 2 (7 + 1)',
    table({ a: BOOLEAN, b: integer(1, 7) }, ['a']),
    [16n, 4],
  ],
  ['no fields: 1', table({}), [1n, 0]],
  ['text without a bound', text(), null],
  ['a list without a bound', list(BOOLEAN), null],
  ['text without a bound in a list in a field', table({ a: list(text(), 2), b: BOOLEAN }), null],
  ['a list of no text without a bound: 1', list(text(), 0), [1n, 0]],
])('the values of %s', (_, schema, counted) => {
  expect(valuesOf(schema)).toEqual(counted && { exact: counted[0] })
  expect(bitsOf(valuesOf(schema))).toBe(counted && counted[1])
})

test.each<[string, RecordSchema, number]>([
  // 40 x 20.0848 = 803.4
  ['up to 40 characters', text(40), 804],
  // 1,000 x 20.08481 = 20,084.81
  ['up to 1,000 characters', text(1_000), 20_085],
  // (60 + 16 + 10 + 30) x 20.08481 + log2(7) = 2,329.84 + 2.81
  [
    'a receipt',
    table(
      {
        merchant: text(60),
        amount: text(16),
        currency: words('a', 'b', 'c', 'd', 'e', 'f', 'g'),
        date: text(10),
        order: text(30),
      },
      ['amount', 'currency'],
    ),
    2_333,
  ],
  // 5 x 803.39 = 4,016.96
  ['up to five texts of 40 characters', list(text(40), 5), 4_017],
  // 20 x 1,000 x 20.08481 = 401,696.2
  ['twenty texts of 1,000 characters', list(text(1_000), 20), 401_697],
])('the bits of %s', (_, schema, bits) => {
  expect(bitsOf(valuesOf(schema))).toBe(bits)
})

test('a port of records carries one value more than its schema: that there is none', () => {
  // 2 + 1 values; 4 would still be two bits.
  expect(bitsOfRecords(BOOLEAN)).toBe(2)
  expect(bitsOfRecords(integer(1, 3))).toBe(2)
  expect(bitsOfRecords(integer(1, 4))).toBe(3)
  expect(bitsOfRecords(words('a'))).toBe(1)
  expect(bitsOfRecords(null)).toBe(null)
})

test('several records of one message are as many as the outermost list takes, 100 where it says nothing', () => {
  // 1 + 2 + 4 + ... + 2^100 = 2^101 - 1, and none: 2^101.
  expect(RECORDS_OF_ONE).toBe(100)
  expect(bitsOfRecords(list(BOOLEAN))).toBe(101)
  expect(bitsOfRecords(list(BOOLEAN, 2))).toBe(3)
})

test('a handle in a manifest says where it stands', () => {
  expect([1, 2, 500, 512, 513].map(bitsOfOrder)).toEqual([0, 1, 9, 9, 10])
})

test('proposals are up to 64 choices in an order', () => {
  // 1 + 1 + ... + 1, 65 lengths: 7 bits. 1 + 2 + ... + 2^64 = 2^65 - 1: 65 bits.
  expect(SPOOLED).toBe(64)
  expect(bitsOfProposals({ exact: 1n })).toBe(7)
  expect(bitsOfProposals({ exact: 2n })).toBe(65)
  expect(bitsOfProposals({ exact: 0n })).toBe(0)
  expect(bitsOf(plus({ exact: 6n }, texts(1)))).toBe(21)
})

/** Schemas with so few values that all can be made. */
const small = fc.letrec<{ schema: RecordSchema }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ type: fc.constant('boolean' as const), nullable: fc.boolean() }),
    fc.integer({ min: 0, max: 3 }).map(most => integer(0, most)),
    fc.integer({ min: 1, max: 3 }).map(count => words(...['a', 'b', 'c'].slice(0, count))),
    fc.record({
      type: fc.constant('array' as const),
      items: tie('schema'),
      maxItems: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({
      type: fc.constant('object' as const),
      properties: fc.record({ a: tie('schema'), b: tie('schema') }, { requiredKeys: [] }),
      required: fc.constant([]),
      nullable: fc.boolean(),
    }),
  ),
})).schema

/** Every value of `schema`, as JSON; undefined where there are too many. */
function allOf(schema: RecordSchema): string[] {
  const values = bare(schema)
  return schema.nullable === true ? [...values, 'null'] : values
}
const MANY = 20_000
function bare(schema: RecordSchema): string[] {
  if (schema.type === 'boolean') return ['true', 'false']
  if (schema.type === 'integer')
    return Array.from({ length: schema.maximum - schema.minimum + 1 }, (_, at) => String(schema.minimum + at))
  if (schema.type === 'string') return (schema.enum ?? []).map(one => JSON.stringify(one))
  if (schema.type === 'array') {
    const items = allOf(schema.items)
    let [lists, longest]: [string[], string[]] = [['[]'], ['']]
    for (let length = 0; length < (schema.maxItems ?? 0); length++) {
      longest = longest.flatMap(start => items.map(item => `${start},${item}`)).slice(0, MANY)
      lists = [...lists, ...longest.map(one => `[${one}]`)]
    }
    return lists
  }
  const fields = Object.entries(schema.properties).map(([name, field]) => [
    '',
    ...allOf(field).map(value => `${name}:${value};`),
  ])
  return fields
    .reduce((made, more) => made.flatMap(start => more.map(end => start + end)).slice(0, MANY), [''])
    .map(inside => `{${inside}}`)
}

test('a small schema has as many values as can be made', () => {
  fc.assert(
    fc.property(small, schema => {
      const all = new Set(allOf(schema))
      fc.pre(all.size < 2_000)
      expect(valuesOf(schema)).toEqual({ exact: BigInt(all.size) })
    }),
    { numRuns: 500 },
  )
})

test('a schema carries no less where a bound is larger, and the logarithm agrees with the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.bigInt({ min: 2n, max: 2n ** 60n }), (most, each) => {
      const bits = bitsOf(ofLengths({ exact: each }, most)) ?? 0
      expect(bitsOf(ofLengths({ exact: each }, most + 1)) ?? 0).toBeGreaterThanOrEqual(bits)
      const rough = bitsOf(ofLengths({ log2: Math.log2(Number(each)) }, most)) ?? 0
      expect(Math.abs(rough - bits)).toBeLessThanOrEqual(1)
    }),
  )
})

test.each<[boolean, string, RecordSchema]>([
  [true, 'text without a bound', text()],
  [true, 'one character', text(1)],
  [true, 'text in a list in a field', table({ a: list(text(3), 1) })],
  [false, 'no character', text(0)],
  [false, 'listed words', words('a', 'b')],
  [false, 'numbers and booleans', table({ a: integer(0, 9), b: BOOLEAN })],
])('it is %s that %s is free text', (isFree, _, schema) => {
  expect(hasFreeText(schema)).toBe(isFree)
})
