// A message with a harmless word in place of every text of it: what a hostile one is compared with.
import type { Joined } from '../../helpers/stages/brief/items.ts'

/** The same message, handle, sender's address, score and number of topics. */
export function withoutTexts(message: Joined): Joined {
  const { score } = message
  const from = { ...message.envelope.from, name: 'å' }
  const scored =
    score === undefined || score.by === 'none'
      ? score
      : { ...score, reason: 'å', topics: score.topics.map(() => 'å') }
  return { ...message, envelope: { ...message.envelope, from, subject: 'å', preview: 'å' }, score: scored }
}
