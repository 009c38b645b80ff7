// Placeholders: one for one value, every text back byte for byte, and nothing of a stranger's that passes for one.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapTexts, withValues } from '../../../../helpers/placeholders.ts'
import { pseudonymize } from '../../../../helpers/stages/pseudonymize/pseudonymize.ts'
import { replaceValues } from '../../../../helpers/stages/pseudonymize/replaceValues.ts'
import { PlaceholderMap } from '../../../../protocol/placeholderMap.ts'
import type { RecordSchema } from '../../../../protocol/recordSchema.ts'
import { stageHere, mail } from '../stageHere.ts'

const replaced = (text: string, names: readonly string[] = []): string =>
  String(replaceValues([text], null, names)?.records[0])
const back = (made: ReturnType<typeof replaceValues>): unknown => {
  const values = new Map(made?.map.entries.map(({ placeholder, value }) => [placeholder, value]))
  return made?.records.map(record => mapTexts(record, text => withValues(text, values) ?? 'lost'))
}

describe('replaceValues', () => {
  test.each([
    ['Write to ann@client.test.', 'Write to ⟪EMAIL-1⟫.'],
    ['ann@client.test, bob@client.test, ann@client.test', '⟪EMAIL-1⟫, ⟪EMAIL-2⟫, ⟪EMAIL-1⟫'],
    ['See https://shop.test/a?b=1 or www.shop.test', 'See ⟪URL-1⟫ or ⟪URL-2⟫'],
    ['IBAN NO93 8601 1117 947', 'IBAN ⟪IBAN-1⟫'],
    ['Card 4111 1111 1111 1111', 'Card ⟪CARD-1⟫'],
    ['Call +47 22 12 34 56', 'Call ⟪PHONE-1⟫'],
    ['Order AB-12345 of 2026-11-30', 'Order ⟪ORDER-1⟫ of 2026-11-30'],
    ['Total 1 234,50 kr', 'Total 1 234,50 kr'],
    ['Say ⟪EMAIL-1⟫ to EMAIL-1', 'Say ⟪TEXT-1⟫⟪TEXT-2⟫⟪TEXT-3⟫ to ⟪TEXT-2⟫'],
  ])('replaceValues makes %s %s', (text, made) => expect(replaced(text)).toBe(made))

  test('replaceValues replaces names of the envelope, whole and by their words, whatever their case', () => {
    expect(replaced('Kim Berg and kim, not Kimberly', ['Kim Berg'])).toBe(
      '⟪NAME-1⟫ and ⟪NAME-2⟫, not Kimberly',
    )
  })

  test('replaceValues makes one placeholder of one value, and every text comes back byte for byte', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'ann@client.test',
        '⟪EMAIL-1⟫',
        '⟪',
        '⟫',
        'email-1',
        'ORDER 2',
        'Kim',
        'https://a.test/',
        '+4722123456',
      ),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }).filter(text => text.isWellFormed()),
    )
    fc.assert(
      fc.property(
        fc.array(
          fc.array(piece, { maxLength: 8 }).map(list => list.join(' ')),
          { maxLength: 4 },
        ),
        texts => {
          const made = replaceValues([{ texts }], null, ['Kim Berg'])
          expect(back(made)).toEqual([{ texts }])
          expect(PlaceholderMap.safeParse(made?.map).success).toBe(true)
        },
      ),
    )
  })

  test('replaceValues lets no text of a stranger pass for a placeholder', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('EMAIL', 'email', 'Name', 'TEXT'),
        fc.nat(99),
        fc.constantFrom('-', '_', '–'),
        (kind, n, mark) => {
          for (const text of [`⟪${kind}${mark}${n}⟫`, `${kind}${mark}${n}`, `⟪ ${kind}${mark}${n} ⟫`])
            expect(replaced(text).replace(/⟪TEXT-\d+⟫/g, '')).not.toMatch(/[⟪⟫]|\d/)
        },
      ),
    )
  })

  test('replaceValues leaves the values of an enum, and refuses more values than a map may have', () => {
    const schema: RecordSchema = {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['order-77777'] }, note: { type: 'string' } },
    }
    const record = { kind: 'order-77777', note: 'order-77777' }
    expect(replaceValues([record], schema, [])?.records).toEqual([{ kind: 'order-77777', note: '⟪TEXT-1⟫' }])
    const many = (amount: number) => Array.from({ length: amount }, (_, n) => `a${n}@b.test`).join(' ')
    expect(replaceValues([many(1_000)], null, [])?.map.entries).toHaveLength(1_000)
    expect(replaceValues([many(1_001)], null, [])).toBeUndefined()
  })

  test('replaceValues goes through a hundred kilobytes of near values in bounded time', () => {
    for (const near of ['a.', '1-', 'A1-', '+1 ', '⟪', 'http:', '1111 '])
      replaceValues([near.repeat(100_000 / near.length)], null, ['Kim Berg'])
    expect(replaced('done')).toBe('done')
  })
})

describe('pseudonymize', () => {
  const schema: RecordSchema = { type: 'object', properties: { note: { type: 'string', maxLength: 30 } } }
  const given = { outputs: ['records', 'map'], schemas: { records: schema, map: null } }

  test('pseudonymize writes the map apart from the records, with the names of a wired message', async () => {
    const { result, out } = await stageHere(pseudonymize, {
      ...given,
      envelope: mail(),
      records: { records: { note: 'Kim, write orders@shoes.test' } },
    })
    expect(result).toEqual({ ok: true, value: ['2 values replaced by placeholders'] })
    expect(out['records']).toEqual({ note: '⟪NAME-1⟫, write ⟪EMAIL-1⟫' })
    expect(out['map']).toEqual({
      v: 1,
      entries: [
        { placeholder: '⟪NAME-1⟫', value: 'Kim' },
        { placeholder: '⟪EMAIL-1⟫', value: 'orders@shoes.test' },
      ],
    })
  })

  test('pseudonymize fails a message whose record has no room for a placeholder, and quotes nothing', async () => {
    const { result, out } = await stageHere(pseudonymize, {
      ...given,
      records: { records: { note: 'a@b.c '.repeat(5) } },
    })
    expect(result.ok).toBe(false)
    expect(JSON.stringify(result)).not.toContain('a@b')
    expect(out['map']).toBeUndefined()
  })
})
