// The scorer of a job's items where no model answers. Pure. Rules know nothing of news, so an item starts at the default
// threshold: what a program printed for this person is not hidden for want of a model, unless it reads like an advertisement.
import type { ViewItem } from '../../../protocol/envelope.ts'
import { SCORE_MAX, TOPICS } from '../../../protocol/limits.ts'
import type { Score } from '../../../protocol/score.ts'
import { explain, wordHits, WORDS_AT_MOST } from './rules.ts'

const PRINTED = { points: 4, says: 'a program of yours printed it' }

/** The score of one item: 4, and the points of the word lists that its title or text hits, together at most 4; 0 to 10. */
export function scoreItemByRules(item: ViewItem): Score {
  const hits = wordHits(`${item.title} ${item.text}`)
  const words = Math.min(
    WORDS_AT_MOST,
    hits.reduce((sum, list) => sum + list.points, 0),
  )
  return {
    by: 'rules',
    score: Math.max(0, Math.min(SCORE_MAX, PRINTED.points + words)),
    reason: explain([PRINTED, ...hits]),
    topics: hits.map(list => list.topic).slice(0, TOPICS),
  }
}
