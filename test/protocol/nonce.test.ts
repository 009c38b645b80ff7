// Names of single-use files, and hostile names that are none. Relies on nothing.
import { expect, test } from 'vitest'
import {
  claimName,
  nonceFrom,
  nonceOfRequest,
  parseNonce,
  requestName,
  responseName,
} from '../../protocol/nonce.ts'

const RANDOM = Uint8Array.from({ length: 16 }, (_, at) => at)
const NONCE = '4711-123456789-000102030405060708090a0b0c0d0e0f'

test('a nonce is made of pid, nanoseconds and 16 random bytes', () => {
  const nonce = nonceFrom(4711, 123_456_789n, RANDOM)
  expect(nonce).toBe(NONCE)
  expect(parseNonce(nonce)).toBe(nonce)
  expect(nonceOfRequest(requestName(nonce))).toBe(nonce)
  expect(claimName(7, nonce)).toBe(`.claimed-7-${NONCE}`)
  expect(responseName(nonce)).toBe(`response-${NONCE}.json`)
})

test.each([
  ['a negative pid', () => nonceFrom(-1, 1n, RANDOM)],
  ['a pid that is no integer', () => nonceFrom(1.5, 1n, RANDOM)],
  ['15 random bytes', () => nonceFrom(1, 1n, RANDOM.slice(1))],
  ['nanoseconds of 21 digits', () => nonceFrom(1, 10n ** 20n, RANDOM)],
])('nonceFrom throws for %s', (_, make) => {
  expect(make).toThrow(RangeError)
})

test.each([
  'request-x.json',
  `request-${NONCE}.json.tmp`,
  `request-${NONCE}.JSON`,
  `.request-${NONCE}.json`,
  ` request-${NONCE}.json`,
  `request-${NONCE}.json\n`,
  `request-${NONCE.toUpperCase()}.json`,
  `request-../${NONCE}.json`,
  `request-${NONCE}\u202E.json`,
  `request-${NONCE.replace('4711', '٤٧١١')}.json`,
  `response-${NONCE}.json`,
  '-rf',
  '',
])('nonceOfRequest takes no file named %j', name => {
  expect(nonceOfRequest(name)).toBeUndefined()
})

test.each(['', NONCE.slice(1, -1), `${NONCE}0`, `${NONCE}\n`, NONCE.replaceAll('-', '_')])(
  'parseNonce takes no %j',
  text => {
    expect(parseNonce(text)).toBeUndefined()
  },
)
