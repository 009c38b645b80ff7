// Gives a keyword a letter in a folder, as Dovecot does: the lock file is the new content, and is renamed into place. Relies on keywords.ts
// for the form of the file.
import { lstatSync } from 'node:fs'
import { readCapped } from '../../../files/readCapped.ts'
import { CONFIG_BYTES } from '../../../protocol/limits.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import { at } from './bytePath.ts'
import type { Workshop } from './workshop.ts'
import { KEYWORDS_FILE, keywordsIn, keywordsText, letterFor, withKeyword } from './keywords.ts'
import { keywordsBusy, tooManyKeywords } from './refusals.ts'
import { called } from './systemCall.ts'

/** Seconds after which a lock belongs to nobody: Dovecot's own. */
const STALE = 120
const TRIES = 3

/** The letter, made where it is missing. `folder`: its path within the Maildir, in bytes. Throws the system's error. */
export function makeKeyword(shop: Workshop, folder: string, keyword: string): Result<string> {
  const { root } = shop
  for (let tried = 0; tried < TRIES; tried++) {
    const text = keywordsText(root, folder)
    const there = letterFor(keywordsIn(text ?? ''), keyword)
    if (there !== undefined) return done(there)
    const next = text === undefined ? undefined : withKeyword(text, keyword)
    if (text === undefined || next === undefined) return tooManyKeywords
    const written = replace(shop, folder, { text, next })
    if (written === 'busy') return keywordsBusy
    const letter = letterFor(keywordsIn(next), keyword)
    if (written === 'done' && letter !== undefined) return done(letter)
  }
  return keywordsBusy
}

interface Texts {
  readonly text: string
  readonly next: string
}

const readText = (path: Buffer): string | undefined => {
  const read = readCapped(path, CONFIG_BYTES, false)
  return read.ok ? read.text : undefined
}

/** Writes `next` where `text` still stands. */
function replace(
  { root, acts, now }: Workshop,
  folder: string,
  { text, next }: Texts,
): 'done' | 'changed' | 'busy' {
  const lock = at(root, folder, `${KEYWORDS_FILE}.lock`)
  const locked = called(() => acts.write(lock, Buffer.from(next)))
  // A lock that says just this was left by a kill; or whoever holds it writes the same.
  if (!locked.ok && readText(lock) !== next) {
    const held = called(() => lstatSync(lock))
    if (!held.ok || now() - held.value.mtimeMs / 1_000 < STALE) return 'busy'
    acts.unlink(lock)
    return 'changed'
  }
  if (keywordsText(root, folder) !== text) {
    acts.unlink(lock)
    return 'changed'
  }
  acts.rename(lock, at(root, folder, KEYWORDS_FILE))
  acts.sync(at(root, folder))
  return 'done'
}
