// Text of anybody as the page writes it: always escaped, what does not show left out of words and named in values. Relies on
// words.ts alone.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactly, lines, mixedNotice, quoted, words } from '../../page/words.ts'

const written = async (html: unknown): Promise<string> => String(await html)
const INERT =
  /^<bdi(?: class="exact")?>(?:[^<>&"']|&(?:lt|gt|amp|quot|#39);|<span class="code">U\+[0-9A-F]{4,6}<\/span>)*<\/bdi>$/

test('whatever a text is, nothing of it is markup', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async text => {
      for (const shown of [words(text), lines(text), exactly(text)])
        expect(await written(shown)).toMatch(INERT)
    }),
  )
})

test('words leave out what does not show and keep to one line', async () => {
  expect(await written(words('a\u202Eb\u200Bc\nd'))).toBe('<bdi>abc d</bdi>')
})

test('lines keep the lines of what is said and nothing else that does not show', async () => {
  expect(await written(lines('a\u202E\nb\r\nc\u2028d'))).toBe('<bdi>a\nb\nc\nd</bdi>')
})

test('lines keep twelve breaks, and what has more goes on in one line', async () => {
  const kept = `${'a\n'.repeat(12)}b`
  expect(await written(lines(kept))).toBe(`<bdi>${kept}</bdi>`)
  expect(await written(lines(`${kept}\n\n\nc\n`))).toBe(`<bdi>${kept} c </bdi>`)
})

test('a value is written exactly, and each character that does not show is named by its code', async () => {
  expect(await written(exactly('Tra\u200Bsh\u202E \u00A0x\n'))).toBe(
    '<bdi class="exact">Tra<span class="code">U+200B</span>sh<span class="code">U+202E</span><span class="code">U+0020</span><span class="code">U+00A0</span>x<span class="code">U+000A</span></bdi>',
  )
})

test('two values that look alike and differ are written differently', async () => {
  expect(await written(exactly('Trash'))).not.toBe(await written(exactly('Trash\u200B')))
})

test.each([
  ['a mark too many', `a${'\u0301'.repeat(7)}`, `a${'\u0301'.repeat(6)}`],
  ['a blank of another width', 'a\u2003b', 'a b'],
  ['a blank at its end', 'Trash ', 'Trash'],
  ['two blanks', 'a  b', 'a b'],
  ['a braille blank', 'a\u2800b', 'a b'],
])('a value with %s is written differently from the one it looks like', async (_what, one, other) => {
  expect(await written(exactly(one))).not.toBe(await written(exactly(other)))
  expect(await written(exactly(one))).toContain('class="code"')
  expect(await written(exactly(other))).not.toContain('class="code"')
})

test('a value that mixes scripts has a remark beside it, and its like has none', async () => {
  expect(await written(mixedNotice('Tr\u0430sh'))).toContain('mixes Latin and Cyrillic')
  expect(mixedNotice('Trash')).toBe('')
})

test('words between quotes cannot end them', async () => {
  expect(await written(quoted('Boss” (boss@example.org) “'))).toBe(
    '“<bdi>Boss&quot; (boss@example.org) &quot;</bdi>”',
  )
})

test('a code that a text spells out is not taken for a hidden character', async () => {
  expect(await written(exactly('<span class="code">U+200B</span>'))).not.toContain('<span')
})
