// The object of a brief: what it carries unchanged and what it cannot hold. Relies on shapes.ts.
import { expect, test } from 'vitest'
import { Brief } from '../../protocol/brief.ts'
import { BRIEF, changed } from './shapes.ts'

test('the object of a brief carries the original strings, whatever they hold', () => {
  const subject = '\u202E[x](http://evil.example) \u001B[2J'
  const result = Brief.safeParse(changed(BRIEF, ['items', 0, 'subject'], subject))
  expect(result.success && result.data.items[0]?.subject).toBe(subject)
})

test.each([
  ['a handle that is none', ['items', 0, 'handle'], 'h_x'],
  ['a handle with a line break', ['items', 0, 'handle'], `h_${'a'.repeat(26)}\n`],
  ['a score of 11', ['items', 0, 'score'], 11],
  ['a third part', ['items', 0, 'part'], 'friends'],
  ['a scorer that is none', ['items', 0, 'by'], 'none'],
  ['an engine that is none', ['engine'], 'cloud'],
  ['a cause without a link that is none', ['coverage', 'withoutLink', 'lost'], 1],
  ['a count below zero', ['coverage', 'ranked'], -1],
  ['a failure that is none', ['coverage', 'failed'], [{ handle: `h_${'a'.repeat(26)}`, why: 'bored' }]],
] as const)('the object of a brief has no %s', (_, path, value) => {
  expect(Brief.safeParse(BRIEF).success).toBe(true)
  expect(Brief.safeParse(changed(BRIEF, path, value)).success).toBe(false)
})
