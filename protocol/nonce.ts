// Names of the mail helper's single-use files: request-<nonce>.json, .claimed-<pid>-<nonce>, response-<nonce>.json.
// The strict ASCII form keeps hostile names (newlines, `..`, bidi) out of every path. Relies on nothing.
import { brandNonce, type Nonce } from './brand.ts'

/** How a nonce looks: the source of a regular expression, for the names that hold one. */
export const NONCE = '[0-9]{1,10}-[0-9]{1,20}-[0-9a-f]{32}'
const FORM = new RegExp(`^${NONCE}$`)
const REQUEST = new RegExp(`^request-(${NONCE})\\.json$`)

/** The nonce in `text`, or undefined when it is none. */
export function parseNonce(text: string): Nonce | undefined {
  return FORM.test(text) ? brandNonce(text) : undefined
}

/** A nonce from the process id, a monotonic count of nanoseconds and 16 random bytes. */
export function nonceFrom(pid: number, nanoseconds: bigint, random: Uint8Array): Nonce {
  const hex = Array.from(random, byte => byte.toString(16).padStart(2, '0')).join('')
  const nonce = parseNonce(`${pid}-${nanoseconds}-${hex}`)
  if (!nonce)
    throw new RangeError('Cannot make a nonce: a part is out of range, wanted pid, nanoseconds and 16 bytes')
  return nonce
}

/** The nonce of a request file's name, or undefined when the name is not a request's. */
export function nonceOfRequest(name: string): Nonce | undefined {
  const match = REQUEST.exec(name)
  return match?.[1] === undefined ? undefined : brandNonce(match[1])
}

export const requestName = (nonce: Nonce): string => `request-${nonce}.json`
export const claimName = (pid: number, nonce: Nonce): string => `.claimed-${pid}-${nonce}`
export const responseName = (nonce: Nonce): string => `response-${nonce}.json`
