// Sentences and how often each was said, the most frequent first. Pure.
import { LIST_ENTRIES } from '../protocol/limits.ts'

export interface Tallied {
  readonly sentence: string
  readonly count: number
}
/** At most LIST_ENTRIES. */
export function tally(sentences: readonly string[]): readonly Tallied[] {
  const counts = new Map<string, number>()
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  return [...counts]
    .map(([sentence, count]) => ({ sentence, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, LIST_ENTRIES)
}
