// The keywords of a message as letters of another folder. A keyword for which that folder has no letter left is not carried over: the
// file keeps it where it was. Relies on makeKeyword.ts.
import type { Workshop } from './workshop.ts'
import type { Folder } from './findFolders.ts'
import { readKeywords } from './keywords.ts'
import { makeKeyword } from './makeKeyword.ts'
import { keywordLetters } from './messageName.ts'

interface Carried {
  readonly letters: string
  readonly from: Folder
  readonly to: Folder
}

export function keywordsOf(shop: Workshop, { letters, from, to }: Carried): string[] {
  const small = keywordLetters(letters)
  if (small.length === 0) return []
  const keywords = readKeywords(shop.root, from.path)
  return small
    .flatMap(letter => keywords.get(letter) ?? [])
    .flatMap(keyword => {
      const letter = makeKeyword(shop, to.path, keyword)
      return letter.ok ? [letter.value] : []
    })
}
