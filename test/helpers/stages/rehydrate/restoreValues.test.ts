// What comes back of placeholders, and that one which does not costs the message everything.
import { describe, expect, test } from 'vitest'
import { rehydrate } from '../../../../helpers/stages/rehydrate/rehydrate.ts'
import { restoreValues } from '../../../../helpers/stages/rehydrate/restoreValues.ts'
import type { PlaceholderMap } from '../../../../protocol/placeholderMap.ts'
import { stageHere } from '../stageHere.ts'

const MAP: PlaceholderMap = {
  v: 1,
  entries: [
    { placeholder: '⟪EMAIL-1⟫', value: 'ann@client.test' },
    { placeholder: '⟪TEXT-1⟫', value: '⟪EMAIL-1⟫' },
  ],
}

describe('restoreValues', () => {
  test('restoreValues puts each value back once, and reads no value for placeholders again', () => {
    expect(restoreValues({ a: 'to ⟪EMAIL-1⟫', b: ['⟪TEXT-1⟫'] }, MAP, null)).toEqual({
      ok: true,
      value: { a: 'to ann@client.test', b: ['⟪EMAIL-1⟫'] },
    })
  })

  test.each([
    'to ⟪EMAIL-2⟫',
    'to ⟪PHONE-1⟫',
    'to EMAIL-1',
    'to email_1',
    'to ⟪email-1⟫',
    'to ⟪EMAIL-1',
    'to EMAIL-1⟫',
    'to ⟪ EMAIL-1 ⟫',
    'to ⟪EMAIL–1⟫',
    'a ⟪ alone',
  ])('restoreValues refuses a placeholder that is unknown, mangled or another message’s: %s', text => {
    expect(restoreValues({ ok: '⟪EMAIL-1⟫', note: text }, MAP, null)).toMatchObject({
      refusal: { is: 'field note holds a placeholder that this message does not have' },
    })
  })

  test('restoreValues refuses a value that the schema has no room for, and names the field alone', () => {
    const made = restoreValues({ note: '⟪EMAIL-1⟫' }, MAP, {
      type: 'object',
      properties: { note: { type: 'string', maxLength: 9 } },
    })
    expect(made.ok).toBe(false)
    expect(JSON.stringify(made)).not.toContain('ann@')
  })
})

test('rehydrate writes nothing where one record of a list has a placeholder too many', async () => {
  const { result, out } = await stageHere(rehydrate, {
    outputs: ['records'],
    records: { map: MAP, records: [{ a: '⟪EMAIL-1⟫' }, { a: '⟪EMAIL-9⟫' }] },
  })
  expect([result.ok, out['records']]).toEqual([false, undefined])
})

test('rehydrate puts the values of a list back, and refuses a map of another shape', async () => {
  const records = [{ a: '⟪EMAIL-1⟫' }]
  const good = await stageHere(rehydrate, { outputs: ['records'], records: { map: MAP, records } })
  expect(good.out['records']).toEqual([{ a: 'ann@client.test' }])
  const twice = { v: 1, entries: [MAP.entries[0], { placeholder: '⟪EMAIL-1⟫', value: 'other' }] }
  const bad = await stageHere(rehydrate, { outputs: ['records'], records: { map: twice, records } })
  expect(bad.result).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
})
