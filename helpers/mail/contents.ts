// The names in state/mail, and what may be done with each. Names are matched against a strict form; whatever else lies there
// (a link, a FIFO, a directory, another user's file, a foreign name) is counted and left. Relies on protocol/nonce.ts.
import { lstatSync, opendirSync } from 'node:fs'
import { join } from 'node:path'
import { isOwnFile } from '../../files/isOurs.ts'
import type { Nonce } from '../../protocol/brand.ts'
import { NONCE, nonceOfRequest } from '../../protocol/nonce.ts'

const CLAIM = new RegExp(`^\\.claimed-[0-9]{1,10}-${NONCE}$`)
const RESPONSE = new RegExp(`^response-${NONCE}\\.json$`)
/** Half-written files of writeAside, ours and twind's. */
const ASIDE = new RegExp(`^\\.(request|response)-${NONCE}\\.json\\.[0-9a-f]{16}\\.tmp$`)
const COPY = /^\.copy-[0-9]{1,10}-[0-9a-f]{16}(-wal|-shm)?$/

export const copyName = (pid: number, random: string): string => `.copy-${pid}-${random}`

export type Kind = 'request' | 'claim' | 'response' | 'aside' | 'copy'
export interface Entry {
  readonly kind: Kind
  readonly name: string
  /** Milliseconds since 1970 of the last change. */
  readonly changed: number
}
export interface Contents {
  readonly entries: readonly Entry[]
  /** Entries that are none of ours. */
  readonly foreign: number
}

/** What lies in `folder`. A name that is not UTF-8 matches no form. Throws the system's error. */
export function contentsOf(folder: string): Contents {
  const entries: Entry[] = []
  let foreign = 0
  const directory = opendirSync(folder, { bufferSize: 256 })
  try {
    for (let item = directory.readSync(); item; item = directory.readSync()) {
      const entry = entryOf(folder, item.name)
      if (entry === 'foreign') foreign++
      else if (entry) entries.push(entry)
    }
  } finally {
    directory.closeSync()
  }
  return { entries, foreign }
}

/** The nonces of requests, oldest first. */
export function requestsIn({ entries }: Contents): Nonce[] {
  return entries
    .filter(entry => entry.kind === 'request')
    .toSorted((a, b) => a.changed - b.changed || (a.name < b.name ? -1 : 1))
    .flatMap(entry => nonceOfRequest(entry.name) ?? [])
}

/** Undefined for what is gone already. */
function entryOf(folder: string, name: string): Entry | 'foreign' | undefined {
  const kind = kindOf(name)
  if (!kind) return 'foreign'
  const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
  if (!stat) return undefined
  return isOwnFile(stat) ? { kind, name, changed: stat.mtimeMs } : 'foreign'
}

function kindOf(name: string): Kind | undefined {
  if (nonceOfRequest(name)) return 'request'
  if (CLAIM.test(name)) return 'claim'
  if (RESPONSE.test(name)) return 'response'
  if (ASIDE.test(name)) return 'aside'
  return COPY.test(name) ? 'copy' : undefined
}
