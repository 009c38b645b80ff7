// Words as whole tokens, whatever their case and normal form, and never within longer ones.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folded, hasWord, placesOf } from '../../helpers/wordsIn.ts'

const has = (word: string, text: string): boolean => hasWord(word, folded(text))

describe('placesOf', () => {
  test.each([
    ['ann', 'Hello ANN!'],
    ['Ann', 'Ann’s shop'],
    ['Straße', 'STRASSE'],
    ['Å', 'A\u030A'],
    ['Acme Inc', 'acme\n  inc'],
    ['AB-12', '(#AB-12, paid)'],
    ['shop.test', 'at shop.test.'],
    ['東京', '東京都'],
    ["O'Brien", 'O’Brien'],
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ])('placesOf finds %s in %s', (word, text) => expect(has(word, text)).toBe(true))

  test.each([
    ['Ann', 'Anna'],
    ['Ann', 'Joann'],
    ['1234', '12345'],
    ['1234', '1234-5'],
    ['AB-12', 'AB-123'],
    ['shop.test', 'shop.test.evil'],
    ['shop.test', 'my-shop.test'],
    ['ann@shop.test', 'joann@shop.test'],
    ['A', 'A\u030A'],
    ['Brien', "O'Brien"],
    ['order', 'shop.test/order/12'],
    ['', 'anything'],
    ['-', 'a - b'],
    ['a\0b', 'a b'],
  ])('placesOf does not find %s in %s', (word, text) => expect(has(word, text)).toBe(false))

  test('placesOf gives places whose text is the word once it is folded', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zæøåéß]{2,8}$/u), fc.string({ unit: 'grapheme' }), (word, other) => {
        const text = `${other} ${word.toUpperCase()} ${other}`
        const places = [...placesOf(word, folded(text))]
        expect(places.length).toBeGreaterThan(0)
        for (const [start, end] of places) expect(folded(text.slice(start, end)).text).toBe(folded(word).text)
      }),
    )
  })

  test('placesOf goes through a megabyte of near misses in one pass', () => {
    expect(has('aaaa', 'a'.repeat(1_000_000))).toBe(false)
  })
})
