// Whether a folder has changed since it was last read: the identity and the times of cur/, new/ and of the file that names its
// keywords. Relies on every change of a name changing its directory's ctime, which no program can set back.
import { type BigIntStats, lstatSync } from 'node:fs'
import { at } from './bytePath.ts'
import { KEYWORDS_FILE } from './keywords.ts'
import { unlessGone } from './systemCall.ts'

/** `text`: compared, never read. `newest`: the newest change, milliseconds since 1970. */
export interface Stamp {
  readonly text: string
  readonly newest: number
}
const MARKED = ['new', 'cur', KEYWORDS_FILE]

/** `folder`: its path within `root`, both in bytes. Throws the system's error, for example EACCES. */
export function folderStamp(root: string, folder: string): Stamp {
  const stats = MARKED.map(name => unlessGone(() => lstatSync(at(root, folder, name), { bigint: true })))
  return {
    text: stats.map(stat => (stat ? words(stat) : '-')).join(' '),
    newest: Math.max(0, ...stats.map(stat => (stat ? Number(stat.ctimeMs) : 0))),
  }
}

/** The part of a stamp's text that changes with the file of the keywords. */
export const keywordsPart = (text: string): string | undefined =>
  text.split(' ')[MARKED.indexOf(KEYWORDS_FILE)]

const words = ({ dev, ino, mtimeNs, ctimeNs, size }: BigIntStats): string =>
  [dev, ino, mtimeNs, ctimeNs, size].map(number => number.toString(36)).join('.')
