// The keywords of a folder: Dovecot's file dovecot-keywords, which says for each small letter of a name what it stands for. Relies on
// its form: a line each, "0 name" for "a". Another client's file is data: what does not fit is no keyword.
import { Keyword } from '../../../protocol/adapter.ts'
import { CONFIG_BYTES } from '../../../protocol/limits.ts'
import { readCapped } from '../../../files/readCapped.ts'
import { at } from './bytePath.ts'

export const KEYWORDS_FILE = 'dovecot-keywords'
export const LETTERS = 26

/** Keyword by small letter. */
export type Keywords = ReadonlyMap<string, string>

/** The keywords of the folder; none where the file is not there or is no such file. */
export function readKeywords(root: string, folder: string): Keywords {
  const read = readCapped(at(root, folder, KEYWORDS_FILE), CONFIG_BYTES, false)
  return read.ok ? keywordsIn(read.text) : new Map()
}

export function keywordsIn(text: string): Keywords {
  const keywords = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, number, name] = /^(\d{1,2}) (.+)$/.exec(line) ?? []
    if (number === undefined || Number(number) >= LETTERS || !Keyword.safeParse(name).success) continue
    keywords.set(letterAt(Number(number)), name ?? '')
  }
  return keywords
}

export const letterAt = (number: number): string => String.fromCharCode(0x61 + number)
