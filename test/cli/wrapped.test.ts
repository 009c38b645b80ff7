// Text in lines: nothing is lost, nothing is wider than the terminal, and no further line looks like a first one.
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../cli/displayWidth.ts'
import { hanging, wrapped } from '../../cli/wrapped.ts'

describe('wrapped', () => {
  test.each([
    'short',
    'a few words that go on for longer than one line',
    'x'.repeat(95),
    '漢字'.repeat(20),
    '',
  ])('keeps every character of %j in lines of at most 20 columns', text => {
    const lines = wrapped(text, 20)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(20)
  })

  test('never breaks a line wider than 100 columns even where there is no terminal', () => {
    for (const line of wrapped('word '.repeat(200), Infinity)) expect(line.length).toBeLessThanOrEqual(100)
  })
})

test('hanging starts every further line deeper than the first, whatever the text holds', () => {
  const lines = hanging(`one${' '.repeat(40)}word 2: "x"`, 30, { first: '  ', further: '      ' })
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {6}\S/)
})
