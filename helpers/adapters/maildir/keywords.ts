// The keywords of a folder: Dovecot's file dovecot-keywords, which says for each small letter of a name what it stands for. Relies on
// its form: a line each, "0 name" for "a". Another client's file is data: what does not fit is no keyword.
import { readCapped } from '../../../files/readCapped.ts'
import { Keyword } from '../../../protocol/adapter.ts'
import { CONFIG_BYTES } from '../../../protocol/limits.ts'
import { at } from './bytePath.ts'

export const KEYWORDS_FILE = 'dovecot-keywords'
/** As many as a file name has small letters for. */
const LETTERS = 26

/** Keyword by small letter. */
export type Keywords = ReadonlyMap<string, string>

/** The keywords of the folder; none where the file is not there or is no such file. */
export const readKeywords = (root: string, folder: string): Keywords =>
  keywordsIn(keywordsText(root, folder) ?? '')

/** The file as it is, "" where it is not there; undefined where it is none that can be read whole. */
export function keywordsText(root: string, folder: string): string | undefined {
  const read = readCapped(at(root, folder, KEYWORDS_FILE), CONFIG_BYTES, false)
  return read.ok ? read.text : read.problem === 'absent' ? '' : undefined
}

export function keywordsIn(text: string): Keywords {
  const keywords = new Map<string, string>()
  for (const { number, name } of linesOf(text))
    if (number < LETTERS && Keyword.safeParse(name).success) keywords.set(letterAt(number), name)
  return keywords
}

/** `text` with one keyword more, in the first letter that is free; undefined where none is. */
export function withKeyword(text: string, keyword: string): string | undefined {
  const taken = new Set(linesOf(text).map(({ number }) => number))
  const free = Array.from({ length: LETTERS }, (_, number) => number).find(number => !taken.has(number))
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return free === undefined ? undefined : `${before}${free} ${keyword}\n`
}

/** The letter of a keyword; undefined where it has none. */
export const letterFor = (keywords: Keywords, keyword: string): string | undefined =>
  [...keywords].find(([, name]) => name === keyword)?.[0]

const linesOf = (text: string): { number: number; name: string }[] =>
  text.split('\n').flatMap(line => {
    const [, number, name] = /^(\d{1,2}) (.+)$/.exec(line) ?? []
    return number === undefined || name === undefined ? [] : [{ number: Number(number), name }]
  })

const letterAt = (number: number): string => String.fromCharCode(0x61 + number)
