// The ten invariants of a field as properties (security.md 2.5), on strings made of every payload, every structural
// character, and anything. Relies on activation.ts for what renderers see.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { MARKS, WORD_CHARS } from '../../../protocol/limits.ts'
import { inert } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { activations, report, secondPass } from './activation.ts'
import { bodyOf } from './align.ts'
import { ORACLES } from './oracles.ts'
import { FAMILIES } from './payloads.ts'

const HARMLESS = '“Hallo”'
const PAYLOADS = FAMILIES.flatMap(family => family.payloads)
const STRUCTURE = '[]<>|`*_#!\\~=$%^&:;@/.(){}+-\'",? \n“”0a1.…＃＝：／．％＆；≠≮'
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...PAYLOADS),
    fc.constantFrom(...STRUCTURE),
    fc.constantFrom(
      'www',
      'com',
      'evil',
      'a',
      '1',
      'א',
      'مر',
      '👩',
      '\u200D',
      '\uFE0F',
      '\u0301',
      '📅',
      '2026-01-01',
    ),
    fc.string({ unit: 'binary', maxLength: 2 }),
  ),
  minLength: 1,
  maxLength: 10,
})
const field = hostile.map(text => inert(plain(text)) as string)

const FORMS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': text => text,
  NFC: text => text.normalize('NFC'),
  NFD: text => text.normalize('NFD'),
  NFKC: text => text.normalize('NFKC'),
  NFKD: text => text.normalize('NFKD'),
  'lower case': text => text.toLowerCase(),
  'upper case': text => text.toUpperCase(),
  JSON: text => JSON.parse(JSON.stringify(text)) as string,
  YAML: text => parse(stringify({ text }), { strict: true }).text as string,
}
/** Structure in any form of a field. `=` may stand in a decomposed ≠ and `!` has nothing to mark. */
const ACTIVE =
  /[[\]<>|`*_#\\~$^{}@]|==|::|%%|\/\/|&[\p{L}\p{N}#]+;|www[.]|(?<=[\p{L}\p{M}\p{S}-]|(?!\p{Nd})\p{N})[.](?=[\p{L}\p{S}-])(?!(?:[A-Za-z0-9-]{1,63}[.]){0,4}(?:test|example|invalid|localhost))/iu
/** Nothing that hides or reorders: the isolate of the frame and the joiners of scripts and emoji are the exceptions. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u202A-\u202E\u2066\u2067\u061C\u200E\u200F\u200B\u2060-\u2064\u00AD\uFFF9-\uFFFC\u{E0000}-\u{E0FFF}]|[^\S ]/u

const holds = (check: (text: string) => void, numRuns = 2_000): void =>
  fc.assert(
    fc.property(field, text => {
      check(text)
    }),
    { numRuns },
  )

describe('a field', () => {
  test('1: holds none of the characters and pairs that are structure, hide or reorder', () => {
    holds(text => {
      expect(text).not.toMatch(ACTIVE)
      expect(text).not.toMatch(HIDDEN)
      expect(bodyOf(text)).not.toMatch(/[\u2068\u2069“”]/)
    })
  })

  test('2: is not changed again when it is encoded again', () => {
    holds(text => expect(bodyOf(inert(plain(bodyOf(text))))).toBe(bodyOf(text)))
  })

  test.each(Object.keys(FORMS))('3: holds no structure after %s', name => {
    holds(text => {
      const form = FORMS[name]?.(text) ?? ''
      expect(form).not.toMatch(ACTIVE)
      expect(form).toMatch(/^“[\s\S]+”$/)
    }, 700)
  })

  test('3: every single code point and its pair hold no structure in any normal form', () => {
    const bad: string[] = []
    for (let point = 0; point <= 0x10ffff; point++) {
      const char = String.fromCodePoint(point)
      if (point < 0x80 || char !== char.normalize('NFKD') || /\p{Cc}|\p{Cs}/u.test(char)) {
        const text = inert(plain(`a${char}${char}b`))
        const forms = [text, text.normalize('NFKC'), text.normalize('NFKD')]
        if (forms.some(form => ACTIVE.test(form))) bad.push(point.toString(16))
      }
    }
    expect(bad).toEqual([])
  })

  test('4: is never empty and starts and ends with the quotes of twin', () => {
    holds(text => expect(text).toMatch(/^“(?! )[^“”]+(?<! )”$/))
  })

  test('5: is bounded in marks a letter, in runs without a blank and in growth', () => {
    fc.assert(
      fc.property(hostile, text => {
        const line = plain(text)
        const body = bodyOf(inert(line))
        const marks = body.match(/\p{M}+/gu)?.map(run => [...run].length) ?? []
        expect(Math.max(0, ...marks)).toBeLessThanOrEqual(MARKS + 1)
        const runs = body.match(/[A-Za-z0-9.,;:'"()&·∕-]+/g)?.map(run => run.length) ?? []
        expect(Math.max(0, ...runs)).toBeLessThanOrEqual(WORD_CHARS)
        expect(body.length).toBeLessThanOrEqual(6 * line.length + 9)
      }),
      { numRuns: 1_000 },
    )
  })

  test('6: is well-formed UTF-16', () => {
    holds(text => expect(text.isWellFormed()).toBe(true))
  })

  test('7 and 8: makes the same elements as a harmless word, and the text after it stays', () => {
    const contexts = ['end of a task', 'table cell', 'item of the brief']
    holds(text => expect(report(text, activations(text, HARMLESS, { contexts }))).toEqual([]), 60)
  })

  test('9: makes no pair with another field beside, after or below it', () => {
    const page = (one: string, two: string): string =>
      `- ${one} kanari ${two}\n  ${one}${two}\n- ${two}\n\n${one}\n${two}\n\n| a | b |\n| - | - |\n| ${one} | ${two} |\n`
    const shape = (one: string, two: string): string[] =>
      ORACLES.map(({ name, render }) => {
        const { elements, text } = render(page(one, two))
        return `${name}: ${elements.toSorted().join(' ')}, in sight: ${text.includes('kanari')}`
      })
    const wanted = shape(HARMLESS, HARMLESS)
    fc.assert(
      fc.property(field, field, (one, two) => {
        expect(shape(one, two)).toEqual(wanted)
      }),
      { numRuns: 60 },
    )
    expect(shape('a %%', 'b %%')).not.toEqual(wanted)
  })

  test('10: makes nothing more of itself when the rendered text is rendered again', () => {
    holds(text => expect(report(text, secondPass(text, HARMLESS))).toEqual([]), 40)
  })
})

test.each(['[x](y)', 'a＃b', 'a::b', 'evil.com', 'a\u202Eb', '&lt;', 'a@b'])(
  'the pattern of structure and hiding notices %j when it is not encoded',
  text => {
    expect(ACTIVE.test(text.normalize('NFKC')) || HIDDEN.test(text)).toBe(true)
  },
)
