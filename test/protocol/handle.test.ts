// Handles against RFC 4648 and against names that only look like one. Relies on nothing.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { handleFrom, parseHandle } from '../../protocol/handle.ts'

test('a handle is h_ and the base32 of its 16 bytes', () => {
  expect(handleFrom(new Uint8Array(16))).toBe(`h_${'a'.repeat(26)}`)
  expect(handleFrom(new Uint8Array(16).fill(255))).toBe(`h_${'7'.repeat(25)}4`)
  // RFC 4648 section 10: "fooba" is MZXW6YTB.
  expect(handleFrom(Buffer.from('foobafoobafoobaf'))).toBe('h_mzxw6ytbmzxw6ytbmzxw6ytbmy')
})

test('two sets of 16 bytes never make the same handle', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(bytes, bytes, (one, two) => {
      expect(handleFrom(one) === handleFrom(two)).toBe(Buffer.from(one).equals(Buffer.from(two)))
      expect(parseHandle(handleFrom(one))).toBe(handleFrom(one))
    }),
  )
})

test.each([0, 15, 17, 32])('handleFrom throws for %i bytes', length => {
  expect(() => handleFrom(new Uint8Array(length))).toThrow(RangeError)
})

test.each([
  '',
  'h_',
  `h_${'a'.repeat(25)}`,
  `h_${'a'.repeat(27)}`,
  `H_${'a'.repeat(26)}`,
  `h_${'A'.repeat(26)}`,
  `h_${'1'.repeat(26)}`,
  `h_${'a'.repeat(26)}\n`,
  ` h_${'a'.repeat(26)}`,
  `h_${'a'.repeat(23)}/..`,
  `h_${'а'.repeat(26)}`,
])('parseHandle takes no %j', text => {
  expect(parseHandle(text)).toBeUndefined()
})
