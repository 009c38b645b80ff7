// An agent's tokens: each proves that its caller saw one preview, and confirms nothing. Kept only as SHA-256, in this process: a
// restart burns them all. At most TOKENS a caller: the oldest makes room, so an agent that drops its previews is not locked out.
// Relies on `elapsed` never going back, whatever happens to the clock on the wall.
import { createHash } from 'node:crypto'
import { TOKEN_SECONDS, TOKENS } from '../../protocol/limits.ts'
import { canonicalJson } from './canonicalJson.ts'

/** What a token is good for. `caller`: a CallerName. */
export interface Bound {
  readonly caller: string
  readonly operation: string
  readonly input: unknown
}
/** `elapsed`: milliseconds of a monotonic clock. `random`: 32 bytes nobody can guess. */
export interface Sources {
  readonly elapsed: () => number
  readonly random: () => Uint8Array
}
export interface Tokens {
  readonly issue: (bound: Bound) => string
  /** Burns the token, whoever brings it, and says whether it was good for exactly this. */
  readonly redeem: (token: string, bound: Bound) => boolean
}

interface Kept {
  readonly caller: string
  readonly bound: string
  readonly until: number
}

export function openTokens({ elapsed, random }: Sources): Tokens {
  /** By the hash of the token; the oldest first. */
  const kept = new Map<string, Kept>()

  const makeRoom = (caller: string): void => {
    for (const [hash, { until }] of kept) if (until <= elapsed()) kept.delete(hash)
    const own = [...kept].filter(([, one]) => one.caller === caller)
    for (const [hash] of own.slice(0, Math.max(0, own.length - TOKENS + 1))) kept.delete(hash)
  }

  return {
    issue: bound => {
      makeRoom(bound.caller)
      const token = Buffer.from(random()).toString('hex')
      const until = elapsed() + TOKEN_SECONDS * 1_000
      kept.set(sha256(token), { caller: bound.caller, bound: fingerprint(bound), until })
      return token
    },
    redeem: (token, bound) => {
      const hash = sha256(token)
      const found = kept.get(hash)
      kept.delete(hash)
      return found !== undefined && found.bound === fingerprint(bound) && elapsed() < found.until
    },
  }
}

/** A hash, so that what waits here holds no input of an agent's. */
const fingerprint = ({ caller, operation, input }: Bound): string =>
  sha256(canonicalJson([caller, operation, input]))
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
