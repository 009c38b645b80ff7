// A sender in one word: an address is shown as one, a name never.
import { expect, test } from 'vitest'
import { senderAddress } from '../../../protocol/text/senderAddress.ts'

test.each([
  ['an address', { name: 'Boss', address: 'eve@example.net' }, 'eve@example.net'],
  ['a name alone', { name: 'boss@example.org', address: '' }, '(no address) “boss@example.org”'],
  ['nothing', { name: '', address: '' }, '(no address)'],
])('senderAddress shows a sender with %s as what it is', (_what, sender, shown) => {
  expect(senderAddress(sender)).toBe(shown)
})
