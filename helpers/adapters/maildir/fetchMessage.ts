// Brings one message into `incoming` of the scratch folder: a second name for its file where the file system allows that, else a copy.
// The file is opened once, never through a link, and what is said of it is of that descriptor. Relies on locate.ts to find it.
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { MESSAGE_BYTES } from '../../../protocol/limits.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { Incoming } from '../adapter.ts'
import { isSameFile } from './compareFolder.ts'
import type { Locator } from './locate.ts'
import { notThere } from './refusals.ts'
import { type Called, called } from './systemCall.ts'

type Problem = 'too-long' | 'not-a-file'
type Taken = Omit<Incoming, 'name'> | { readonly problem: Problem }
const CHUNK = Buffer.alloc(262_144)
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const FRESH = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** `incoming`: a folder. Refused ("stale") where the message is not in its folder; throws what else the system says. */
export function fetchMessage(locator: Locator, incoming: string, id: string): Result<Incoming> {
  const name = randomBytes(16).toString('hex')
  const taken = locator.find(id, ({ path }) => take(path, `${incoming}/${name}`))
  if (taken === undefined) return notThere
  if (!taken.ok) return closed(taken.errno)
  return 'problem' in taken.value ? unfit(taken.value.problem) : done({ name, ...taken.value })
}

function take(path: Buffer, to: string): Called<Taken> {
  const opened = called(() => openSync(path, READ))
  if (!opened.ok) return opened
  const fd = opened.value
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return { ok: true, value: { problem: 'not-a-file' } }
    if (stat.size > MESSAGE_BYTES) return { ok: true, value: { problem: 'too-long' } }
    return { ok: true, value: isLinked(path, to, stat) ? read(fd) : copied(fd, to) }
  } finally {
    closeSync(fd)
  }
}

/** Whether `to` is now a second name for exactly the file that is open: another may have taken its place under its first one. */
function isLinked(path: Buffer, to: string, stat: Parameters<typeof isSameFile>[0]): boolean {
  if (!called(() => linkSync(path, to)).ok) return false
  if (isSameFile(lstatSync(to), stat)) return true
  unlinkSync(to)
  return false
}

function copied(fd: number, to: string): Taken {
  const out = openSync(to, FRESH, 0o600)
  try {
    return read(fd, chunk => {
      for (let sent = 0; sent < chunk.length;) sent += writeSync(out, chunk, sent)
    })
  } finally {
    closeSync(out)
  }
}

/** Reads all of it, one byte past the cap at most: a file that grows meanwhile is noticed. */
function read(fd: number, onChunk: (chunk: Buffer) => void = () => undefined): Taken {
  const hash = createHash('sha256')
  let bytes = 0
  for (;;) {
    const length = readSync(fd, CHUNK, 0, CHUNK.length, null)
    if (length === 0) return { bytes, sha256: hash.digest('hex') }
    bytes += length
    if (bytes > MESSAGE_BYTES) return { problem: 'too-long' }
    hash.update(CHUNK.subarray(0, length))
    onChunk(CHUNK.subarray(0, length))
  }
}

const unfit = (problem: Problem) =>
  problem === 'too-long'
    ? refused('too-long', {
        is: `the message is over ${MESSAGE_BYTES} bytes`,
        wanted: 'a message that can be taken into the store',
        fix: 'nothing: it stays where it is and is listed',
      })
    : refused('no-access', {
        is: 'what lies under the name of the message is no regular file',
        wanted: 'a regular file',
        fix: 'look at the folder with another mail program',
      })

const closed = (errno: string) =>
  refused('no-access', {
    is:
      errno === 'ELOOP'
        ? 'the name of the message is a symbolic link'
        : `the message cannot be read (${errno})`,
    wanted: 'a regular file that this user can read',
    fix: 'look at its permissions',
  })
