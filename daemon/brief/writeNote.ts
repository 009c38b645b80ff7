// Writes into the vault: finds the note of the day, merges, writes aside and renames. Whatever fails, the last note stays as it
// was. A note whose markers cannot be trusted is left alone and a second one is written. Relies on mergeNote.ts for the bytes;
// the brief's lock keeps other briefs away, and a person's editor is noticed by reading again before the rename.
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { errnoOf } from '../../files/errnoOf.ts'
import { readCappedBytes } from '../../files/readCapped.ts'
import { placeAside } from '../../files/writeAside.ts'
import { STALE_SECONDS, VAULT_NOTE_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import type { Bytes, MarkerProblem, Merged } from './mergeNote.ts'

/** `folder`: absolute. `file`: a name without a slash that ends in .md. */
export interface NotePlace {
  readonly folder: string
  readonly file: string
}
/** Makes the new note of the old one. `spoilt`: why the note of this name before was left alone. */
export type Change = (note: Bytes | undefined, spoilt: MarkerProblem | undefined) => Merged

/** Notes of one day that may be spoilt, and times that a person may save in the very moment of the rename. */
const NOTES = 9
const TRIES = 5

/** Whether a note could be written there; makes the last part of the folder where only that is missing. */
export function prepareFolder(folder: string): Result<void> {
  if (!isAbsolute(folder)) return wrong(folder, 'is no absolute path')
  try {
    if (!isFolder(dirname(folder))) return homeless(folder)
    makeLeaf(folder)
    if (!isFolder(folder)) return wrong(folder, 'is no folder')
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return done(undefined)
  } catch (error) {
    const errno = errnoOf(error)
    if (!errno) throw error
    return wrong(folder, `cannot be written (${errno})`)
  }
}

/** Writes the note and gives its path. Call prepareFolder first. */
export function writeNote(place: NotePlace, change: Change): Result<string> {
  const swept = attempt('vault', `the folder ${place.folder}`, () => sweepAsides(place.folder))
  if (!swept.ok) return swept
  let spoilt: MarkerProblem | undefined
  for (let number = 1; number <= NOTES; number++) {
    const path = join(place.folder, numbered(place.file, number))
    const written = changeOne(path, note => change(note, spoilt))
    if (!written.ok || written.value === 'written') return written.ok ? done(path) : written
    spoilt = written.value
  }
  return wrong(place.folder, `holds ${NOTES} notes of this name whose markers are missing, doubled or forged`)
}

const numbered = (file: string, number: number): string =>
  number === 1 ? file : file.replace(/\.md$/, ` (${number}).md`)

/** Merges until what was merged into is still what lies there. */
function changeOne(
  path: string,
  change: (note: Bytes | undefined) => Merged,
): Result<'written' | MarkerProblem> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = readNote(path)
    if (!before.ok) return before
    const merged = change(before.value.text)
    if (!merged.ok) return done(merged.problem)
    const placed = attempt('vault', `the note ${path}`, () => {
      const aside = placeAside(path, Buffer.from(merged.note, 'latin1'), before.value.mode)
      // Past the umask, as the note was. Some file systems of vaults have no modes, and then nothing is lost.
      attempt('vault', `the note ${path}`, () => chmodSync(aside.at, before.value.mode))
      const now = readNote(path)
      if (!now.ok || now.value.text !== before.value.text) return (aside.discard(), false)
      aside.commit()
      return true
    })
    if (!placed.ok) return placed
    if (placed.value) return done('written')
  }
  return wrong(path, 'changes all the time')
}

/** `text`: undefined where there is no note yet. `mode`: the note's, 0600 for a new one. */
function readNote(path: string): Result<{ text: Bytes | undefined; mode: number }> {
  const read = readCappedBytes(path, VAULT_NOTE_BYTES, false)
  if (!read.ok && read.problem === 'absent') return done({ text: undefined, mode: 0o600 })
  if (!read.ok) return wrong(path, `cannot be read (${read.problem})`)
  const stat = attempt('vault', `the note ${path}`, () => lstatSync(path).mode & 0o777)
  if (!stat.ok) return stat
  return stat.value & 0o200
    ? done({ text: read.bytes.toString('latin1'), mode: stat.value })
    : wrong(path, 'is read-only')
}

/** What a killed brief left beside the notes holds mail; nothing else has names of this form. */
function sweepAsides(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^\..+\.[0-9a-f]{16}\.tmp$/.test(name)) continue
    const stat = lstatSync(join(folder, name))
    if (stat.isFile() && Date.now() - stat.mtimeMs > STALE_SECONDS * 1_000) rmSync(join(folder, name))
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function makeLeaf(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })) mkdirSync(folder, { mode: 0o700 })
}

const homeless = (folder: string) =>
  refused('vault', {
    is: `${folder} lies in a folder that does not exist`,
    wanted: 'a folder for the notes, of which twin makes the last part alone',
    fix: `make ${dirname(folder)}, or set another one as folder under [brief] in twin.toml`,
  })

const wrong = (path: string, is: string) =>
  refused('vault', {
    is: `${path} ${is}`,
    wanted: 'a folder that can be written, with plain notes in it',
    fix: 'look at the folder, or set another one as [brief] folder in twin.toml',
  })
