// The edge to the file system: runs one act and turns the system's refusal into ours. What is no system error is our own
// bug and goes on as it came. Relies on files/errnoOf.ts to tell them apart.
import { errnoOf } from '../files/errnoOf.ts'
import { done, refused, type RefusalCode, type Result } from '../protocol/refusal.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * The result of `act`. `what` is the thing worked on ("the score cache"); it stands in the refusal, which has the code
 * `disk` where there is no room, and else `code`.
 */
export function attempt<T>(code: RefusalCode, what: string, act: () => T): Result<T> {
  try {
    return done(act())
  } catch (error) {
    return refusalOf(error, code, what)
  }
}

/** The same around several steps, each of which may also be refused by itself. */
export async function attemptSteps<T>(
  code: RefusalCode,
  what: string,
  act: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await act()
  } catch (error) {
    return refusalOf(error, code, what)
  }
}

function refusalOf(error: unknown, code: RefusalCode, what: string): Result<never> {
  const errno = errnoOf(error)
  if (errno === undefined) throw error
  return FULL.has(errno) ? full(what, errno) : failed(code, what, errno)
}

const full = (what: string, errno: string) =>
  refused('disk', {
    is: `${what} cannot be written: the disk is full (${errno})`,
    wanted: 'room for a few megabytes',
    fix: 'free some space, then run the same command again',
  })

const failed = (code: RefusalCode, what: string, errno: string) =>
  refused(code, {
    is: `${what} cannot be used (${errno})`,
    wanted: 'a place that this user can read and write',
    fix: 'look at its permissions, then run the same command again',
  })
