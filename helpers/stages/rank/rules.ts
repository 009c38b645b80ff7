// The scorer that is used where no model answers: the same facts give the same score. Pure. Relies on the envelope's facts
// and, within narrow bounds, on the word lists of words.ts; its reason says that it is no model.
import type { ViewEnvelope } from '../../../protocol/envelope.ts'
import { REASON_CHARS, SCORE_MAX, TOPICS } from '../../../protocol/limits.ts'
import type { Score } from '../../../protocol/score.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { NO_REPLY, WORD_LISTS } from './words.ts'

const HOUR = 3_600
/** The most that words may add: they are the sender's to choose. */
export const WORDS_AT_MOST = 4
const START = 1

/** Points and the clause that explains them. */
export interface Fact {
  readonly points: number
  readonly says: string
}

/**
 * The score of one message at `now` (Unix seconds): 1, and the points of each fact that holds, kept within 0 to 10.
 * written to the sender 1, 3 or 10 times: 2, 3, 4 · flagged 2 · Apple's urgent 2, high impact 1 · an own address in To 1,
 * otherwise -1 · category primary or transactions 1, updates -1, promotions -3 · younger than 6 hours 1, older than 3 days
 * -1 · an address nobody reads answers at -1 · word lists as words.ts, together at most 4.
 */
export function scoreByRules(envelope: ViewEnvelope, now: number): Score {
  const hits = wordHits(`${envelope.subject} ${envelope.preview}`)
  const words = Math.min(
    WORDS_AT_MOST,
    hits.reduce((sum, list) => sum + list.points, 0),
  )
  const facts = [...knownFacts(envelope), ...timeFacts(envelope, now)]
  const sum = facts.reduce((total, fact) => total + fact.points, START + words)
  return {
    by: 'rules',
    score: Math.max(0, Math.min(SCORE_MAX, sum)),
    reason: explain([...facts, ...hits]),
    topics: hits.map(list => list.topic).slice(0, TOPICS),
  }
}

function knownFacts(envelope: ViewEnvelope): Fact[] {
  const local = envelope.from.address.toLowerCase().split('@')[0] ?? ''
  const facts: (Fact | false)[] = [
    envelope.writtenTo > 0 && correspondent(envelope.writtenTo),
    envelope.flagged && { points: 2, says: 'flagged' },
    envelope.urgent && { points: 2, says: 'urgent' },
    envelope.highImpact && { points: 1, says: 'high impact' },
    envelope.direct ? { points: 1, says: 'sent to you' } : { points: -1, says: 'not sent to you' },
    category(envelope.category),
    NO_REPLY.some(name => local.includes(name)) && { points: -1, says: 'no answers taken' },
  ]
  return facts.filter(fact => fact !== false)
}

const correspondent = (times: number): Fact => ({
  points: times >= 10 ? 4 : times >= 3 ? 3 : 2,
  says: `you wrote to the sender ${times === 1 ? 'once' : `${times} times`}`,
})

function category(number: number | null): Fact | false {
  if (number === 0) return { points: 1, says: 'primary' }
  if (number === 1) return { points: 1, says: 'a transaction' }
  if (number === 2) return { points: -1, says: 'an update' }
  return number === 3 && { points: -3, says: 'a promotion' }
}

function timeFacts(envelope: ViewEnvelope, now: number): Fact[] {
  const date = envelope.received ?? envelope.sent
  if (date === null) return []
  const age = now - date
  if (age < 6 * HOUR) return [{ points: 1, says: 'new' }]
  return age > 72 * HOUR ? [{ points: -1, says: 'older than three days' }] : []
}

/** The word lists of which a word stands in `words`. */
export function wordHits(words: string) {
  const text = ` ${plain(words)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return WORD_LISTS.filter(list => list.words.some(word => text.includes(` ${word} `)))
}

/** As many clauses, the weightiest first, as a reason may hold. */
export function explain(facts: readonly Fact[]): string {
  const clauses = [...facts].sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).map(fact => fact.says)
  let reason = 'By fixed rules'
  for (const [index, clause] of clauses.entries()) {
    const longer = `${reason}${index === 0 ? ': ' : ', '}${clause}`
    if (longer.length >= REASON_CHARS) break
    reason = longer
  }
  return `${reason}.`
}
