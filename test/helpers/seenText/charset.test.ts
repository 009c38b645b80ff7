// Bytes as text, by the names that mail uses for character sets.
import { expect, test } from 'vitest'
import { decodeText, decodeUnnamed, decoderOf } from '../../../helpers/seenText/charset.ts'
import { problemList } from '../../../helpers/seenText/problems.ts'

const read = (bytes: readonly number[], label: string) => {
  const problems = problemList()
  return { text: decodeText(Uint8Array.from(bytes), label, problems), problems: problems.list() }
}

test.each([
  ['utf-8', [0xc3, 0xa9], 'é'],
  ['UTF8', [0xc3, 0xa9], 'é'],
  ['iso-8859-1', [0xe9, 0x92, 0x80], 'é’€'],
  ['windows-1252', [0x93, 0xe9, 0x94], '“é”'],
  ['ISO-8859-15', [0xa4], '€'],
  ['koi8-r', [0xc4, 0xc1], 'да'],
  ['x-sjis', [0x93, 0xfa], '日'],
  ['cp932', [0x93, 0xfa], '日'],
  ['iso-2022-jp', [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42], '日'],
  ['gb2312', [0xc8, 0xd5], '日'],
  ['big5', [0xa4, 0xe9], '日'],
  ['ks_c_5601-1987', [0xec, 0xed], '日'],
  ['tis-620', [0xa1], 'ก'],
  ['utf-16le', [0xe9, 0x00], 'é'],
])('decodeText reads %s', (label, bytes, text) => {
  expect(read(bytes, label)).toEqual({ text, problems: [] })
})

test('decodeText tells a character set that is not known and guesses its letters', () => {
  for (const label of ['x-klingon', 'utf-7', 'iso-2022-kr', 'hz-gb-2312', 'a'.repeat(10_000)])
    expect(read([0x61, 0xe9], label)).toEqual({
      text: 'aé',
      problems: ['a text is in a character set that is not known here: its letters were guessed'],
    })
})

test('decodeText tells letters beyond ASCII of which no set is named', () => {
  expect(read([0x61], '').problems).toEqual([])
  expect(read([0xe9], 'us-ascii')).toEqual({
    text: 'é',
    problems: ['a text has letters beyond ASCII and names no character set for them: it was guessed'],
  })
})

test('decodeText tells bytes that the named set does not have', () => {
  expect(read([0x61, 0xff], 'utf-8')).toEqual({
    text: 'a\uFFFD',
    problems: ['a text holds bytes that its character set does not have: they show as U+FFFD'],
  })
})

test('decodeUnnamed takes UTF-8 for UTF-8 and anything else for windows-1252', () => {
  expect(decodeUnnamed(Uint8Array.of(0xc3, 0xa9))).toBe('é')
  expect(decodeUnnamed(Uint8Array.of(0xe9, 0x80))).toBe('é€')
})

test('decoderOf knows no set by an empty name', () => {
  expect(decoderOf('')).toBeUndefined()
  expect(decoderOf('  ')).toBeUndefined()
})
