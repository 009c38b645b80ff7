// Writes what stages may read of a run: the view (a folder a message, the manifest) and records keyed by handle. Modes say
// what is meant; the kernel rule of each stage is the barrier. Not synced: a run that the machine did not survive is swept.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Handle } from '../../protocol/brand.ts'
import {
  type Envelope,
  isItem,
  type Rankable,
  type Routing,
  split,
  type ViewEnvelope,
} from '../../protocol/envelope.ts'
import { handleFrom } from '../../protocol/handle.ts'
import { encodeLine } from '../../protocol/line.ts'

/** One collected message under the name that this run gave it. */
export interface Message {
  readonly handle: Handle
  readonly view: ViewEnvelope
  readonly routing: Routing
}
/** What a view shows of one message, or of one item of a job. */
export interface Shown {
  readonly handle: Handle
  readonly view: Rankable
}
/** Paths of a view: the folder with a folder a message, and the file with a handle a line. */
export interface View {
  readonly mail: string
  readonly manifest: string
}

/** A fresh random handle. */
export const mintHandle = (): Handle => handleFrom(randomBytes(16))

/** A fresh random handle for each envelope, in the same order. */
export const mint = (envelopes: readonly Envelope[]): Message[] =>
  envelopes.map(envelope => ({ handle: mintHandle(), ...split(envelope) }))

/** Writes the view `name` of `messages` into the run's folder. Throws the system's error. */
export function writeView(run: string, name: string, messages: readonly Shown[]): View {
  const mail = join(run, name)
  const manifest = join(run, name === 'mail' ? 'manifest' : `${name}.manifest`)
  mkdirSync(mail, { mode: 0o700 })
  for (const { handle, view } of messages) {
    const folder = join(mail, handle)
    mkdirSync(folder, { mode: 0o700 })
    const file = isItem(view) ? 'item.json' : 'envelope.json'
    writeFileSync(join(folder, file), encodeLine(view), { flag: 'wx', mode: 0o444 })
    chmodSync(folder, 0o555)
  }
  chmodSync(mail, 0o111)
  writeFileSync(manifest, messages.map(({ handle }) => `${handle}\n`).join(''), { flag: 'wx', mode: 0o444 })
  return { mail, manifest }
}

/** Writes one record a handle into the run's folder `name`, and gives that folder. Throws the system's error. */
export function writeRecords(
  run: string,
  name: string,
  records: Iterable<readonly [Handle, unknown]>,
): string {
  const folder = join(run, name)
  mkdirSync(folder, { mode: 0o700 })
  for (const [handle, record] of records)
    writeFileSync(join(folder, `${handle}.json`), encodeLine(record), { flag: 'wx', mode: 0o444 })
  return folder
}

/** An empty folder of the run that one stage may write. Throws the system's error. */
export function makeOutput(run: string, name: string): string {
  const folder = join(run, name)
  mkdirSync(folder, { mode: 0o700 })
  return folder
}
