// Handles: how one looks, and how 16 random bytes become one. Relies on RFC 4648 section 6 (base32), lower case.
import { brandHandle, type Handle } from './brand.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
/** How a handle looks. */
export const HANDLE = /^h_[a-z2-7]{26}$/

/** The handle in `text`, or undefined when it is none. */
export function parseHandle(text: string): Handle | undefined {
  return HANDLE.test(text) ? brandHandle(text) : undefined
}

/** A handle from 16 random bytes. Throws RangeError on any other length. */
export function handleFrom(random: Uint8Array): Handle {
  if (random.length !== 16) throw new RangeError(`Cannot make a handle: ${random.length} bytes, wanted 16`)
  let bits = 0n
  for (const byte of random) bits = (bits << 8n) | BigInt(byte)
  bits <<= 2n
  let text = ''
  for (let i = 25n; i >= 0n; i--) text += ALPHABET[Number((bits >> (i * 5n)) & 31n)]
  return brandHandle(`h_${text}`)
}
