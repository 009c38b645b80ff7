// What schema-validate hands on: records that fit, with clean texts; and what it says of the rest.
import { describe, expect, test } from 'vitest'
import { schemaValidate } from '../../../../helpers/stages/schema-validate/schemaValidate.ts'
import { validate } from '../../../../helpers/stages/schema-validate/validate.ts'
import type { RecordSchema } from '../../../../protocol/recordSchema.ts'
import { stageHere } from '../stageHere.ts'

const SCHEMA: RecordSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 4 },
    tags: { type: 'array', items: { type: 'string', maxLength: 9 } },
  },
}

describe('validate', () => {
  test('validate leaves no format character, tag, selector or bidi control in a text', () => {
    const hidden = 'a\u202E\u{E0041}\uFE0F\u200B\u2066b'
    expect(validate(SCHEMA, { name: hidden, tags: [hidden, 'A\u030A'] })).toEqual({
      ok: true,
      value: { record: { name: 'ab', tags: ['ab', 'Å'] }, changed: 3 },
    })
  })

  test('validate refuses what does not fit and names the field, never the value', () => {
    for (const record of [
      { name: 'secret value' },
      { name: 'ok', other: 'secret value' },
      ['secret value'],
      7,
    ]) {
      const refused = validate(SCHEMA, record)
      expect(refused.ok).toBe(false)
      expect(JSON.stringify(refused)).not.toContain('secret')
    }
  })

  test('validate never makes a text fit by cutting it', () => {
    expect(validate(SCHEMA, { name: 'abcde' })).toMatchObject({
      refusal: { is: 'a record does not fit: field name wants a text of at most 4 characters' },
    })
  })
})

describe('schemaValidate', () => {
  const given = { outputs: ['records'], config: { schema: SCHEMA } }
  test('schemaValidate hands on one record as one and a list as a list', async () => {
    const one = await stageHere(schemaValidate, { ...given, records: { records: { name: 'Ann' } } })
    expect(one.out['records']).toEqual({ name: 'Ann' })
    const list = await stageHere(schemaValidate, {
      ...given,
      config: { schema: { type: 'array', items: SCHEMA } },
      records: { records: [{ name: 'Ann' }] },
    })
    expect(list.out['records']).toEqual([{ name: 'Ann' }])
  })

  test('schemaValidate writes nothing where one record of a list does not fit', async () => {
    const { result, out } = await stageHere(schemaValidate, {
      ...given,
      config: { schema: { type: 'array', items: SCHEMA } },
      records: { records: [{ name: 'Ann' }, { name: 'far too long' }] },
    })
    expect([result.ok, out['records']]).toEqual([false, undefined])
    const unasked = await stageHere(schemaValidate, { ...given, records: { records: [{ name: 'Ann' }] } })
    expect(unasked.result).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
  })
})
