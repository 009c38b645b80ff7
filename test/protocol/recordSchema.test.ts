// Schemas of records: what is none, and that the model's schema, the check and the written text agree. Relies on recordSchema.ts,
// recordProblem.ts, jsonSchemaOf.ts and recordText.ts.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonSchemaOf } from '../../protocol/jsonSchemaOf.ts'
import { RECORDS_OF_ONE } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { recordProblem } from '../../protocol/recordProblem.ts'
import { RecordSchema } from '../../protocol/recordSchema.ts'
import { recordText } from '../../protocol/recordText.ts'
import { BESIDE } from './runCaps.ts'
import * as limits from '../../protocol/limits.ts'

test.each<[string, unknown]>([
  ['another type', { type: 'number' }],
  ['no type', {}],
  ['a number without a range', { type: 'integer', minimum: 1 }],
  ['a range that is empty', { type: 'integer', minimum: 2, maximum: 1 }],
  ['a range that is not exact', { type: 'integer', minimum: 0, maximum: 2 ** 53 }],
  ['half a number', { type: 'integer', minimum: 0.5, maximum: 1 }],
  ['no value', { type: 'string', enum: [] }],
  ['a value twice', { type: 'string', enum: ['a', 'a'] }],
  ['half a character', { type: 'string', enum: ['\uD800'] }],
  ['a length below nothing', { type: 'string', maxLength: -1 }],
  ['a pattern', { type: 'string', pattern: '.*' }],
  ['a claim that there is not', { type: 'string', claim: 'name' }],
  ['a list of nothing', { type: 'array' }],
  ['a field that is no word', { type: 'object', properties: { 'a b': { type: 'boolean' } } }],
  ['a field that is required and is not there', { type: 'object', properties: {}, required: ['a'] }],
  ['more properties', { type: 'object', properties: {}, additionalProperties: true }],
  ['a reference', { $ref: '#' }],
  ['text', 'boolean'],
  ['null', null],
])('%s is no schema of a record', (_, schema) => {
  expect(RecordSchema.safeParse(schema).success).toBe(false)
})

test('a schema nested without end is refused without walking it', () => {
  let deep: object = { type: 'boolean' }
  for (let at = 0; at < 100_000; at++) deep = { type: 'array', items: deep }
  expect(RecordSchema.safeParse(deep).error?.issues[0]?.message).toMatch(/^wants at most \d levels$/)
})

const amounts: Readonly<Record<string, number>> = { ...limits }
test.each(
  Object.entries(BESIDE).flatMap(([cap, cases]) => cases.map((one, at) => [cap, at + 1, one] as const)),
)('the cap %s bounds a run or a schema too (case %i)', (cap, _, one) => {
  expect(one(Number(amounts[cap]))).toBe(true)
  expect(one(Number(amounts[cap]) + 1)).toBe(false)
})

test('a message yields so many records, and one more is refused', () => {
  const schema: RecordSchema = { type: 'array', items: { type: 'boolean' } }
  const records = (count: number) => Array.from({ length: count }, () => true)
  expect(recordProblem(schema, records(RECORDS_OF_ONE))).toBeNull()
  expect(recordProblem(schema, records(RECORDS_OF_ONE + 1))).toBe(
    `the record wants a list of at most ${RECORDS_OF_ONE} entries`,
  )
  expect(jsonSchemaOf(schema)).toMatchObject({ maxItems: RECORDS_OF_ONE })
  const inner: RecordSchema = { type: 'object', properties: { a: schema } }
  expect(recordProblem(inner, { a: records(RECORDS_OF_ONE + 1) })).toBeNull()
})

test('a number of a record has one form', () => {
  const schema: RecordSchema = { type: 'integer', minimum: -1, maximum: 1 }
  expect(recordProblem(schema, 0)).toBeNull()
  expect(recordProblem(schema, -0)).not.toBeNull()
})

test('a model is asked for what the check takes: nothing beside, null where it may be', () => {
  const schema: RecordSchema = {
    type: 'object',
    description: 'a receipt',
    required: ['kind'],
    properties: {
      kind: { type: 'string', enum: ['a', 'b'], nullable: true },
      total: { type: 'integer', minimum: 0, maximum: 9, claim: 'amount' },
      lines: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 3 } },
      paid: { type: 'boolean', nullable: true },
    },
  }
  expect(jsonSchemaOf(schema)).toEqual({
    type: 'object',
    description: 'a receipt',
    required: ['kind'],
    additionalProperties: false,
    properties: {
      kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
      total: { type: 'integer', minimum: 0, maximum: 9 },
      lines: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 3 } },
      paid: { type: ['boolean', 'null'] },
    },
  })
})

const TABLE: RecordSchema = {
  type: 'object',
  properties: {
    a: { type: 'integer', minimum: -5, maximum: 5 },
    b: {
      type: 'array',
      items: { type: 'object', properties: { x: { type: 'boolean' }, y: { type: 'string' } } },
    },
    c: { type: 'string', nullable: true },
  },
}
const record = fc.record(
  {
    a: fc.integer({ min: -5, max: 5 }),
    b: fc.array(
      fc.record(
        { x: fc.boolean(), y: fc.string({ unit: 'grapheme' }) },
        { requiredKeys: [], noNullPrototype: true },
      ),
      { maxLength: 3 },
    ),
    c: fc.option(fc.string({ unit: 'grapheme' })),
  },
  { requiredKeys: [], noNullPrototype: true },
)

test('records that say the same have one text, whatever the order and the blanks they came with', () => {
  fc.assert(
    fc.property(record, value => {
      fc.pre(recordProblem(TABLE, value) === null)
      const text = recordText(TABLE, value)
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      const parsed = parseJson(JSON.stringify(turned, null, 3))
      expect(recordText(TABLE, parsed.ok ? parsed.value : undefined)).toBe(text)
      expect(JSON.parse(text)).toEqual(value)
    }),
  )
})

test('what is no record of a schema has no text', () => {
  expect(() => recordText({ type: 'array', items: { type: 'boolean' } }, {})).toThrow('Cannot write a record')
})
