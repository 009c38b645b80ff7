// Reads the names in cur/ and new/ of one folder while other programs rename, link and remove in it. A rename during the reading may
// hide a message altogether, so a reading counts as whole only where the folder's stamp has stood still for it. Relies on a file
// system's clock ticking at least every TICK, and on FAT's and HFS+'s ticking at least every SETTLED.
import { readdirSync } from 'node:fs'
import { at } from './bytePath.ts'
import { folderStamp, type Stamp } from './folderStamp.ts'
import { messageName } from './messageName.ts'
import { unlessGone } from './systemCall.ts'

export interface Name {
  readonly dir: 'cur' | 'new'
  /** Of the file, in bytes. */
  readonly name: string
}
export interface Reading {
  readonly stamp: Stamp
  /** Nothing changed meanwhile: what is not among the names is not there. */
  readonly whole: boolean
  /** Whole, and so long after the last change that the stamp will show the next one. */
  readonly settled: boolean
  /** By key. What several files have in common stands in `twice`. */
  readonly names: ReadonlyMap<string, Name>
  readonly twice: readonly (readonly [Name, Name])[]
}

/** Milliseconds: of two changes within one tick the second may leave no trace. */
const TICK = 20
const SETTLED = 2_000
const TRIES = 3

/** Throws the system's error where the folder is there and cannot be read. */
export function readFolder(root: string, folder: string): Reading {
  const names = new Map<string, Name>()
  for (let left = TRIES; ; left--) {
    const before = restful(root, folder)
    const began = Date.now()
    const twice = readInto(names, root, folder)
    const after = folderStamp(root, folder)
    const whole = before.text === after.text
    const settled = whole && began - before.newest > SETTLED
    // Of a folder that never rests, all that any reading has seen is better than the last one alone.
    if (whole || left === 1) return { stamp: before, whole, settled, names, twice }
    if (left > 2) names.clear()
  }
}

/** The stamp, once it is a tick old. A clock that runs ahead of ours is not waited for. */
function restful(root: string, folder: string): Stamp {
  const stamp = folderStamp(root, folder)
  if (Math.abs(Date.now() - stamp.newest) >= TICK) return stamp
  sleep(TICK)
  return folderStamp(root, folder)
}

const asleep = new Int32Array(new SharedArrayBuffer(4))
const sleep = (milliseconds: number): void => void Atomics.wait(asleep, 0, 0, milliseconds)

/** The names as one look shows them, which may miss what is being renamed. Throws the system's error. */
export function glance(root: string, folder: string): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>()
  readInto(names, root, folder)
  return names
}

/** new/ first: what moves meanwhile moves from there to cur/. */
function readInto(names: Map<string, Name>, root: string, folder: string): (readonly [Name, Name])[] {
  const seen = new Map<string, Name>()
  const twice: (readonly [Name, Name])[] = []
  for (const dir of ['new', 'cur'] as const) {
    const found = unlessGone(() => readdirSync(at(root, folder, dir), { encoding: 'latin1' })) ?? []
    for (const name of found) {
      if (name.startsWith('.')) continue
      const { key } = messageName(name)
      const one = { dir, name }
      const other = seen.get(key)
      if (other) twice.push([other, one])
      seen.set(key, one)
      names.set(key, one)
    }
  }
  return twice
}
