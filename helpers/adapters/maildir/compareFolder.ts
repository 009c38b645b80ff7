// What has changed in one folder since it was last listed: its names now against the messages that were known. A message keeps its size
// and time for as long as it keeps its key, so only what is new is looked at. Relies on readFolder.ts for which names to believe.
import { type Stats, lstatSync } from 'node:fs'
import { MESSAGE_BYTES } from '../../../protocol/limits.ts'
import { unixSeconds } from '../../../protocol/unixSeconds.ts'
import { joined, pathOf } from './bytePath.ts'
import type { Message, Messages } from './folderMessages.ts'
import { type Name, type Reading, readFolder } from './readFolder.ts'
import { unlessGone } from './systemCall.ts'

/**
 * What somebody should know of. `other`: names of what is no regular file. `twice`: files that share a key with another one, which
 * alone is listed. `large`: messages that no fetch will open.
 */
export interface Odd {
  readonly other: number
  readonly twice: number
  readonly large: number
}
export interface Compared {
  readonly stamp: string
  readonly settled: boolean
  /** Nothing changed while it was read: what is not among the messages is not there. */
  readonly whole: boolean
  readonly messages: Messages
  /** Keys that are new, or whose file is called otherwise. */
  readonly changed: readonly string[]
  readonly gone: readonly string[]
  readonly odd: Odd
}
const TRIES = 3

/** `root`, `folder`: in bytes. `known`: the messages by key, none where the folder is new. */
export function compareFolder(root: string, folder: string, known: Messages): Compared {
  let seen = known
  for (let left = TRIES; ; left--) {
    const reading = readFolder(root, folder)
    const looked = lookAtAll(joined(root, folder), reading, seen)
    // What was renamed since its name was read is found by another reading; until then nothing of this one is final.
    const whole = reading.whole && looked.vanished === 0
    if (whole || left === 1) {
      const { messages, gone } = whole ? dropped(looked.messages, known) : carried(looked.messages, known)
      const changed = [...messages].filter(([key, now]) => isOther(known.get(key), now)).map(([key]) => key)
      const odd = {
        other: looked.other,
        twice: differing(joined(root, folder), reading),
        large: largeOf(messages),
      }
      const settled = whole && reading.settled
      return { stamp: reading.stamp.text, settled, whole, messages, changed, gone, odd }
    }
    seen = new Map([...seen, ...looked.messages])
  }
}

const isOther = (before: Message | undefined, now: Message): boolean =>
  before?.name !== now.name || before.dir !== now.dir
const dropped = (messages: Messages, known: Messages) => ({
  messages,
  gone: [...known.keys()].filter(key => !messages.has(key)),
})
/** Nothing is gone that a reading of a restless folder merely did not see. */
const carried = (messages: Messages, known: Messages) => ({
  messages: new Map([...known, ...messages]),
  gone: [],
})

interface Looked {
  readonly messages: Messages
  readonly vanished: number
  readonly other: number
}

function lookAtAll(folder: string, { names }: Reading, seen: Messages): Looked {
  const messages = new Map<string, Message>()
  let vanished = 0
  let other = 0
  for (const [key, name] of names) {
    const before = seen.get(key)
    const message = before ? { ...before, ...name } : look(folder, name)
    if (message === 'vanished') vanished++
    else if (message === 'other') other++
    else messages.set(key, message)
  }
  return { messages, vanished, other }
}

/** A message as its file is. No file is opened. */
function look(folder: string, name: Name): Message | 'vanished' | 'other' {
  const stat = statOf(folder, name)
  if (stat === undefined) return 'vanished'
  if (!stat.isFile()) return 'other'
  const received = Math.floor(stat.mtimeMs / 1_000)
  return { ...name, bytes: stat.size, received: unixSeconds.safeParse(received).success ? received : null }
}

const statOf = (folder: string, { dir, name }: Name): Stats | undefined =>
  unlessGone(() => lstatSync(pathOf(`${folder}/${dir}/${name}`)))

/** Pairs that are not one file under two names, as it is for a moment when a client links and unlinks. */
const differing = (folder: string, { twice }: Reading): number =>
  twice.filter(([one, other]) => {
    const [a, b] = [statOf(folder, one), statOf(folder, other)]
    return a !== undefined && b !== undefined && !isSameFile(a, b)
  }).length

export const isSameFile = (a: Pick<Stats, 'dev' | 'ino'>, b: Pick<Stats, 'dev' | 'ino'>): boolean =>
  a.dev === b.dev && a.ino === b.ino

function largeOf(messages: Messages): number {
  let large = 0
  for (const { bytes } of messages.values()) if (bytes > MESSAGE_BYTES) large++
  return large
}
