// A proposer's own words on a terminal: how many lines they may take, and how much may be typed at the question.
import { expect, test } from 'vitest'
import { pressed } from '../../cli/openTerminal.ts'
import { proseLines } from '../../cli/views/proseLines.ts'
import { ANSWER_CHARS, PROSE_LINES } from '../../protocol/limits.ts'

/** Words that take `count` lines of 20 columns behind the mark. */
const prose = (count: number): string => Array.from({ length: count }, () => 'x'.repeat(16)).join(' ')
const marked = (count: number) =>
  proseLines('agent:claude', prose(count), 20).filter(line => JSON.stringify(line[0]).includes('  | '))
const last = (count: number) => JSON.stringify(proseLines('agent:claude', prose(count), 20).at(-1))

test('a proposer’s words take as many lines as they may, and of one more it is said that it is left out', () => {
  expect(marked(PROSE_LINES)).toHaveLength(PROSE_LINES)
  expect(last(PROSE_LINES)).not.toContain('left out')
  expect(marked(PROSE_LINES + 1)).toHaveLength(PROSE_LINES)
  expect(last(PROSE_LINES + 1)).toContain('1 more lines are left out')
})

test('a proposer that says nothing gets no line', () => {
  expect(proseLines('agent:claude', '\u001B[2J', 80).length).toBeGreaterThan(0)
  expect(proseLines('agent:claude', ' \n\u200B', 80)).toEqual([])
})

test('an answer holds as many characters as it may and takes no more', () => {
  const full = 'a'.repeat(ANSWER_CHARS)
  expect(pressed(full.slice(1), 'b')).toEqual({ text: `${full.slice(1)}b` })
  expect(pressed(full, 'b')).toEqual({ text: full })
})

test.each(['\u0000', '\u001F', '\u009B', 'é'])('a key that is no plain character types nothing: %j', key => {
  expect(pressed('ab', key)).toEqual({ text: 'ab' })
})
