// The link of `twin ui`: one at a time, good once and for a minute. Keeps only the SHA-256 of its token. Relies on its caller for
// the time, in milliseconds since 1970.
import { PAGE_LINK_SECONDS } from '../protocol/limits.ts'
import { hashed, isSame, secret } from './secret.ts'

export interface OneLink {
  /** A new link's token; the link before it is void. */
  readonly mint: (now: number) => { readonly token: string; readonly expires: number }
  /** Whether `token` would open a session. Changes nothing: what follows links ahead of a person does not use them up. */
  readonly isGood: (token: string, now: number) => boolean
  /** Uses the link up; false where it was not good. */
  readonly use: (token: string, now: number) => boolean
  readonly end: () => void
  /** Until when it is good; undefined where it is not. */
  readonly until: (now: number) => number | undefined
}

export function oneLink(): OneLink {
  let link: { readonly hash: string; readonly minted: number; readonly expires: number } | undefined
  /** A clock that was set back would make a link last: it ends it. */
  const current = (now: number) =>
    (link = link && now >= link.minted && now < link.expires ? link : undefined)
  const isGood = (token: string, now: number): boolean => {
    const { hash } = current(now) ?? {}
    return hash !== undefined && isSame(hashed(token), hash)
  }
  return {
    mint: now => {
      const token = secret(32)
      const expires = now + PAGE_LINK_SECONDS * 1000
      link = { hash: hashed(token), minted: now, expires }
      return { token, expires }
    },
    isGood,
    use: (token, now) => {
      if (!isGood(token, now)) return false
      link = undefined
      return true
    },
    end: () => (link = undefined),
    until: now => current(now)?.expires,
  }
}
