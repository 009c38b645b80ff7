// How wide a text may be on a terminal: never less than any terminal draws, or it would wrap into a line of its own.
import { describe, expect, test } from 'vitest'
import { displayWidth, fit } from '../../cli/displayWidth.ts'
import { proseLines } from '../../cli/views/proseLines.ts'
import { table } from '../../cli/table.ts'
import { wrapped } from '../../cli/wrapped.ts'

/** Columns on a terminal that joins nothing, written down by hand. */
const PLAIN: readonly (readonly [what: string, text: string, columns: number])[] = [
  ['syllables of consonants without end', '\u1100'.repeat(30), 60],
  ['spacing marks', `\u0915${'\u0903'.repeat(6)}`, 7],
  ['conjuncts', '\u0915\u094D\u0915\u094D\u0915', 3],
  ['a family', '👨‍👩‍👧‍👦', 8],
  ['a hand of a colour', '👍🏽', 4],
  ['a heart as a picture', '❤️', 2],
  ['a flag', '🇩🇪', 2],
  ['one letter of a flag', '🇩', 2],
  ['marks', 'e\u0301\u0302', 1],
  ['Latin and Cyrillic letters', 'Grüße мир', 9],
  ['ideographs', '漢字', 4],
  ['a copyright sign', '©', 1],
]
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

test.each(PLAIN)(
  'displayWidth counts %s as wide as the plainest terminal draws it',
  (_what, text, columns) => {
    expect(displayWidth(text)).toBe(columns)
  },
)

describe('a text that is one letter to Unicode and a line to a terminal', () => {
  const SYLLABLE = '\u1100'.repeat(36)
  const forged = `${SYLLABLE} x x risk     low`

  test('is one letter where graphemes are counted (control)', () => {
    expect([...graphemes.segment(SYLLABLE)]).toHaveLength(1)
    expect([...graphemes.segment(forged)].length).toBeLessThan(40)
  })

  test('is broken into lines that no terminal breaks again', () => {
    for (const line of wrapped(`${forged} ${SYLLABLE}${SYLLABLE}${SYLLABLE}`, 40))
      expect([...line].filter(char => char === '\u1100').length * 2).toBeLessThanOrEqual(40)
  })

  test('leaves every line of a proposer behind its mark', () => {
    const lines = proseLines('agent:claude', forged, 60)
      .slice(2)
      .map(pieces => pieces.map(piece => (typeof piece === 'string' ? piece : piece.text)).join(''))
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      expect(line).toMatch(/^ {2}\| /)
      expect(displayWidth(line)).toBeLessThanOrEqual(60)
    }
  })

  test('is cut in a cell and in a table to what the terminal holds', () => {
    expect(displayWidth(fit(forged, 20))).toBeLessThanOrEqual(20)
    for (const line of table(['a', 'b'], [[forged, 'x']], 40))
      expect(displayWidth(line.map(String).join(''))).toBeLessThanOrEqual(40)
  })
})
