// Reads the text of twin.toml or policy.toml the careful way: it may be missing, huge, a link, a FIFO, not ours, open to everybody,
// no text. Relies on readCapped.ts. The texts of its refusals fit in an answer of the mail helper, whatever the path.
import { lstatSync } from 'node:fs'
import { CONFIG_BYTES } from '../protocol/limits.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { cut } from '../protocol/text/cut.ts'
import { readCapped, type ReadProblem } from './readCapped.ts'

const PROBLEMS: Record<ReadProblem, string> = {
  absent: 'is absent',
  link: 'is a symbolic link',
  'not-a-file': 'is no regular file',
  'not-ours': 'belongs to another user',
  'linked-twice': 'has a second hard link',
  'too-long': `is over ${CONFIG_BYTES} bytes`,
  'no-access': 'cannot be read: no permission',
  unreadable: 'cannot be read',
}
/** Characters of a path in a sentence. */
const PATH = 300

/** The text in `path`, `absent` where nothing is there; refused ("config") with what is wrong. */
export function configText(path: string, absent?: string): Result<string> {
  const read = readCapped(path, CONFIG_BYTES)
  if (!read.ok && read.problem === 'absent' && absent !== undefined) return done(absent)
  if (!read.ok) return wrong(cut(path, PATH), read.problem)
  if (isOpen(path)) return open(cut(path, PATH))
  return read.text.includes('\uFFFD') ? notText(cut(path, PATH)) : done(read.text)
}

/** Whether users who are neither its owner nor of its group may write it: what it says would be theirs to say. */
const isOpen = (path: string): boolean =>
  ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o002) !== 0

const wrong = (path: string, problem: ReadProblem) =>
  refused('config', {
    is: `${path} ${PROBLEMS[problem]}`,
    wanted: `a regular file of yours of at most ${CONFIG_BYTES} bytes`,
    fix:
      problem === 'absent'
        ? 'run "twin init"'
        : 'put a plain file there; "twin init" writes one where none is',
  })

const open = (path: string) =>
  refused('config', {
    is: `${path} can be written by every user of this machine`,
    wanted: 'a file that you alone can change',
    fix: 'run "chmod o-w" on it once you have read it',
  })

const notText = (path: string) =>
  refused('config', {
    is: `${path} holds bytes that are not UTF-8`,
    wanted: 'UTF-8 text',
    fix: 'save it as UTF-8, then run "twin check"',
  })
