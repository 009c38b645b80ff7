// The sentences on what could not be had of one message: each once, at most PROBLEMS, and the rest counted. Pure. They are
// twin's own words: no text of a message goes in.
import { PROBLEMS } from '../../protocol/limits.ts'

export interface Problems {
  /** Takes one clause without a full stop; a repeated one counts once. */
  readonly add: (sentence: string) => void
  /** At most PROBLEMS sentences, in the order in which they came up. */
  readonly list: () => string[]
}

export function problemList(): Problems {
  const sentences = new Set<string>()
  let more = 0
  return {
    add: sentence => {
      if (sentences.has(sentence)) return
      if (sentences.size < PROBLEMS - 1) sentences.add(sentence)
      else more++
    },
    list: () => (more > 0 ? [...sentences, `${more} more problems are not listed`] : [...sentences]),
  }
}
