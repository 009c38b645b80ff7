// The one writer: what reaches a terminal, and when it is coloured.
import { describe, expect, test } from 'vitest'
import { styled } from '../../cli/answer.ts'
import { rendered, wantsColour } from '../../cli/output.ts'

describe('wantsColour', () => {
  test.each([
    [true, {}, true],
    [true, { TERM: 'xterm-256color' }, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
    [undefined, {}, false],
  ])('answers for a terminal %s with %j', (isTTY, env, colour) => {
    expect(wantsColour(isTTY === undefined ? {} : { isTTY }, env)).toBe(colour)
  })
})

describe('rendered', () => {
  const hostile = 'a\u001B]8;;http://evil.example\u0007b\u009B2Jc\rd\u202Ee\nf'

  test('passes no control character of a piece, coloured or not', () => {
    expect(rendered([[hostile]], false).trimEnd()).not.toMatch(/[\p{Cc}\u202E]/u)
    const coloured = rendered([[styled('bad', hostile)]], true)
    expect(coloured.startsWith('\u001B[1;31m')).toBe(true)
    const inside = coloured.slice('\u001B[1;31m'.length, -'\u001B[0m\n'.length)
    expect(inside).not.toMatch(/[\p{Cc}\u202E]/u)
  })

  test('keeps a piece within its line', () => {
    expect(rendered([['one\ntwo'], ['three']], false).split('\n')).toHaveLength(3)
  })
})
