// What a question is refused with when the system has said no. Pure.
import { refused, type Result } from '../../protocol/refusal.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** `errno`: the system's name of the error, which stands in the sentence. */
export const systemRefusal = (errno: string): Result<never> =>
  FULL.has(errno)
    ? refused('disk', {
        is: `the mailbox or its scratch folder cannot be written: the disk is full (${errno})`,
        wanted: 'room on the disk',
        fix: 'free some space, then run the same command again',
      })
    : refused('no-access', {
        is: `the mailbox cannot be used (${errno})`,
        wanted: 'a folder that this user can read and write',
        fix: 'look at its permissions, then run the same command again',
      })
