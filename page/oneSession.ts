// The session of the page: one at a time, ended by idle minutes. Keeps only the SHA-256 of its cookie, and a key that proves which
// forms twin made for it. Relies on its caller for the time, in milliseconds since 1970.
import { PAGE_MINUTES } from '../protocol/limits.ts'
import { hashed, isSame, keyed, secret } from './secret.ts'

/**
 * `place`: a part of each address that only this session has. Its cookie is bound to it: cookies know no ports, so without it any
 * other server of this machine that the person visits would be sent the cookie.
 */
export interface Session {
  readonly place: string
  readonly formKey: string
  /** What the next page says once. */
  said: string | null
}

export interface OneSession {
  /** A new session and the secret of its cookie; the session before it ends. */
  readonly begin: (now: number) => { readonly session: Session; readonly cookie: string }
  /** The session at `place` if one of `cookies` is its secret; it counts as used now. */
  readonly enter: (place: string, cookies: readonly string[], now: number) => Session | null
  readonly end: () => void
  /** Until when it is good if nobody uses it; undefined where it is not. */
  readonly until: (now: number) => number | undefined
}

const IDLE = PAGE_MINUTES * 60_000

export function oneSession(): OneSession {
  let held: { readonly session: Session; readonly hash: string; used: number } | undefined
  /** A clock that was set back would make a session last: it ends it. */
  const current = (now: number) =>
    (held = held && now >= held.used && now - held.used < IDLE ? held : undefined)
  return {
    begin: now => {
      const cookie = secret(32)
      const session = { place: secret(16), formKey: secret(32), said: null }
      held = { session, hash: hashed(cookie), used: now }
      return { session, cookie }
    },
    enter: (place, cookies, now) => {
      const one = current(now)
      if (!one || !isSame(place, one.session.place)) return null
      if (!cookies.some(cookie => isSame(hashed(cookie), one.hash))) return null
      one.used = now
      return one.session
    },
    end: () => (held = undefined),
    until: now => {
      const one = current(now)
      return one && one.used + IDLE
    },
  }
}

/** Proves that a form was made for this session, this act and this digest. */
export const formProof = (session: Session, act: string, digest: string): string =>
  keyed(session.formKey, `${act}\n${digest}`)
/** Whether `proof` is the one that such a form carries. */
export const isProof = (
  session: Session,
  act: string,
  sent: { readonly proof: string; readonly digest: string },
): boolean => isSame(sent.proof, formProof(session, act, sent.digest))
