// What a field looks like, and that it changes nothing but what the table of substitutions lists. Relies on align.ts.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORD_CHARS } from '../../../protocol/limits.ts'
import { inert, NO_TEXT } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { SUBSTITUTIONS } from '../../../protocol/text/substitutions.ts'
import { bodyOf, isListedChange } from './align.ts'
import { FAMILIES } from './payloads.ts'

const encode = (text: string): string => inert(plain(text))
const PAYLOADS = FAMILIES.flatMap(family => family.payloads)

test.each([
  ['Re: Contract for Tuesday', '“Re: Contract for Tuesday”'],
  ['R&D (v2.0) – 50 % off', '“R&D (v2.0) – 50 % off”'],
  ['Møte 30.11.2026 kl. 10:30 – agenda: punkt 1/3', '“Møte 30.11.2026 kl. 10:30 – agenda: punkt 1/3”'],
  ["Don't panic (C++ & C)…", "“Don't panic (C++ & C)…”"],
  ['ご予約：12月10日 10：30【確認】', '“ご予約：12月10日 10：30【確認】”'],
  ['आपका बिल तैयार है', '“आपका बिल तैयार है”'],
  ['✅ Your order 👩‍💻 ❤️', '“✅ Your order 👩‍💻 ❤️”'],
])('inert changes nothing but the quotes of %j', (text, field) => {
  expect(encode(text)).toBe(field)
})

test.each([
  ['ann@client.test', '“ann (at) client.test”'],
  ['ann@client.com', '“ann (at) client·com”'],
  ['https://evil.com/a', '“https: ∕∕evil·com/a”'],
  ['$5 and $6', '“💲5 and 💲6”'],
  ['Read “this” now', '“Read "this" now”'],
  ['std::vector', '“std∶∶vector”'],
  ['50%% off', '“50% % off”'],
  ['&lt; AT&T', '“& lt; AT&T”'],
  ['www.1', '“www·1”'],
  ['due 📅 2026-01-01', '“due 📅 · 2026-01-01”'],
  ['＃1 ［x］ ～ ＝', '“♯1 〔x〕 〜 ═”'],
  ['@ann @ @', '“(at) ann (at) (at)”'],
  [':smile:', '“∶smile:”'],
  ['at 10:30:05, 10:30', '“at 10∶30∶05, 10:30”'],
])('inert writes %j as %j', (text, field) => {
  expect(encode(text)).toBe(field)
})

test.each(['', ' ', '***', '\u200B', '\u2800', '\u202E'])('inert says that there is no text for %j', text => {
  expect(encode(text)).toBe(`“${NO_TEXT}”`)
})

test('inert puts right-to-left text, and only that, into an isolate of its own', () => {
  expect(encode('שלום 12')).toBe('“\u2068שלום 12\u2069”')
  expect(encode('abc مرحبا')).toBe('“\u2068abc مرحبا\u2069”')
  expect(encode('Ελλάδα 日本')).toBe('“Ελλάδα 日本”')
})

test(`inert leaves ${WORD_CHARS} characters without a blank and breaks one more`, () => {
  expect(encode('a'.repeat(WORD_CHARS))).toBe(`“${'a'.repeat(WORD_CHARS)}”`)
  expect(encode('a'.repeat(WORD_CHARS + 1))).toBe(`“${'a'.repeat(WORD_CHARS)} a”`)
  expect(encode('語'.repeat(WORD_CHARS * 3))).toBe(`“${'語'.repeat(WORD_CHARS * 3)}”`)
})

describe('the table of substitutions', () => {
  test('a field maps back through the table to its plain text for every payload', () => {
    const wrong = PAYLOADS.map(payload => plain(payload))
      .filter(text => text !== '')
      .filter(text => !isListedChange(text, bodyOf(inert(text))))
    expect(wrong).toEqual([])
  })

  test('a field maps back through the table to its plain text for any string', () => {
    const any = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...PAYLOADS.filter(text => text.length < 40)),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      maxLength: 8,
    })
    fc.assert(
      fc.property(any, text => {
        const line = plain(text)
        fc.pre(line !== '')
        expect(isListedChange(line, bodyOf(inert(line)))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('a change that the table does not list is noticed', () => {
    expect(isListedChange('abc', 'abd')).toBe(false)
    expect(isListedChange('a.b', 'a,b')).toBe(false)
    expect(isListedChange('abc', 'ab')).toBe(false)
    expect(isListedChange('ab', 'a(at)b')).toBe(false)
  })

  test.each(SUBSTITUTIONS.map(row => [row.from.join('') || row.why, row] as const))(
    'the row for %s matches a payload or a text around its characters',
    (_, { from, where }) => {
      const pattern = new RegExp(
        where.replaceAll('X', `[${from.join('').replace(/[\\\]^-]/g, '\\$&')}]`),
        'u',
      )
      const around = from.flatMap(char =>
        ['', 'a', 'www', char].flatMap(before => ['', 'a', ' ', char].map(after => before + char + after)),
      )
      expect([...PAYLOADS, ...around].filter(text => pattern.test(plain(text)))).not.toEqual([])
    },
  )

  test('ordinary text maps back by replacing each substitute', () => {
    const back = (body: string): string =>
      body
        .replaceAll(' (at) ', '@')
        .replaceAll('·', '.')
        .replaceAll('∶', ':')
        .replaceAll('∕', '/')
        .replaceAll('💲', '$')
        .replaceAll('% %', '%%')
    for (const text of ['Write to ann@client.com', 'https: //shop.no/x costs $5', 'a::b 50%% Node.js'])
      expect(back(bodyOf(encode(text)))).toBe(text)
  })
})
