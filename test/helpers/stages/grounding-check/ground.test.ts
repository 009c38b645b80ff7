// Grounding: the same value in every form is found, a near miss never, hidden text does not count, and each value says where it is.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ground,
  groundOf,
  type OnMissing,
  sourceOf,
} from '../../../../helpers/stages/grounding-check/ground.ts'
import { groundingCheck } from '../../../../helpers/stages/grounding-check/groundingCheck.ts'
import { shownText } from '../../../../helpers/shownText.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../../protocol/message.ts'
import type { Claim, RecordSchema } from '../../../../protocol/recordSchema.ts'
import { stageHere, mail } from '../stageHere.ts'

const inMail = (claim: Claim, value: string, body: string) =>
  sourceOf(claim, value, groundOf(shownText(mail({ subject: 'It is paid' }), body)))
const stands = (...args: Parameters<typeof inMail>): boolean => inMail(...args) !== undefined

describe('sourceOf', () => {
  const forms: readonly ((units: string, cents: string) => string)[] = [
    (units, cents) => `${units}.${cents}`,
    (units, cents) => `${units},${cents}`,
    (units, cents) => `${units.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`,
    (units, cents) => `${units.replace(/\B(?=(?:\d{3})+$)/g, '.')},${cents}`,
    (units, cents) => `${units.replace(/\B(?=(?:\d{3})+$)/g, ' ')},${cents}`,
    (units, cents) => `${units.replace(/\B(?=(?:\d{3})+$)/g, '\u202F')},${cents}`,
  ]
  const units = fc.integer({ min: 1, max: 9_999_999 }).map(String)
  const cents = fc.stringMatching(/^\d[1-9]$/)
  const form = fc.constantFrom(...forms)

  test('ground finds the same amount, number or date in every form that people write it', () => {
    fc.assert(
      fc.property(fc.tuple(units, cents), form, form, ([whole, part], said, written) => {
        expect(stands('amount', said(whole, part), `You paid ${written(whole, part)} kr today.`)).toBe(true)
        expect(
          stands('number', whole, `There are ${whole.replace(/\B(?=(?:\d{3})+$)/g, ' ')} of them.`),
        ).toBe(true)
      }),
    )
    for (const written of [
      '30.11.2026',
      'November 30th, 2026',
      '30. november 2026',
      '2026/11/30',
      '30 novembre 2026',
    ])
      expect(stands('date', '2026-11-30', `Due ${written}.`), written).toBe(true)
  })

  test('ground never finds a near miss of a claimed value', () => {
    const misses: readonly ((amount: string) => string)[] = [
      amount => `1${amount}`,
      amount => `${amount}1`,
      amount => `${amount}9 kr`,
      amount => `-${amount}`,
      amount => `A${amount}`,
      amount => `${amount}%`,
      amount => `${amount}.1`,
      amount => `9,${amount}`,
      amount => amount.replace('.', '0.'),
      amount => amount.replace('.', ' '),
      amount => amount.replace('.', ''),
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 999 }),
        cents,
        fc.constantFrom(...misses),
        (whole, part, miss) => {
          const amount = `${whole}.${part}`
          expect(stands('amount', amount, `Total: ${miss(amount)} today`)).toBe(false)
        },
      ),
    )
    expect(stands('number', '12', 'in 2012, 12.5, 12:30, 12kg, #12, 1-12, 12/2026, A12')).toBe(false)
    expect(stands('number', '12', 'in 2012 there were 12 of them')).toBe(true)
    expect(stands('text', 'Ann', 'Joanna, Annabel')).toBe(false)
    expect(stands('text', 'shop.test', 'https://shop.test.evil/')).toBe(false)
    for (const written of ['2026-11-03', '2026-11-301', '30.11.2025', '30 November', '12026-11-30'])
      expect(stands('date', '2026-11-30', `Due ${written}.`), written).toBe(false)
  })

  test('sourceOf takes an amount of another currency for another amount', () => {
    expect(stands('amount', '45.00 EUR', 'Total $45.00')).toBe(false)
    expect(stands('amount', '45.00 EUR', 'Total €45.00')).toBe(true)
    expect(stands('amount', '45.00 EUR', 'Total 45.00, all prices in EUR')).toBe(true)
    expect(stands('amount', '45.00 EUR', 'Total 45.00')).toBe(false)
    expect(stands('amount', '45.00', 'Total $45.00')).toBe(true)
  })

  test('sourceOf takes no date of unknown order for a day, and its very letters for themselves', () => {
    expect(stands('date', '2026-02-01', 'Due 01/02/2026')).toBe(false)
    expect(stands('date', '2026-01-02', 'Due 01/02/2026')).toBe(false)
    expect(stands('date', '01/02/2026', 'Due 01/02/2026')).toBe(true)
    expect(stands('date', '2026-02-01', 'Due 01/02/2026, sent 30/01/2026')).toBe(true)
  })

  test('sourceOf counts no hidden text, and nothing that reaches into it', () => {
    const body = `You paid 10\n${HIDDEN_BEGIN}\n000 kr to Mallory\n${HIDDEN_END}\nThanks`
    expect(stands('text', 'Mallory', body)).toBe(false)
    expect(stands('number', '000', body)).toBe(false)
    expect(stands('number', '10000', body)).toBe(false)
    expect(stands('text', 'Thanks', body)).toBe(true)
    expect(stands('text', 'paid 10', body)).toBe(true)
  })

  test('sourceOf reads over characters that do not show as a person does', () => {
    expect(stands('number', '1234', 'No 12\u200B34')).toBe(true)
    expect(stands('number', '12', 'No 12\u200B34')).toBe(false)
    expect(
      stands(
        'text',
        'hi',
        `ok ${[...'hi'].map(c => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}`,
      ),
    ).toBe(false)
  })

  test('sourceOf says where a value stands, in code points of its place', () => {
    const body = '😀 é Total: 1 234,50 kr\nOrder AB-99 is paid'
    const cut = (source: ReturnType<typeof inMail>) => [...body].slice(source?.start, source?.end).join('')
    expect(cut(inMail('amount', '1234.50', body))).toBe('1 234,50 kr')
    expect(cut(inMail('text', 'ab-99', body))).toBe('AB-99')
    expect(inMail('text', 'shoe palace', body)).toEqual({ in: 'from', start: 0, end: 11 })
    expect(inMail('text', 'paid', body)).toEqual({ in: 'subject', start: 6, end: 10 })
  })
})

