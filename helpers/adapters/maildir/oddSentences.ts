// Sentences on what a listing leaves out or cannot hand over, one a folder and cause. Pure. They name folders, never messages.
import { MESSAGE_BYTES, PROBLEMS } from '../../../protocol/limits.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { cut } from '../../../protocol/text/cut.ts'
import type { Odd } from './compareFolder.ts'
import type { Folder } from './findFolders.ts'

/** Characters of a collection's name in a sentence. */
const NAME = 200
/** Room for what else there is to say of a Maildir. */
const MOST = PROBLEMS / 2

export function oddSentences(folders: readonly Folder[], oddOf: (path: string) => Odd | undefined): string[] {
  const sentences = folders.flatMap(({ path, collection }) => {
    const odd = oddOf(path)
    return odd ? sentencesOf(cut(collection, NAME), odd) : []
  })
  const more = sentences.length - MOST
  return more > 0
    ? [...sentences.slice(0, MOST - 1), `and ${counted(more + 1, 'more such sentence')}`]
    : sentences
}

function sentencesOf(collection: string, { other, twice, large }: Odd): string[] {
  const all: readonly (readonly [number, string])[] = [
    [other, 'left out, being no regular file (a link, pipe, device or folder)'],
    [twice, 'left out, since another file has the same unique name'],
    [large, `over ${MESSAGE_BYTES} bytes, listed and never opened`],
  ]
  return all.flatMap(([count, why]) =>
    count > 0 ? [`${counted(count, 'name')} of ${collection} ${count === 1 ? 'is' : 'are'} ${why}`] : [],
  )
}
