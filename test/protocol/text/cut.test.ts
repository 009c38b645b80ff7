// Cutting by code points, whatever the text.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cut } from '../../../protocol/text/cut.ts'

describe('cut', () => {
  it('counts code points and never splits a surrogate pair', () => {
    expect(cut('a😀b', 2)).toBe('a😀')
    expect(cut('😀😀', 1)).toBe('😀')
    expect(cut('abc', 3)).toBe('abc')
    expect(cut('abc', 0)).toBe('')
  })
  it('leaves a prefix of at most so many code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
        const result = cut(text, most)
        expect(text.startsWith(result)).toBe(true)
        expect([...result].length).toBe(Math.min([...text].length, most))
      }),
    )
  })
})
