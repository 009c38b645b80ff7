// The nonce of a proposal: chosen by its proposer, it makes a repeated proposal one, and tells an adapter what it has applied
// already. Relies on nothing.
import * as z from 'zod/mini'

export const NONCE = /^[A-Za-z0-9_-]{8,64}$/
export const Nonce = z
  .string('wants a nonce')
  .check(z.regex(NONCE, 'wants 8 to 64 letters, digits, "-" or "_"'))
