// flag.add, flag.remove and trash: the file is renamed, and the letters behind its unique name are what has changed. A flag of Maildir's
// own has a capital letter, a keyword a small one that the folder gives it. Trash is the flag T, which is Maildir's word for it:
// the message stays where it is until a mail program empties the trash. Relies on rename(2) being atomic.
import { Flag, Keyword } from '../../../protocol/adapter.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import type { Change } from '../adapter.ts'
import { systemRefusal } from '../systemRefusal.ts'
import { untouched } from './addVerb.ts'
import { at } from './bytePath.ts'
import { begin, type Found, look, statOf, type VerbWork, type Workshop } from './workshop.ts'
import type { Folder } from './findFolders.ts'
import { letterFor, readKeywords } from './keywords.ts'
import type { Place } from './locate.ts'
import { makeKeyword } from './makeKeyword.ts'
import { letterOf, messageName, nameWith } from './messageName.ts'
import { foreignInfo, incomplete, nameTaken, notThere } from './refusals.ts'
import { called } from './systemCall.ts'

export const flagVerb: VerbWork = {
  make: (shop, change) => {
    const { message } = change
    const word = wordOf(change)
    if (message === null || word === undefined) return incomplete
    const found = look(shop, message)
    if (!found) return notThere
    if (messageName(found.name).letters === null) return foreignInfo
    if (isSet(shop, found, word) === isWanted(change)) return done(message)
    begin(shop, change, found)
    return renamed(shop, change, found)
  },
  settle: (shop, entry) => {
    const word = wordOf(entry)
    const found = look(shop, entry.message ?? '')
    if (!found || word === undefined) return { was: 'unknown' }
    return isSet(shop, found, word) === isWanted(entry)
      ? { was: 'yes', result: entry.message }
      : untouched(shop, entry)
  },
}

type Wish = Pick<Change, 'verb' | 'to'>
/** The flag or keyword that is meant; undefined where none is. */
function wordOf({ verb, to }: Wish): string | undefined {
  if (verb === 'trash') return to === null ? 'trashed' : undefined
  return to !== null && (Flag.safeParse(to).success || Keyword.safeParse(to).success) ? to : undefined
}
const isWanted = ({ verb }: Wish): boolean => verb !== 'flag.remove'

/** The letter that stands for a word in a folder; undefined where none does yet. */
function letterIn({ root }: Workshop, { path }: Folder, word: string): string | undefined {
  const flag = Flag.safeParse(word)
  return flag.success ? letterOf(flag.data) : letterFor(readKeywords(root, path), word)
}

function isSet(shop: Workshop, { folder, name }: Place, word: string): boolean {
  const letter = letterIn(shop, folder, word)
  return letter !== undefined && (messageName(name).letters ?? '').includes(letter)
}

function renamed(shop: Workshop, change: Change, { folder }: Found): Result<string | null> {
  const { root, acts, locator } = shop
  const { message } = change
  const word = wordOf(change) ?? ''
  const there = letterIn(shop, folder, word)
  const letter = there === undefined ? makeKeyword(shop, folder.path, word) : done(there)
  if (!letter.ok) return letter
  const rename = locator.find(message ?? '', place => {
    const name = changedName(place.name, letter.value, isWanted(change))
    const to = name === undefined ? undefined : at(root, folder.path, 'cur', name)
    // Renaming onto another file would remove it.
    if (to === undefined || statOf(to)) return { ok: true, value: false }
    return called(() => {
      acts.rename(place.path, to)
      return true
    })
  })
  if (!rename) return notThere
  if (!rename.ok) return systemRefusal(rename.errno)
  if (!rename.value) return nameTaken
  acts.sync(at(root, folder.path, 'cur'))
  return done(message)
}

function changedName(name: string, letter: string, isAdded: boolean): string | undefined {
  const parsed = messageName(name)
  const without = (parsed.letters ?? '').replaceAll(letter, '')
  return nameWith(parsed, isAdded ? without + letter : without)
}
