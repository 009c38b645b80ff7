// What every verb works with, and what it has to be able to do: make a change, and tell after a crash whether it was made. Types, and the
// small steps that all of them share. Relies on journal.ts and on locate.ts.
import { type BigIntStats, lstatSync } from 'node:fs'
import type { Result } from '../../../protocol/refusal.ts'
import type { Change } from '../adapter.ts'
import type { Acts } from './acts.ts'
import { at } from './bytePath.ts'
import type { LinkedNames } from './linkedNames.ts'
import { type Entry, type Journal, uniqueName } from './journal.ts'
import type { Locator, Place } from './locate.ts'
import { called, unlessGone } from './systemCall.ts'

/** `root`: of the Maildir, in bytes. `now`: Unix seconds. */
export interface Workshop {
  readonly root: string
  readonly acts: Acts
  readonly journal: Journal
  readonly locator: Locator
  readonly linked: LinkedNames
  readonly now: () => number
}
/** `yes`: it is made, and `result` is what the message is called. `no`: it is not, and nothing is left of it. */
export type Settled =
  { readonly was: 'yes'; readonly result: string | null } | { readonly was: 'no' | 'unknown' }
export interface VerbWork {
  /** What the message is called afterwards. Refused where nothing has been done. */
  readonly make: (shop: Workshop, change: Change) => Result<string | null>
  /** Looks what became of a change that was begun and not noted as done, and ends what stands half done. */
  readonly settle: (shop: Workshop, entry: Entry) => Settled
}

/** A file as it is: its inode, and a time that every link, unlink and rename of it changes. */
export const stampOf = ({ ino, ctimeNs }: BigIntStats): string => `${ino}.${ctimeNs}`

export interface Found extends Place {
  readonly stat: BigIntStats
}
/** A message where it lies, and its file; undefined where it is not in its folder. */
export function look({ locator }: Workshop, id: string): Found | undefined {
  const found = locator.find(id, place =>
    called(() => ({ ...place, stat: lstatSync(place.path, { bigint: true }) })),
  )
  return found?.ok && found.value.stat.isFile() ? found.value : undefined
}

export const statOf = (path: Buffer): BigIntStats | undefined =>
  unlessGone(() => lstatSync(path, { bigint: true }))

/** The entry of a change that is about to begin, on the disk. */
export function begin(
  { journal, now }: Workshop,
  { nonce, verb, message, from, to }: Change,
  found: Found | undefined,
): Entry {
  const stamp = found ? stampOf(found.stat) : null
  const original = found ? whereOf(found) : null
  const named = { nonce, verb, message, from, to, name: uniqueName(nonce, now()) }
  const entry: Entry = { v: 1, ...named, phase: 'begun', stamp, original, result: null }
  journal.write(entry)
  return entry
}

/** A message's place below its folder. */
export const whereOf = ({ dir, name }: Place): string => `${dir}/${name}`

/** The path in tmp/ of a folder where a file waits that is moved, or that is being written. */
export const waitingAt = (root: string, folder: string, { name }: Entry): Buffer =>
  at(root, folder, 'tmp', name)