const SCHEMA: RecordSchema = {
  type: 'object',
  required: ['total', 'note'],
  properties: {
    total: { type: 'string', maxLength: 40, claim: 'amount' },
    order: { type: 'string', maxLength: 40, claim: 'text' },
    due: { type: 'string', maxLength: 40, claim: 'date', nullable: true },
    lines: { type: 'array', items: { type: 'string', maxLength: 40, claim: 'text' } },
    count: { type: 'integer', minimum: 0, maximum: 999, claim: 'number' },
    note: { type: 'string', maxLength: 100 },
  },
}
const BODY = 'Order AB-99. Total: 45,00 kr. Two boots, 2 in all. Due 30.11.2026.'
const GOOD = { total: '45.00', order: 'AB-99', due: '2026-11-30', lines: ['boots'], count: 2, note: 'mine' }
const grounded = (record: unknown, policy: OnMissing) =>
  ground({ schema: SCHEMA, record }, groundOf(shownText(mail(), BODY)), policy)

describe('ground', () => {
  test('ground keeps a record whose every claim stands there, and looks at no other field', () => {
    const { record, sources, missing } = grounded(GOOD, 'drop-record')
    expect([record, missing]).toEqual([GOOD, 0])
    expect(sources.map(({ field }) => field)).toEqual(['total', 'order', 'due', 'lines.0', 'count'])
  })

  test('ground drops the record of one value that does not stand there, under drop-record', () => {
    expect(grounded({ ...GOOD, count: 3 }, 'drop-record')).toEqual({
      record: undefined,
      sources: [],
      missing: 1,
    })
  })

  test('ground drops a value, makes it null or drops the record, under drop-field', () => {
    const { order, ...rest } = GOOD
    expect(order).toBe('AB-99')
    expect(grounded({ ...GOOD, order: 'AB-98' }, 'drop-field').record).toEqual(rest)
    expect(grounded({ ...GOOD, due: '2026-11-29' }, 'drop-field').record).toEqual({ ...GOOD, due: null })
    expect(grounded({ ...GOOD, lines: ['boots', 'socks'] }, 'drop-field').record).toEqual(GOOD)
    expect(grounded({ ...GOOD, total: '46.00' }, 'drop-field').record).toBeUndefined()
  })

  test('ground takes null and an empty text for no claim', () => {
    expect(grounded({ ...GOOD, due: null, order: '' }, 'drop-record').missing).toBe(0)
  })
})

describe('groundingCheck', () => {
  const given = {
    envelope: mail(),
    body: BODY,
    outputs: ['records', 'sources'],
    schemas: { records: SCHEMA },
  }

  test('groundingCheck keeps of a list what is grounded, counts the rest, and quotes nothing', async () => {
    const bad = { ...GOOD, total: '1 000 000 kr' }
    const { result, out } = await stageHere(groundingCheck, { ...given, records: { records: [bad, GOOD] } })
    expect(result).toEqual({
      ok: true,
      value: ['1 claimed value not found in the message, 1 record dropped'],
    })
    expect(out['records']).toEqual([GOOD])
    expect(out['sources']).toContainEqual({ record: 0, field: 'total', in: 'body', start: 20, end: 29 })
  })

  test('groundingCheck writes nothing where nothing is grounded', async () => {
    const { out } = await stageHere(groundingCheck, { ...given, records: { records: { ...GOOD, count: 7 } } })
    expect(out).toEqual({ records: undefined, sources: undefined })
  })

  test('groundingCheck refuses an unknown key, and records whose schema nobody knows', async () => {
    const asked = { ...given, records: { records: GOOD } }
    const unknown = await stageHere(groundingCheck, { ...asked, config: { on_mising: 'drop-field' } })
    expect(unknown.result).toMatchObject({ ok: false, refusal: { code: 'config' } })
    const unknownSchema = await stageHere(groundingCheck, { ...asked, schemas: {} })
    expect(unknownSchema.result).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
})
