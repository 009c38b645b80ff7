// A record fits its schema or a sentence names the field; no value is ever in it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordProblem } from '../../protocol/recordProblem.ts'
import type { RecordSchema } from '../../protocol/recordSchema.ts'

const SCHEMA: RecordSchema = {
  type: 'object',
  required: ['kind'],
  properties: {
    kind: { type: 'string', enum: ['receipt', 'other'] },
    note: { type: 'string', maxLength: 3, nullable: true },
    count: { type: 'integer', minimum: -1, maximum: 5 },
    paid: { type: 'boolean' },
    lines: { type: 'array', maxItems: 2, items: { type: 'object', properties: { n: { type: 'boolean' } } } },
  },
}

test.each([
  [{ kind: 'receipt' }],
  [{ kind: 'other', note: null, count: 5, paid: false, lines: [{}, { n: true }] }],
  [{ kind: 'other', note: '😀😀😀', count: -1 }],
])('recordProblem takes %j', record => expect(recordProblem(SCHEMA, record)).toBeNull())

test.each([
  ['text', 'the record wants an object'],
  [null, 'the record wants an object, not null'],
  [[], 'the record wants an object'],
  [{}, 'field kind wants a value: it is missing'],
  [{ kind: 'secret' }, 'field kind wants one of the values that are listed'],
  [{ kind: 'other', extra: 1 }, 'the record wants no field that its schema does not have'],
  [{ kind: 'other', note: 'long' }, 'field note wants a text of at most 3 characters'],
  [{ kind: 'other', note: '\uD800' }, 'field note wants a text without halves of characters'],
  [{ kind: 'other', count: 6 }, 'field count wants a whole number from -1 to 5'],
  [{ kind: 'other', count: 1.5 }, 'field count wants a whole number from -1 to 5'],
  [{ kind: 'other', paid: 'true' }, 'field paid wants true or false'],
  [{ kind: 'other', paid: null }, 'field paid wants true or false, not null'],
  [{ kind: 'other', lines: [{}, {}, {}] }, 'field lines wants a list of at most 2 entries'],
  [{ kind: 'other', lines: [{ n: 1 }] }, 'field lines.0.n wants true or false'],
])('recordProblem refuses %j', (record, sentence) => expect(recordProblem(SCHEMA, record)).toBe(sentence))

test('recordProblem never says a value or the name of an unknown field', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z0-9]{12,30}$/),
      fc.dictionary(fc.stringMatching(/^[a-z]{9,12}$/), fc.string()),
      (value, more) => {
        const problem = recordProblem(SCHEMA, { ...more, kind: value, note: value, [value]: value }) ?? ''
        expect(problem).not.toContain(value)
        for (const name of Object.keys(more)) expect(problem).not.toContain(name)
      },
    ),
  )
})
