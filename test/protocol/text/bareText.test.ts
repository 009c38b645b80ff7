// Text without anything that does not show: in NFC, the same when it is cleaned again, and nothing else changed.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareLines, bareText } from '../../../protocol/text/bareText.ts'

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())

test('bareText leaves no control, format, tag, selector, private or unassigned character, and is idempotent', () => {
  fc.assert(
    fc.property(anyText, text => {
      const bare = bareText(text)
      expect(bare).not.toMatch(
        /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
      )
      expect(bare).toBe(bare.normalize('NFC'))
      expect(bareText(bare)).toBe(bare)
    }),
  )
})

test.each(['Ann Lee', 'Straße 5, Ørsta', '日本語のテスト', 'مرحبا', '1 234,50 kr (paid) <ok> [x] #1'])(
  'bareText leaves ordinary text alone: %s',
  text => expect(bareText(text)).toBe(text),
)

test.each([
  ['A\u030A', 'Å'],
  ['a\u202Eb\u2066c', 'abc'],
  ['a\u{E0041}\u{E007F}b', 'ab'],
  ['a\uFE0F\u{E0100}b', 'ab'],
  ['a\u200Bb\u00ADc\u2060d\uFEFFe', 'abcde'],
  ['a\r\nb\tc\u0000d', 'a  b c d'],
])('bareText makes %j %j', (text, bare) => expect(bareText(text)).toBe(bare))

test('bareLines keeps lines, whatever ends them, and no blanks at their ends', () => {
  expect(bareLines('a \r\nb\rc\u2028d\n\n\u202Ee ')).toBe('a\nb\nc\nd\n\ne')
  fc.assert(
    fc.property(anyText, text => {
      expect(bareLines(bareLines(text))).toBe(bareLines(text))
      expect(bareLines(text)).not.toMatch(/[^\P{C}\n]/u)
    }),
  )
})
