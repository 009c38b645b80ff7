// Where a field's text and twin's text end up on the screen, by the Unicode bidirectional algorithm of bidi-js.
import bidiFactory, { type Bidi } from 'bidi-js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inert } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { FAMILIES } from './payloads.ts'

/** The package's types describe an ES module, its main file is CommonJS. */
const bidi = (bidiFactory as unknown as () => Bidi)()
/** `text` from left to right as a screen shows it; `direction` of the paragraph, auto as Obsidian lets the text decide. */
function shown(text: string, direction: 'ltr' | 'auto'): string {
  const levels = bidi.getEmbeddingLevels(text, direction)
  return bidi.getReorderedString(text, levels).replace(/[\u2066-\u2069]/g, '')
}

const line = (field: string): string => `- 9 ${field} by ${field} (${field}), 04:12 | score 12 (low)`
const encode = (text: string): string => inert(plain(text))

/** twin's own text, in order, with each field cut out at its quotes. */
const product = (visual: string): string => visual.replace(/“[^“”]*”/g, '“”')

describe.each(['ltr', 'auto'] as const)('in a paragraph of direction %s', direction => {
  test('a field of any payload leaves the text of twin where it was', () => {
    for (const payload of FAMILIES.flatMap(family => family.payloads))
      expect(product(shown(line(encode(payload)), direction))).toBe(line('“”'))
  })

  test('a field of any right-to-left text leaves the text of twin where it was', () => {
    const unit = fc.constantFrom(...'אבשمرح١٢12()[]<>-:., abc\u202E\u2067\u2069\u200F“”')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), text => {
        expect(product(shown(line(encode(text)), direction))).toBe(line('“”'))
      }),
      { numRuns: 1_000 },
    )
  })
})

test.each([
  ['an override', 'Invoice \u202E'],
  ['an isolate left open', '\u2067x'],
  ['Hebrew letters without an isolate', 'אבג abc'],
])('%s moves the text of twin when it is not encoded', (_, text) => {
  expect(product(shown(line(`“${text}”`), 'auto'))).not.toBe(line('“”'))
})

test('a right-to-left field reads in its own direction inside its quotes', () => {
  expect(shown(`x ${encode('אב גד')} y`, 'ltr')).toBe('x “דג בא” y')
})
