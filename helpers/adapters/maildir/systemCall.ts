// A system call whose failure is expected, as a value: another program works on the same Maildir, and what was there a moment ago may
// be gone. Relies on errnoOf.ts; anything but a system error is our own bug and is thrown.
import { errnoOf } from '../../../files/errnoOf.ts'

export type Called<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errno: string }

export function called<T>(call: () => T): Called<T> {
  try {
    return { ok: true, value: call() }
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return { ok: false, errno }
  }
}

/** Whether nothing is there any more. */
export const isGone = (errno: string): boolean => errno === 'ENOENT' || errno === 'ENOTDIR'

/** The same where only that is expected: undefined for it, and any other error is thrown. */
export function unlessGone<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    if (!isGone(errnoOf(error) ?? '')) throw error
    return undefined
  }
}
