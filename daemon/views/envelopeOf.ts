// envelope.json of a view: what the parsed message says, and what twin itself knows of it. Pure. Relies on the store having
// checked the parsed message; everything is within the caps of MessageEnvelope or cut to them here.
import { COLLECTIONS, KEYWORDS } from '../../protocol/limits.ts'
import type { MessageEnvelope, ParsedMessage } from '../../protocol/message.ts'
import type { FoundMail } from '../store/store.ts'

/** Flags and tags of every place that holds the message, each once. */
export function envelopeOf(parsed: ParsedMessage, found: FoundMail): MessageEnvelope {
  return { ...parsed, ...knownOf(found) }
}

type Known = Omit<MessageEnvelope, keyof ParsedMessage>

function knownOf({ mail, thread, bySubject }: FoundMail): Known {
  const { received, places, dkim, known } = mail
  return {
    received,
    collections: once(places.map(({ collection }) => collection)).slice(0, COLLECTIONS),
    flags: once(places.flatMap(({ flags }) => flags)).slice(0, FLAGS_SHOWN),
    tags: once(places.flatMap(({ keywords }) => keywords)).slice(0, KEYWORDS),
    dkim,
    known,
    thread,
    bySubject,
  }
}

const once = (words: readonly string[]): string[] => [...new Set(words)]
/** Of MessageEnvelope's list; the adapters know six. */
const FLAGS_SHOWN = 16
