// The fixed rules that drop most of the mail before anything is scored. Pure. Relies on the envelope's facts alone: no text
// of the sender is looked at, so nothing that a sender writes can change a verdict.
import type { ViewEnvelope } from '../../../protocol/envelope.ts'
import type { Verdict } from '../../../protocol/score.ts'

/**
 * The verdict on one message, by the first rule that applies, in this order:
 * - the user has written to the sender: kept, whatever else holds;
 * - read and not flagged: dropped as `read`;
 * - in one of `skipCategories` (Apple's numbers): dropped as `category`, also when flagged. A flag says "not done with it",
 *   which only undoes "read"; who wants a category, flagged or not, takes it out of skip_categories;
 * - otherwise kept.
 */
export function decide(envelope: ViewEnvelope, skipCategories: ReadonlySet<number>): Verdict {
  if (envelope.writtenTo > 0) return { verdict: 'keep' }
  if (envelope.read && !envelope.flagged) return { verdict: 'drop', why: 'read' }
  if (envelope.category !== null && skipCategories.has(envelope.category))
    return { verdict: 'drop', why: 'category' }
  return { verdict: 'keep' }
}
