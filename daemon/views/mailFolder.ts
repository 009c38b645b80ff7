// One message's folder in a view: what is projected is there, and nothing else of the message is. Relies on the parsed cache and the
// raw messages being twin's own, and on handles being fresh: the folder is not there yet.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { errnoOf } from '../../files/errnoOf.ts'
import { encodeLine } from '../../protocol/line.ts'
import type { ParsedMessage } from '../../protocol/message.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { Projection } from '../../protocol/runFile.ts'
import type { FoundMail, StoredMail } from '../store/store.ts'
import { envelopeOf } from './envelopeOf.ts'
import { linkOrCopy } from './linkOrCopy.ts'

export type ParsedOf = (mail: StoredMail) => Result<ParsedMessage>
export interface Shown {
  readonly projections: readonly Projection[]
  readonly parsedOf: ParsedOf
}

/**
 * Makes the folder at `path`. False where the message cannot be shown as it was asked for: it is gone, or could not be parsed; then
 * nothing is left of it. Throws the system's error for everything else.
 */
export function mailFolder(path: string, found: FoundMail, shown: Shown): boolean {
  const { mail } = found
  if (mail.parsed === null && shown.projections.some(one => one !== 'raw')) return false
  mkdirSync(path, { mode: 0o700 })
  const isWhole = orGone(() => shown.projections.every(one => show(one, { path, found, shown })))
  if (isWhole) chmodSync(path, 0o555)
  else rmSync(path, { recursive: true, force: true })
  return isWhole
}

interface Making {
  readonly path: string
  readonly found: FoundMail
  readonly shown: Shown
}

/** False where it cannot be had. */
function show(projection: Projection, { path, found, shown }: Making): boolean {
  const { mail } = found
  const parsed = mail.parsed ?? ''
  if (projection === 'envelope') {
    const read = shown.parsedOf(mail)
    if (read.ok) writeFileSync(`${path}/envelope.json`, encodeLine(envelopeOf(read.value, found)), MADE)
    return read.ok
  }
  if (projection === 'body') linkOrCopy(`${parsed}/body.txt`, `${path}/body.txt`)
  else if (projection === 'headers') linkOrCopy(`${parsed}/headers.txt`, `${path}/headers.txt`)
  else if (projection === 'attachments') linkAll(`${parsed}/attachments`, `${path}/attachments`)
  else linkOrCopy(mail.raw, `${path}/raw.eml`)
  return true
}
const MADE = { flag: 'wx', mode: 0o444 } as const

/** A message without attachments has no such folder. */
function linkAll(from: string, to: string): void {
  const names = namesIn(from)
  if (names.length === 0) return
  mkdirSync(to, { mode: 0o700 })
  for (const name of names) linkOrCopy(`${from}/${name}`, `${to}/${name}`)
  chmodSync(to, 0o555)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return []
    throw error
  }
}

/** What is not there any more is gone; a folder that is half made when something else goes wrong is removed by whoever made the view. */
function orGone(act: () => boolean): boolean {
  try {
    return act()
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
    return false
  }
}
