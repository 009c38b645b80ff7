// What a brief says in the vault: its block on success, one line on failure. Untrusted text in that line is inert, as it is in
// the block. Relies on writeNote.ts for the folder and on mergeNote.ts for a person's bytes.
import type { Config } from '../../protocol/config.ts'
import { expand } from '../../protocol/paths.ts'
import type { Refusal, Result } from '../../protocol/refusal.ts'
import { inert } from '../../protocol/text/inert.ts'
import { plain } from '../../protocol/text/plain.ts'
import { localTime, ownTimeZone } from '../localTime.ts'
import { type Bytes, mergeNote, mergeFailure } from './mergeNote.ts'
import { prepareFolder, writeNote } from './writeNote.ts'

/** One brief's moment and place. `now`: milliseconds since 1970. `date` YYYY-MM-DD and `time` HH:MM are local. */
export interface NoteOfDay {
  readonly now: number
  readonly timeZone: string
  readonly date: string
  readonly time: string
  readonly folder: string
  readonly file: string
}

/** The moment is taken once: a brief that runs past midnight belongs to the day it was asked for. */
export function noteOfDay(options: {
  readonly config: Config
  readonly home: string
  readonly now: () => number
}): NoteOfDay {
  const now = options.now()
  const timeZone = ownTimeZone()
  const { date, time } = localTime(now, timeZone)
  const { folder, file } = options.config.brief
  return {
    now,
    timeZone,
    date,
    time,
    folder: expand(folder, options.home),
    file: file.replaceAll('{date}', date),
  }
}

const SECOND =
  'Another note of this name is left alone, because the markers of twin in it are missing, doubled or forged: this is a second note.'

/** Puts `block` into the note of the day; the path of the note that it went into. */
export function writeBlock(day: NoteOfDay, block: string): Result<string> {
  return writeNote(day, (note, spoilt) => {
    const whole = spoilt ? `${block.trimEnd()}\n\n${SECOND}\n` : block
    return mergeNote(note, bytes(whole), `${day.date}T${day.time}`)
  })
}

/** Puts one line that says what failed into the note of the day, and leaves the last block as it is. */
export function writeFailure(day: NoteOfDay, refusal: Refusal): Result<string> {
  const line = `The brief of ${day.time} failed: ${inert(plain(refusal.is))}`
  const folder = prepareFolder(day.folder)
  return folder.ok
    ? writeNote(day, note => mergeFailure(note, bytes(line), `${day.date}T${day.time}`))
    : folder
}

const bytes = (text: string): Bytes => Buffer.from(text, 'utf8').toString('latin1')
