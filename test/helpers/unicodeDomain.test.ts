// Domains decoded as the platform's own implementation does, and never a throw for one that does not decode.
import { domainToASCII } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { unicodeDomain } from '../../helpers/unicodeDomain.ts'

test('unicodeDomain gives back what the platform encoded', () => {
  const label = fc.stringMatching(/^[a-zäöüßéаброи例え漢ا-ي]{1,12}$/u)
  fc.assert(
    fc.property(label, label, (one, two) => {
      const domain = `${one}.${two}`.normalize('NFC')
      const ascii = domainToASCII(domain)
      fc.pre(ascii !== '')
      expect(domainToASCII(unicodeDomain(ascii))).toBe(ascii)
    }),
  )
  expect(unicodeDomain('xn--80ak6aa92e.com')).toBe('аррӏе.com')
})

test('unicodeDomain leaves a label that does not decode as it is, and never throws', () => {
  expect(unicodeDomain('xn--a!.xn--99999999999.test')).toBe('xn--a!.xn--99999999999.test')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(typeof unicodeDomain(`xn--${text}`)).toBe('string')
    }),
  )
})
