// Writes a Maildir with about forty messages: a maildir++ with Sent, Archive, Drafts, Lists and Trash, and no folder for receipts. The
// same `now` gives the same bytes and times. Relies on the folder being empty or not there yet.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bulk } from './bulk.ts'
import { composed, HOST, type Letter } from './compose.ts'
import { letters } from './letters.ts'
import { receipts } from './receipts.ts'

/** `now`: Unix seconds, which the dates are reckoned from. Throws EEXIST where a message is there already. */
export function writeSampleMaildir(folder: string, now: number): void {
  const all = [...letters(now), ...receipts(now), ...bulk]
  for (const path of new Set(['', ...all.map(letter => letter.folder)]))
    for (const name of ['tmp', 'new', 'cur'])
      mkdirSync(join(folder, path, name), { recursive: true, mode: 0o700 })
  for (const path of new Set(all.map(letter => letter.folder)))
    if (path !== '') writeFileSync(join(folder, path, 'maildirfolder'), '', { mode: 0o600 })
  all.forEach((letter, index) => write(folder, letter, { now, index }))
}

function write(folder: string, letter: Letter, { now, index }: { now: number; index: number }): void {
  const received = now - letter.minutes * 60
  const unique = `${received}.M${index}P${1_000 + index}.${HOST}`
  const path =
    letter.flags === undefined
      ? join(folder, letter.folder, 'new', unique)
      : join(folder, letter.folder, 'cur', `${unique}:2,${letter.flags}`)
  writeFileSync(path, composed(letter, now), { mode: 0o600, flag: 'wx' })
  utimesSync(path, received, received)
}
