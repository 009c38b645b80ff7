// Secrets of the page: drawn at random, kept as hashes, compared in constant time. Relies on node:crypto.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** So many random bytes, in hex. */
export const secret = (bytes: number): string => randomBytes(bytes).toString('hex')
export const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')
export const keyed = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')
/** Whether two texts are the same; the time tells neither where they differ nor how long they are. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashed(one)), Buffer.from(hashed(other)))
