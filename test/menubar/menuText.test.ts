// A text on one line of a menu: what may be in it, how long it is. Relies on menuText.ts alone.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isClickable, menuLine } from '../../cli/menu/menuLine.ts'
import { menuText, menuTexts } from '../../cli/menu/menuText.ts'
import { MENU_CHARS } from '../../protocol/limits.ts'
import { HOSTILE } from './hostileTexts.ts'

/** What no parser obeys: none of what all three treat apart, no control, nothing that does not show, no line break. */
const INERT = /^[^|\\`:<>&\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]+$/u
const length = (text: string): number => [...text].length

test.each(Object.entries(HOSTILE))('of %s only what shows is left, on one line', (_what, text) => {
  expect(menuText(text)).toMatch(INERT)
  expect(menuText(text)).not.toMatch(/^[-\s]/)
})

test('whatever a text is, it is inert, short, and never empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      const shown = menuText(text)
      expect(shown).toMatch(INERT)
      expect(shown).not.toMatch(/^[-\s]/)
      expect(length(shown)).toBeLessThanOrEqual(MENU_CHARS)
    }),
  )
})

test('a text of the cap stands whole and one a character longer ends in an ellipsis within it', () => {
  expect(menuText('x'.repeat(MENU_CHARS))).toBe('x'.repeat(MENU_CHARS))
  expect(menuText('x'.repeat(MENU_CHARS + 1))).toBe(`${'x'.repeat(MENU_CHARS - 1)}…`)
  expect(length(menuText('😀'.repeat(MENU_CHARS + 1)))).toBe(MENU_CHARS)
})

test('ordinary writing of any script is kept as it is', () => {
  for (const text of ['Grüße aus Oslo', '明日の会議', 'عقد يوم الثلاثاء', 'Ann 👩‍💻 (2 × 3 = 6) – “ok”'])
    expect(menuText(text)).toBe(text)
})

test('a long text in several lines loses no word', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,20}$/), { maxLength: 60 }), words => {
      const lines = menuTexts(words.join(' '))
      expect(lines.map(line => line.replace(/^↳ /, '')).join(' ')).toBe(words.join(' '))
      for (const line of lines.slice(1)) expect(line).toMatch(/^↳ /)
      for (const line of lines) expect(length(line)).toBeLessThanOrEqual(MENU_CHARS)
    }),
  )
})

test.each([
  [['/usr/bin/node', '/opt/twin/dist/twin.cjs', 'menu'], true],
  [['/usr/bin/env', 'TWIN_HOME=/home/ann/.config/twin'], true],
  [['node'], false],
  [['/Users/Ann Lee/twin'], false],
  [['/bin/sh', ';'], false],
  [['/bin/sh', '&&'], false],
  [['/bin/sh', "'x'"], false],
  [['/bin/sh', '$(id)'], false],
  [['/bin/sh', ''], false],
  [[], false],
])('the words %j may be written into a menu: %s', (words, may) => {
  expect(isClickable(words)).toBe(may)
})

test('a click that is not plain is a bug and not a line', () => {
  expect(() => menuLine(0, 'x', ['/bin/sh', '-c', 'id; id'])).toThrow('Cannot write a menu line')
})
