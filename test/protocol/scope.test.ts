// Whose mail is read: every way in which an entry may or may not occur in a label.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, inScope, scopeGaps } from '../../protocol/scope.ts'

const scope = (accounts: string[], exclude: string[] = []) => ({ accounts, exclude })

describe('inScope', () => {
  it('matches an entry anywhere in the label', () => {
    for (const entry of ['Work', 'ork (a', 'ann@work.test'])
      expect(inScope('Work (ann@work.test)', scope([entry]))).toBe(true)
    expect(inScope('Work (ann@work.test)', scope(['Home']))).toBe(false)
  })
  it('matches nothing when no account is named', () => {
    expect(inScope('Work', scope([]))).toBe(false)
    expect(inScope('Work', scope([], ['Home']))).toBe(false)
  })
  it('lets exclude win over accounts', () => {
    expect(inScope('Work (ann@work.test)', scope(['work'], ['ANN@']))).toBe(false)
    expect(inScope('Work', scope(['work'], ['Work']))).toBe(false)
  })
  it('never matches an empty or blank label', () => {
    for (const label of ['', ' ', '\t', '\u00a0'])
      expect(inScope(label, scope(['', ' ', 'Work']))).toBe(false)
  })
  it('ignores case in every script', () => {
    for (const [label, entry] of [
      ['STRASSE', 'straße'],
      ['Straße', 'STRASSE'],
      ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
      ['Привет', 'ПРИВЕТ'],
      ['Grüße', 'GRÜSSE'],
      ['\u1e9e', 'ss'],
      ['ſecret', 'Secret'],
    ] as const)
      expect(inScope(label, scope([entry])), `${label} ${entry}`).toBe(true)
  })
  it('ignores the Unicode form of label and entry', () => {
    expect(inScope('Re\u0301sume\u0301', scope(['résumé']))).toBe(true)
    expect(inScope('Résumé', scope(['re\u0301sume\u0301']))).toBe(true)
  })
  it('keeps the dotless i apart from i, and a dotted capital from a plain one', () => {
    expect(inScope('fırma', scope(['firma']))).toBe(false)
    expect(inScope('FIRMA', scope(['fırma']))).toBe(false)
    expect(inScope('İstanbul', scope(['istanbul']))).toBe(false)
    expect(inScope('İstanbul', scope(['İSTANBUL']))).toBe(true)
  })
  it('does not take a look-alike for the letter', () => {
    // A Cyrillic о.
    expect(inScope('W\u043erk', scope(['Work']))).toBe(false)
  })
})

describe('scopeGaps', () => {
  const labels = ['Work (ann@work.test)', 'Home', 'local', '']
  it.each([
    [scope(['work', 'HOME']), []],
    [scope([], ['lcoal']), []],
    [scope(['Work', 'wrok', 'hmoe']), ['2 entries of the setting accounts match no account of this store.']],
    [
      scope(['Work', 'wrok'], ['lcoal']),
      [
        '1 entry of the setting accounts matches no account of this store.',
        '1 entry of the setting exclude matches no account of this store.',
      ],
    ],
    [scope(['wrok']), ['No account of this store matches the setting accounts, so none is in scope.']],
    [
      scope(['Work'], ['ann@']),
      ['Every account that the setting accounts names is excluded, so none is in scope.'],
    ],
  ])('tells which entries no account answers to: %j', (given, sentences) => {
    expect(scopeGaps(labels, given)).toEqual(sentences)
  })
})

describe('fold', () => {
  it('is stable when it is applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })
  it('is the same for both cases of any text without a dotless i', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        fc.pre(!/[ıİ]/.test(text))
        expect(fold([...text].map(char => char.toUpperCase()).join(''))).toBe(fold(text))
      }),
    )
  })
})
