// Text and JSON that cannot control a terminal, each case beside the control that it held. Relies on fast-check.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { terminalJson, terminalText, unhiddenText } from '../../../protocol/text/terminal.ts'
import { exactParts } from '../../../protocol/text/visible.ts'

const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u

test.each([
  ['a colour', 'a\x1B[31mred\x1B[0m', 'a [31mred [0m'],
  ['an 8-bit CSI', 'a\x9B2Jb', 'a 2Jb'],
  ['a clipboard write (OSC 52)', '\x1B]52;c;ZXZpbA==\x07x', ' ]52;c;ZXZpbA== x'],
  [
    'a link (OSC 8)',
    '\x1B]8;;https://evil.example\x1B\\x\x1B]8;;\x1B\\',
    ' ]8;;https://evil.example \\x ]8;; \\',
  ],
  ['a title with an 8-bit OSC', '\x9D0;x\x9C', ' 0;x '],
  ['a carriage return that overwrites', 'ok\rno', 'ok no'],
  ['a newline that forges a line', 'a\nb', 'a b'],
  ['backspaces', 'ab\b\bx', 'ab  x'],
  ['a direction override', 'a\u202Eb\u2066c', 'abc'],
  ['tags and zero-width characters', `a\u200B${String.fromCodePoint(0xe0041)}b`, 'ab'],
  ['lone surrogates', 'a\uD800b', 'ab'],
  ['line separators', 'a\u2028b\x85c', 'a b c'],
])('terminalText disarms in its text %s', (_, text, wanted) => {
  expect(text).toMatch(/[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/u)
  expect(terminalText(text)).toBe(wanted)
})

test.each(['[x] *y* <z> `w` 100 % ~/a_b', 'Møte 👩‍💻 ❤️ عربي हिन्दी 日本語', '  indented   columns  '])(
  'terminalText keeps what prints: %j',
  text => {
    expect(terminalText(text)).toBe(text)
  },
)

test('terminalText leaves no control in any string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), text => {
      expect(terminalText(text)).not.toMatch(UNSAFE)
      expect(terminalText(terminalText(text))).toBe(terminalText(text))
    }),
    { numRuns: 2_000 },
  )
})

/** Letters beside everything that leans on, hides in or passes for another. */
const TRICKY = fc.string({
  unit: fc.constantFrom(
    ...'a1 \u00A0\u2003\u2800\u200B\u200C\u200D\u0301\u0903\uFE0F\u20E3👩❤🏽🇩क\u094Dب\u202E\u{E0041}"\\\n\u115F\u1100',
    '\uD800',
  ),
  maxLength: 24,
})

test('unhiddenText is whole on a terminal, and as JSON it is the value that it stands for', () => {
  fc.assert(
    fc.property(fc.oneof(TRICKY, fc.string({ unit: 'binary', maxLength: 24 })), text => {
      const shown = unhiddenText(JSON.stringify(text))
      expect(terminalText(shown)).toBe(shown)
      expect(JSON.parse(shown)).toBe(text)
      expect(unhiddenText(shown)).toBe(shown)
    }),
    { numRuns: 5_000 },
  )
})

test('the parts of a text are the text', () => {
  fc.assert(
    fc.property(TRICKY, text => {
      expect(
        exactParts(text)
          .map(part => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})

test.each([
  ['a blank that does not break', 'a\u00A0b', 'a b', 'a\\u00a0b'],
  ['a second blank', 'a  b', 'a b', 'a \\u0020b'],
  ['a blank at its end', 'a ', 'a', 'a\\u0020'],
  ['a seventh mark', `a${'\u0301'.repeat(7)}`, `a${'\u0301'.repeat(6)}`, `a${'\u0301'.repeat(6)}\\u0301`],
  ['a joiner without anything to join', 'a\u200Db', 'ab', 'a\\u200db'],
])('unhiddenText shows %s, which terminalText does not', (...row) => {
  const [, text, like, wanted] = row
  expect(terminalText(text).replaceAll(/ +/g, ' ').trim()).toBe(like)
  expect(unhiddenText(text)).toBe(wanted)
  expect(unhiddenText(like)).toBe(like)
})

test('terminalJson parses back to the same value and prints no control but its own newlines', () => {
  const tricky = {
    'k\x9B': ['\x1B[2J', '\u202E', '\x7F\x80', String.fromCodePoint(0xe0041), '👩‍💻', '\n', '\uD800', '\u2028'],
  }
  const json = terminalJson(tricky)
  expect(json.replaceAll('\n', '')).not.toMatch(UNSAFE)
  expect(JSON.parse(json)).toEqual(tricky)
  expect(JSON.stringify(tricky)).toMatch(UNSAFE)
})

test('terminalJson prints one line when the indent is 0', () => {
  expect(terminalJson({ a: ['x\ny'] }, 0)).toBe('{"a":["x\\ny"]}')
})
